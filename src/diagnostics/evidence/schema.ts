// Two small words shared by the evidence schemas.
import { z } from 'zod';

/** ISO 8601 UTC, as the systems write it. */
export const time = z.string();

/** The systems leave a field out or write null: both mean "not set". */
export function absent<T extends z.ZodTypeAny>(schema: T) {
  return schema.nullish().transform((value): z.output<T> | undefined => value ?? undefined);
}
