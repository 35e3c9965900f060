// Names near to a mistyped one.

/** A slip on a short name changes it into another one: one edit up to five letters, then one more for every four. */
function tolerance(length: number): number {
  return length <= 5 ? 1 : 1 + Math.floor((length - 2) / 4);
}

/** The names a person may have meant, nearest first; equally near ones in alphabetical order. */
export function nearest(typed: string, names: readonly string[], limit: number): readonly string[] {
  const wanted = typed.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceTo(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerance(wanted.length))
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Half a name counts as one edit: people type `chat` for `chat-api`. */
function distanceTo(wanted: string, name: string): number {
  const edits = editDistance(wanted, name);
  const contained = wanted.length >= 3 && (name.includes(wanted) || wanted.includes(name));
  return contained ? Math.min(edits, 1) : edits;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(one: string, other: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);

  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
