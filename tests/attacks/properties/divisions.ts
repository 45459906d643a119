import fc from 'fast-check';

/** How the parts of a whole are gathered: in which order each is added, to which of several, and who takes the state of whom. */
export interface Division {
  /** For each part its place in the order of adding, and which of several it is added to. */
  readonly parts: readonly { readonly order: number; readonly to: number }[];
  /** Which two of those that are left become one: the first of them takes the state of the second. */
  readonly merges: readonly (readonly [into: number, from: number])[];
}

/** How many the parts are divided among, at most. */
const most = 6;

export function divisionOf(parts: number): fc.Arbitrary<Division> {
  const part = fc.record({ order: fc.nat(), to: fc.nat({ max: most - 1 }) });
  const merge = fc.tuple(fc.nat(), fc.nat());
  return fc.record({
    parts: fc.array(part, { minLength: parts, maxLength: parts }),
    merges: fc.array(merge, { minLength: most - 1, maxLength: most - 1 }),
  });
}

/** Something that gathers parts, and takes over what another one of its kind has gathered. */
export interface Gathering<Part> {
  add(part: Part, key: number): unknown;
  /** Takes the state of another one. */
  take(other: this): void;
}

/** What is left when all parts were added, each under its place among them, and each took the state of others. */
export function gathered<Part, Whole extends Gathering<Part>>(
  make: () => Whole,
  parts: readonly Part[],
  division: Division,
): Whole {
  const made = Array.from({ length: most }, make);
  const order = (key: number) => division.parts[key]?.order ?? 0;
  const keys = [...parts.keys()].sort((a, b) => order(a) - order(b));
  for (const key of keys) made[division.parts[key]?.to ?? 0]?.add(parts[key] as Part, key);
  for (const [first, second] of division.merges) {
    const [into] = made.splice(first % made.length, 1);
    if (into === undefined) continue;
    const [from] = made.splice(second % Math.max(made.length, 1), 1);
    if (from !== undefined) into.take(from);
    made.push(into);
  }
  const [whole] = made;
  if (whole === undefined || made.length > 1) throw new Error(`${made.length} are left, not one`);
  return whole;
}

/** The same, added to a single one in their order. */
export function inOnePass<Part, Whole extends Gathering<Part>>(
  make: () => Whole,
  parts: readonly Part[],
): Whole {
  const whole = make();
  for (const [key, part] of parts.entries()) whole.add(part, key);
  return whole;
}
