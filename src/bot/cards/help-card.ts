// What the bot can do, with things to press: the answer to help, to a greeting, and to what was not understood.
import type { Bilingual, Locale } from '../../diagnostics/locale.ts';
import { serviceData } from './action-data.ts';
import type { AdaptiveCard } from './elements.ts';
import { card, execute, line, MAX_ACTIONS, run } from './elements.ts';

export type HelpReason = 'asked' | 'greeting' | 'notUnderstood';

const OPENINGS: Readonly<Record<HelpReason, Bilingual>> = {
  asked: {
    en: 'maillon finds the broken link of a delivery',
    fr: 'maillon trouve le maillon rompu d’une livraison',
  },
  greeting: {
    en: 'Hello. maillon finds the broken link of a delivery',
    fr: 'Bonjour. maillon trouve le maillon rompu d’une livraison',
  },
  notUnderstood: { en: 'That was not understood', fr: 'Message non compris' },
};

const WHAT: Bilingual = {
  en: 'From the merge to the running pod: eight links are read, the broken one is named with its proof, and nothing is changed.',
  fr: 'Du merge au pod qui tourne\u00a0: huit maillons sont lus, celui qui est rompu est nommé avec sa preuve, et rien n’est modifié.',
};

const COMMANDS: readonly { readonly type: Bilingual; readonly does: Bilingual }[] = [
  {
    type: { en: '/trace {service} [environment]', fr: '/trace {service} [environnement]' },
    does: { en: 'follow the last change of a service', fr: 'suivre le dernier changement d’un service' },
  },
  {
    type: { en: 'langue fr', fr: 'language en' },
    does: { en: 'répondre en français', fr: 'answer in English' },
  },
  {
    type: { en: 'cancel', fr: 'annuler' },
    does: { en: 'drop an open question', fr: 'abandonner une question en cours' },
  },
];

const EXAMPLE: Bilingual = { en: 'For example', fr: 'Par exemple' };
const TRACE: Bilingual = { en: 'Trace', fr: 'Tracer' };

export function helpCard(reason: HelpReason, services: readonly string[], locale: Locale): AdaptiveCard {
  const example = services[0] ?? 'service';
  return card({
    lang: locale,
    said: `${OPENINGS[reason][locale]}. ${EXAMPLE[locale]}${locale === 'fr' ? '\u00a0: ' : ': '}/trace ${example}`,
    body: [
      line(run(OPENINGS[reason][locale], { weight: 'bolder', size: 'medium' })),
      line(run(WHAT[locale]), { spacing: 'small' }),
      ...COMMANDS.map(({ type, does }) =>
        line(
          [run(type[locale].replace('{service}', example), { weight: 'bolder' }), run(` – ${does[locale]}`)],
          { spacing: 'small' },
        ),
      ),
    ],
    actions: services
      .slice(0, MAX_ACTIONS)
      .map((service) => execute(`${TRACE[locale]} ${service}`, 'trace', serviceData(service, locale))),
  });
}
