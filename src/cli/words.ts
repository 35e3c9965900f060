// The words that the terminal and the ticket share, in both languages.
import type { Bilingual, Locale } from '../diagnostics/locale.ts';

export const WORDS = {
  detail: { en: 'Finding', fr: 'Constat' },
  proof: { en: 'Proof', fr: 'Preuves' },
  next: { en: 'Next', fr: 'Ensuite' },
  commands: { en: 'Commands (read only)', fr: 'Commandes (lecture seule)' },
  wayBack: { en: 'Way back', fr: 'Retour arrière' },
  alsoSeen: { en: 'Also seen', fr: 'Vu aussi' },
  unread: { en: 'Not read', fr: 'Non lu' },
  superseded: { en: 'A later change contains it', fr: 'Un changement plus récent le contient' },
  link: { en: 'Link', fr: 'Maillon' },
  state: { en: 'State', fr: 'État' },
  path: { en: 'Path in the flowchart', fr: 'Chemin dans le logigramme' },
  readWith: { en: 'read with', fr: 'lu par' },
  taken: {
    en: 'Read {time} UTC · {calls} calls · {ms} ms',
    fr: 'Lu le {time} UTC · {calls} appels · {ms} ms',
  },
  onCluster: { en: '{application} on {cluster}', fr: '{application} sur {cluster}' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** French puts a no-break space before the colon. */
export function withColon(label: string, text: string, locale: Locale): string {
  return locale === 'fr' ? `${label}\u00a0: ${text}` : `${label}: ${text}`;
}
