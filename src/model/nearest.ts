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
 * The words that come nearest to one that was mistyped, the nearest first: those that contain it, else all, by the
 * smallest share of letters changed.
 */
export function nearest(word: string, known: readonly string[], most = 1): readonly string[] {
  const typed = word.slice(0, 200);
  const containing = known.filter((other) => other.includes(typed));
  const candidates = containing.length > 0 ? containing : known;
  const far = (other: string) => distance(typed, other) / Math.max(typed.length, other.length);
  const ranked = candidates.map((other) => ({ other, far: far(other) }));
  const sorted = ranked.sort((left, right) => left.far - right.far);
  return sorted.slice(0, most).map(({ other }) => other);
}
