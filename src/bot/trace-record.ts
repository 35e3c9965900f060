// What is kept of a trace: enough to run it again after a crash, to re-draw its card and to hand out its evidence.
import { z } from 'zod';
import type { Report } from '../diagnostics/report.types.ts';
import { LOCALES } from '../diagnostics/locale.ts';
import { CHANGE_KINDS } from '../diagnostics/request.ts';
import { subjectSchema } from '../dialogs/subject.ts';
import { referenceSchema } from './incoming.ts';

export const traceRecordSchema = z.object({
  id: z.string(),
  subject: subjectSchema,
  change: z.object({ kind: z.enum(CHANGE_KINDS), value: z.string() }).nullable(),
  reader: z.object({ locale: z.enum(LOCALES), timeZone: z.string() }),
  reference: referenceSchema,
  /** Message that shows the card; null until the connector told its id. */
  card: z.string().nullable(),
  startedAt: z.string(),
  /** How often it was begun: a process may have died of it. */
  attempt: z.number().int(),
  state: z.enum(['running', 'finished', 'stopped']),
  /** Written by us, read by us: the shape of a report is a contract of its own. */
  report: z.custom<Report>().nullable(),
  bundle: z.unknown().optional(),
});
export type TraceRecord = z.infer<typeof traceRecordSchema>;

/** Beside the record of a running trace: who looks for interrupted ones lists only these. */
export const openTraceSchema = z.object({
  trace: z.string(),
  /** Renewed while the trace runs. */
  aliveAt: z.string(),
});
export type OpenTrace = z.infer<typeof openTraceSchema>;
