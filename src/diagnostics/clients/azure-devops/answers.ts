// Words shared by the shapes of Azure DevOps answers.
import { z } from 'zod';
import { absent } from '../../evidence/schema.ts';

/** Times are UTC on the wire; seven decimals stay as they are. .NET writes year 1 where there is none. */
export const wireTime = z.string().transform((text, context) => {
  const utc = /(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
  const ms = Date.parse(utc);
  if (!Number.isNaN(ms)) return utc.endsWith('Z') ? utc : new Date(ms).toISOString();
  context.addIssue({ code: z.ZodIssueCode.custom, message: 'Expected an ISO 8601 time' });
  return z.NEVER;
});

export const maybeTime = absent(wireTime).transform((time) =>
  time?.startsWith('0001-') === true ? undefined : time,
);

/** An identity: display name and id, never `uniqueName`, which is an e-mail address. */
export const wirePerson = absent(z.object({ displayName: absent(z.string()), id: absent(z.string()) }));

export const text = absent(z.string());
export const number = absent(z.number());
export const flag = absent(z.boolean());
