/**
 * What is counted is plain data: JSON, but for the Maps of samples. A shape says what it begins with and how two become one,
 * for threads and for parts of traffic that several machines judge.
 */
export interface Shape<State> {
  readonly empty: () => State;
  /** May change `into`, never `from`. */
  readonly merge: (into: State, from: State) => State;
}

export type StateOf<Of> = Of extends Shape<infer State> ? State : never;

export const count: Shape<number> = { empty: () => 0, merge: (into, from) => into + from };

/** Whether it was so once. */
export const once: Shape<boolean> = { empty: () => false, merge: (into, from) => into || from };

/** The lowest and the highest of some numbers, such as times; null for none. */
export type NumberRange = [first: number, last: number] | null;

export function widened(known: NumberRange, number: number): NumberRange {
  if (known === null) return [number, number];
  if (number < known[0]) known[0] = number;
  if (number > known[1]) known[1] = number;
  return known;
}

export const range: Shape<NumberRange> = {
  empty: () => null,
  merge: (into, from) => (from === null ? into : widened(widened(into, from[0]), from[1])),
};

/** Members of different shapes. */
export function record<States extends object>(
  of: {
    readonly [Name in keyof States]: Shape<States[Name]>;
  },
): Shape<States> {
  const names = Object.keys(of) as (keyof States)[];
  return {
    empty: () => Object.fromEntries(names.map((name) => [name, of[name].empty()])) as States,
    merge: (into, from) => {
      for (const name of names) into[name] = of[name].merge(into[name], from[name]);
      return into;
    },
  };
}

/** States of one shape by name. */
export type Named<State> = Record<string, State>;

export function named<State>(of: Shape<State>): Shape<Named<State>> {
  return {
    // A name may be that of a member of every object.
    empty: () => Object.create(null),
    merge: (into, from) => {
      for (const [name, state] of Object.entries(from)) into[name] = of.merge(entryOf(into, name, of), state);
      return into;
    },
  };
}

/** The state of a name, begun where there is none. */
export function entryOf<State>(states: Named<State>, name: string, { empty }: Shape<State>): State {
  states[name] ??= empty();
  return states[name];
}

/** Different texts, until there are too many: then null. */
export function fewTexts(most: number) {
  const add = (into: string[] | null, texts: Iterable<string> | null) => {
    if (into === null || texts === null) return null;
    for (const text of texts) if (!into.includes(text)) into.push(text);
    return into.length > most ? null : into;
  };
  return { empty: (): string[] | null => [], merge: add, add };
}

/** JSON text, in which each Map is an array of pairs. */
export function jsonOf(state: unknown): string {
  return JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}
