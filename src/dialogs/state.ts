// What a conversation remembers between two messages. Named states: a restart or a new version continues where it was.
import { z } from 'zod';

/** Where the conversation is. */
const placeSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('idle') }),
  /** Asked which service; the environment was said already. */
  z.object({ name: z.literal('choosingService'), environment: z.string().nullable() }),
  /** Asked which of the service's Applications. */
  z.object({ name: z.literal('choosingApplication'), service: z.string() }),
]);

export const dialogStateSchema = z.object({
  place: placeSchema,
  /** The service last traced here: « et en prod ? » means this one. */
  service: z.string().nullable(),
  /** Traces started here a moment ago, newest first. */
  recent: z.array(z.object({ subject: z.string(), trace: z.string(), at: z.string() })),
});
export type DialogState = z.infer<typeof dialogStateSchema>;

export const FRESH: DialogState = { place: { name: 'idle' }, service: null, recent: [] };
