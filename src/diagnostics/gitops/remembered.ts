// The last answers of a pure function of a text: one trace asks about the same few files dozens of times, and reading YAML
// is most of what a judgement costs.

/** The same function, which keeps its answers for the last texts, up to so many characters of them. Answers must not be changed. */
export function remembered<T>(answer: (text: string) => T, characters: number): (text: string) => T {
  const known = new Map<string, T>();
  let kept = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const fresh = answer(text);
    known.set(text, fresh);
    kept += text.length;
    for (const oldest of known.keys()) {
      // The last one stays, however long it is: the next question is about it, too.
      if (kept <= characters || oldest === text) break;
      known.delete(oldest);
      kept -= oldest.length;
    }
    return fresh;
  };
}
