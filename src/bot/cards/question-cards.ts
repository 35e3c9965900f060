// The two questions a trace may need: which service, and which of its Applications. Answers may be pressed or typed.
import type { Bilingual, Locale } from '../../diagnostics/locale.ts';
import { fill } from '../../diagnostics/locale.ts';
import type { Subject } from '../../dialogs/subject.ts';
import { serviceData, subjectData } from './action-data.ts';
import type { AdaptiveCard } from './elements.ts';
import { card, execute, line, MAX_ACTIONS, run } from './elements.ts';
import { plain } from './plain.ts';

const WHICH_SERVICE: Bilingual = { en: 'Which service?', fr: 'Quel service\u00a0?' };
const UNKNOWN_SERVICE: Bilingual = {
  en: 'No service is called “{name}”',
  fr: 'Aucun service ne s’appelle «\u00a0{name}\u00a0»',
};
const TYPE_SERVICE: Bilingual = {
  en: 'Press the one that is meant, or type its name.',
  fr: 'Choisir celui qui convient, ou écrire son nom.',
};
const NO_SERVICE: Bilingual = {
  en: 'No service is known yet: see the configuration of the directory.',
  fr: 'Aucun service n’est connu\u00a0: voir la configuration de l’annuaire.',
};

const WHICH_APPLICATION: Bilingual = {
  en: 'Which Application of {service}?',
  fr: 'Quelle Application de {service}\u00a0?',
};
const NONE_IN: Bilingual = {
  en: '{service} has no Application in {environment}.',
  fr: '{service} n’a pas d’Application dans {environment}.',
};
const TYPE_APPLICATION: Bilingual = {
  en: 'Press one, or type its environment or its name.',
  fr: 'En choisir une, ou écrire son environnement ou son nom.',
};
const MORE: Bilingual = { en: '{count} more: type the name.', fr: '{count} de plus\u00a0: écrire le nom.' };

/** A pasted text may stand where a name should: only its start is repeated. */
const NAME_LIMIT = 60;

export function whichServiceCard(
  question: { readonly unknownName: string | null; readonly candidates: readonly string[] },
  locale: Locale,
): AdaptiveCard {
  const { unknownName, candidates } = question;
  const title =
    unknownName === null
      ? WHICH_SERVICE[locale]
      : fill(UNKNOWN_SERVICE[locale], { name: plain(unknownName, NAME_LIMIT) });
  const hint = candidates.length === 0 ? NO_SERVICE : TYPE_SERVICE;
  return card({
    lang: locale,
    said: [title, ...candidates].join(', '),
    body: [
      line(run(title, { weight: 'bolder', size: 'medium' })),
      line(run(hint[locale], { isSubtle: true }), { spacing: 'small' }),
    ],
    actions: candidates.map((service) => execute(service, 'trace', serviceData(service, locale))),
  });
}

export function whichApplicationCard(
  question: {
    readonly service: string;
    readonly noneIn: string | null;
    readonly subjects: readonly Subject[];
  },
  locale: Locale,
): AdaptiveCard {
  const { service, noneIn, subjects } = question;
  const title = fill(WHICH_APPLICATION[locale], { service });
  const hidden = subjects.length - MAX_ACTIONS;
  return card({
    lang: locale,
    said: [title, ...subjects.map(applicationTitle)].join(', '),
    body: [
      line(run(title, { weight: 'bolder', size: 'medium' })),
      ...(noneIn === null
        ? []
        : [line(run(fill(NONE_IN[locale], { service, environment: noneIn })), { spacing: 'small' })]),
      line(run(TYPE_APPLICATION[locale], { isSubtle: true }), { spacing: 'small' }),
      ...(hidden > 0
        ? [line(run(fill(MORE[locale], { count: hidden }), { isSubtle: true }), { spacing: 'small' })]
        : []),
    ],
    actions: subjects.map((subject) =>
      execute(applicationTitle(subject), 'trace', subjectData(subject, locale)),
    ),
  });
}

function applicationTitle(subject: Subject): string {
  return subject.environment === null
    ? subject.application
    : `${subject.environment} · ${subject.application}`;
}
