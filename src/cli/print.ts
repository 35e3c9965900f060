// A report in the format that was asked for.
import type { Locale } from '../diagnostics/locale.ts';
import type { Report } from '../diagnostics/report.types.ts';
import type { Format } from './arguments.ts';
import { reportMarkdown } from './markdown.ts';
import { reportText } from './text.ts';

export function printed(report: Report, format: Format, locale: Locale): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(report)}\n`;
    case 'markdown':
      return reportMarkdown(report, locale);
    case 'text':
      return reportText(report, locale);
  }
}

/** Between two reports of one command. */
export const SEPARATORS: Readonly<Record<Format, string>> = {
  json: '',
  markdown: '\n---\n\n',
  text: `\n${'='.repeat(100)}\n\n`,
};
