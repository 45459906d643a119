/** Ascending whole numbers as text: what each adds to the one before it, 7 bits a byte, in base64. */

const more = 0x80;

/** @param numbers each higher than the one before it, and below 2^53 */
export function ascendingText(numbers: Float64Array): string {
  const bytes: number[] = [];
  let before = 0;
  for (const number of numbers) {
    let rest = number - before;
    before = number;
    for (; rest >= more; rest = Math.floor(rest / more)) bytes.push((rest % more) + more);
    bytes.push(rest);
  }
  return Buffer.from(bytes).toString('base64');
}

/** @returns the numbers; null where the text is none of so many of them */
export function ascendingOf(text: string, count: number): Float64Array | null {
  const numbers = new Float64Array(count);
  let [at, before, added, place] = [0, 0, 0, 1];
  for (const byte of Buffer.from(text, 'base64')) {
    added += (byte % more) * place;
    place *= more;
    if (byte >= more) continue;
    if (at === count || (at > 0 && added === 0) || before + added > Number.MAX_SAFE_INTEGER) return null;
    before += added;
    numbers[at] = before;
    at += 1;
    [added, place] = [0, 1];
  }
  return at === count && place === 1 ? numbers : null;
}
