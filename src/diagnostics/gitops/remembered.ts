// The last answers of a pure function of a text: one trace asks about the same few files dozens of times, and reading YAML
// is most of what a judgement costs.

/** A longer text is read again each time: what is kept must stay small beside the evidence itself. */
const MAX_LENGTH = 100_000;

/** The same function, which keeps its answers for the `limit` texts asked about last. Answers must not be changed. */
export function remembered<T>(answer: (text: string) => T, limit: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const fresh = answer(text);
    if (text.length > MAX_LENGTH) return fresh;
    const [oldest] = known.keys();
    if (known.size >= limit && oldest !== undefined) known.delete(oldest);
    known.set(text, fresh);
    return fresh;
  };
}
