/** `1 element`, `2 elements`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The verb that goes with a count: `deviates` with 1, `deviate` with 2. */
export function verb(count: number, word: string): string {
  return count === 1 ? `${word}s` : word;
}

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A count as people write it. */
export function countWord(count: number): string {
  return counts[count] ?? String(count);
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
