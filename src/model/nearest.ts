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

/** Share of letters that differ between a word and one that is still near to it. */
const farthest = 0.5;

/**
 * The words that somebody may have meant by one that is not known, the nearest first: those that contain it, else those
 * of which half of the letters or fewer differ. Empty where none is near.
 */
export function nearest(word: string, known: readonly string[], most = 1): readonly string[] {
  const typed = word.slice(0, 200);
  const containing = known.filter((other) => other.includes(typed));
  const far = (other: string) => distance(typed, other) / Math.max(typed.length, other.length);
  const ranked = (containing.length > 0 ? containing : known).map((other) => ({ other, far: far(other) }));
  const near = ranked.filter((one) => containing.length > 0 || one.far <= farthest);
  const sorted = near.sort((left, right) => left.far - right.far);
  return sorted.slice(0, most).map(({ other }) => other);
}

/** ` Did you mean put:json?`; empty where none is near. */
export function didYouMean(words: readonly string[], known: readonly string[], most = 1): string {
  const meant = words.flatMap((word) => nearest(word, known, most));
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`;
}

/** `; the nearest one is delete`; empty where none is near. */
export function nearestHint(word: string, known: readonly string[]): string {
  return nearest(word, known)
    .map((meant) => `; the nearest one is ${meant}`)
    .join('');
}
