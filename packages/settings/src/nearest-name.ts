/**
 * Most similar known name, for "did you mean".
 * @returns undefined when none is similar: a third of the letters may differ, at least 2, and never all of the name
 */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let nearestDistance = Math.max(2, Math.floor(wrong.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase(), nearestDistance);
    if (distance >= nearestDistance || distance >= name.length) continue;
    nearest = name;
    nearestDistance = distance;
  }
  return nearest;
}

/** ` (did you mean X?)`, or empty. */
export function suggestion(wrong: string, known: Iterable<string>): string {
  const nearest = nearestName(wrong, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** Edit distance: insertions, deletions, replacements and swaps of adjacent letters; at most `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(previous, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped && row > 1 && column > 1) best = Math.min(best, at(beforePrevious, column - 2) + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(at(previous, b.length), limit);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
