import { limits } from '../../model/limits.ts';
import { maskRanges } from '../../secrets/marker.ts';
import { createSearch, type Hit, merged, type Secret } from '../../secrets/secret-search.ts';

/** Tokens of this many runs are remembered: a command may print another one each time. */
const mostSecrets = 50;
/** What waits for the token at most: lines, and characters of them. */
const mostLines = 1_000;
const mostCharacters = 1_000_000;

/** What of a secret has to follow in the next line, where a line ends with its beginning. */
interface Cut {
  readonly name: string;
  readonly shown: number;
  readonly rest: string;
}

/** The beginnings of secrets that a line ends with. */
function cutIn(line: string, secrets: readonly Secret[]): readonly Cut[] {
  return secrets.flatMap(({ name, value }) => {
    const lengths = Array.from({ length: Math.min(value.length - 1, line.length) }, (_, at) => at + 1);
    return lengths
      .filter((shown) => line.endsWith(value.slice(0, shown)))
      .map((shown) => ({ name, shown, rest: value.slice(shown) }));
  });
}

/** A hit at the end of a line, or at its beginning, with what is still to follow. */
function continued(line: string, { name, shown, rest }: Cut): { hit: Hit; cut: Cut | null } | null {
  const start = line.length - line.trimStart().length;
  const text = line.slice(start);
  if (text !== '' && text.startsWith(rest))
    return { hit: { name, start, end: start + rest.length }, cut: null };
  const part = text.trimEnd();
  const known = shown + part.length;
  if (part === '' || !rest.startsWith(part) || known < limits.shortestSecret) return null;
  const cut = { name, shown: known, rest: rest.slice(part.length) };
  return { hit: { name, start, end: start + part.length }, cut };
}

/** What a service prints, without the secrets of the run, also where one goes on in the next line. */
export class ServiceLines {
  readonly #print: (line: string) => void;
  #secrets: readonly Secret[] = [];
  #search: (line: string) => readonly Hit[] = () => [];
  /** Prints what waits for the token; null where nothing has to wait. */
  #waiting: { readonly length: number; readonly print: () => void }[] | null = null;
  #leftOut = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** From here on lines wait for `know`, or for `release`. */
  wait(): void {
    this.#waiting ??= [];
  }

  /** Masks these from here on as well, and prints what waited for them. */
  know(secrets: readonly Secret[]): void {
    const isNew = ({ value }: Secret) => !secrets.some((one) => one.value === value);
    const isSought = ({ value, isShown }: Secret) =>
      isShown !== true && value.length >= limits.shortestSecret;
    this.#secrets = [...secrets.filter(isSought), ...this.#secrets.filter(isNew)].slice(0, mostSecrets);
    this.#search = createSearch(this.#secrets);
    this.release();
  }

  /** Prints what waited, masked with what is known. */
  release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    if (this.#leftOut > 0) this.#print(`… ${this.#leftOut} lines before these are left out`);
    this.#leftOut = 0;
    for (const { print } of waiting) print();
  }

  /** Takes the lines of one stream, in their order. */
  stream(): (line: string) => void {
    let cuts: readonly Cut[] = [];
    const print = (line: string) => {
      const before = cuts.flatMap((cut) => continued(line, cut) ?? []);
      const end = line.trimEnd();
      const after = cutIn(end, this.#secrets);
      cuts = [...before.flatMap(({ cut }) => cut ?? []), ...after];
      const ends = after
        .filter(({ shown }) => shown >= limits.shortestSecret)
        .map(({ name, shown }) => ({ name, start: end.length - shown, end: end.length }));
      this.#print(
        maskRanges(line, merged([...this.#search(line), ...before.map(({ hit }) => hit), ...ends])),
      );
    };
    return (line) => {
      if (this.#waiting === null) print(line);
      else this.#keep({ length: line.length, print: () => print(line) });
    };
  }

  #keep(line: { readonly length: number; readonly print: () => void }): void {
    const waiting = this.#waiting ?? [];
    waiting.push(line);
    let characters = waiting.reduce((sum, { length }) => sum + length, 0);
    while (waiting.length > mostLines || characters > mostCharacters) {
      characters -= waiting.shift()?.length ?? 0;
      this.#leftOut += 1;
    }
  }
}
