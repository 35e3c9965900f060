// Random values of a zod schema, for property tests over all evidence.
import fc from 'fast-check';
import { z } from 'zod';

/** Values as a system would send them: what the schema takes, before its transforms. */
export function arbitraryOf(schema: z.ZodTypeAny): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as z.ZodRawShape;
    return fc.record(
      Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, arbitraryOf(field)])),
    );
  }
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryOf(schema.element as z.ZodTypeAny), { maxLength: 2 });
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), arbitraryOf(schema.valueSchema as z.ZodTypeAny), {
      maxKeys: 2,
    });
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const none = schema instanceof z.ZodNullable ? null : undefined;
    return fc.option(arbitraryOf(schema.unwrap() as z.ZodTypeAny), { nil: none });
  }
  if (schema instanceof z.ZodEffects) return arbitraryOf(schema.innerType() as z.ZodTypeAny);
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return fc.oneof(...(schema.options as z.ZodTypeAny[]).map(arbitraryOf));
  }
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...(schema.options as string[]));
  if (schema instanceof z.ZodString) return fc.string({ maxLength: 8 });
  if (schema instanceof z.ZodNumber) return fc.nat(100_000);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  // Through the text of it: JSON writes minus zero as 0.
  if (schema instanceof z.ZodUnknown) {
    return fc.json({ maxDepth: 1 }).map((text) => JSON.parse(JSON.stringify(JSON.parse(text))) as unknown);
  }
  throw new TypeError(`no random values for ${schema.constructor.name}`);
}
