/** Levenshtein distance, in UTF-16 code units. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 0; column < to.length; column += 1) {
      const substitution = (row[column] ?? 0) + (character === to[column] ? 0 : 1);
      next.push(Math.min(substitution, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * The words that somebody may have meant by one that is not known, the nearest first: those that contain it, else those
 * of which half of the letters or fewer differ.
 */
export function nearest(word: string, known: readonly string[], most = 1): readonly string[] {
  const typed = word.slice(0, 200);
  const containing = known.filter((other) => other.includes(typed));
  const far = (other: string) => distance(typed, other) / Math.max(typed.length, other.length);
  return (containing.length > 0 ? containing : known.filter((other) => far(other) <= 0.5))
    .toSorted((one, other) => far(one) - far(other))
    .slice(0, most);
}

/** `; the nearest one is delete`, `; the nearest are put:json, delete:json`; empty where none is near. */
export function nearestHint(words: readonly string[], known: readonly string[], most = 1): string {
  const near = words.flatMap((word) => nearest(word, known, most));
  if (near.length === 0) return '';
  return near.length === 1 ? `; the nearest one is ${near[0]}` : `; the nearest are ${near.join(', ')}`;
}
