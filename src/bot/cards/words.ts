// Words that several cards share.
import type { Locale } from '../../diagnostics/locale.ts';
import type { Report } from '../../diagnostics/report.types.ts';
import { shortValue } from './plain.ts';

type AskedChange = NonNullable<Report['request']['change']>;

const CHANGES: Readonly<Record<AskedChange['kind'], Readonly<Record<Locale, string>>>> = {
  commit: { en: 'commit', fr: 'commit' },
  pullRequest: { en: 'pull request', fr: 'pull request' },
  build: { en: 'run', fr: 'run' },
  tag: { en: 'tag', fr: 'tag' },
};

export function changeWords(change: AskedChange, locale: Locale): string {
  return `${CHANGES[change.kind][locale]} ${shortValue(change.value)}`;
}

export function subjectWords(subject: {
  readonly service: string;
  readonly environment: string | null;
}): string {
  return subject.environment === null ? subject.service : `${subject.service} ${subject.environment}`;
}
