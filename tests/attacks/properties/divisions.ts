import fc from 'fast-check';

/** Where the parts of a whole are cut into those that are gathered one by one. */
export function divisionOf(parts: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat({ max: parts }), { maxLength: 5 });
}

/** Something that gathers parts, and takes over what another one of its kind has gathered. */
export interface Gathering<Part> {
  add(part: Part, key: number): unknown;
  /** Takes the state of another one. */
  take(other: this): void;
}

/** What takes the states of those that gathered parts between cuts; the last of them first, as threads may end. */
export function gathered<Part, Whole extends Gathering<Part>>(
  make: () => Whole,
  parts: readonly Part[],
  cuts: readonly number[],
): Whole {
  const whole = make();
  const ends = [...cuts, parts.length].sort((a, b) => a - b);
  const divided = ends.map((end, at) => {
    const one = make();
    for (let key = ends[at - 1] ?? 0; key < end; key += 1) one.add(parts[key] as Part, key);
    return one;
  });
  for (const one of divided.reverse()) whole.take(one);
  return whole;
}

/** The same, added to a single one. */
export function inOnePass<Part, Whole extends Gathering<Part>>(
  make: () => Whole,
  parts: readonly Part[],
): Whole {
  const whole = make();
  for (const [key, part] of parts.entries()) whole.add(part, key);
  return whole;
}
