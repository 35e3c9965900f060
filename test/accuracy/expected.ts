// What the scorer reads of a case file: the right answer. No code of the product reads it.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const expectedSchema = z.object({
  expected: z.object({
    outcome: z.enum(['broken', 'waiting', 'live', 'undetermined']),
    links: z.array(z.number()),
    leaves: z.array(z.string()),
    alsoSeen: z.array(z.string()).optional(),
    rollback: z.enum(['none', 'optional', 'propose']),
  }),
});
export type Expected = z.infer<typeof expectedSchema>['expected'];

export function readExpected(file: string): Expected {
  return expectedSchema.parse(parse(readFileSync(file, 'utf8'))).expected;
}
