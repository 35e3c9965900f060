// DNS and HTTP as seen from where the bot runs: never a proof of what a node or an agent sees.
import { z } from 'zod';
import { absent } from './schema.ts';

/** `error` is the resolver's code (ENOTFOUND, SERVFAIL…): an answer, not a failure to look. */
export const dnsAnswerSchema = z.object({
  name: z.string(),
  addresses: z.array(z.string()),
  cname: absent(z.string()),
  error: absent(z.string()),
});
export type DnsAnswer = z.infer<typeof dnsAnswerSchema>;

export const httpAnswerSchema = z.object({
  url: z.string(),
  status: z.number(),
  /** Lower-case names. */
  headers: z.record(z.string()),
  /** Cut to 4,096 characters. */
  body: z.string(),
});
export type HttpAnswer = z.infer<typeof httpAnswerSchema>;
