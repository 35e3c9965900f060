// What buttons carry, and how it is believed when it comes back: not more than typed text.
import { z } from 'zod';
import { LOCALES } from '../../diagnostics/locale.ts';
import type { Locale } from '../../diagnostics/locale.ts';
import type { Subject } from '../../dialogs/subject.ts';
import { subjectKey } from '../../dialogs/subject.ts';
import type { ActionData } from './elements.ts';

/** Names of the systems we read are shorter: a DNS label has 63 characters, a key joins three of them. */
const NAME_LIMIT = 253;

/** `v` lets a later version tell the buttons of old cards. */
export const traceActionSchema = z.object({
  v: z.literal(1),
  service: z.string().min(1).max(NAME_LIMIT),
  subject: z.string().min(1).max(NAME_LIMIT).optional(),
  again: z.literal(1).optional(),
  locale: z.enum(LOCALES),
});

export function serviceData(service: string, locale: Locale): ActionData {
  return { v: 1, service, locale };
}

export function subjectData(subject: Subject, locale: Locale): ActionData {
  return { v: 1, service: subject.service, subject: subjectKey(subject), locale };
}

export function recheckData(subject: Subject, locale: Locale): ActionData {
  return { ...subjectData(subject, locale), again: 1 };
}
