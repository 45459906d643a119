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

interface WaitingLine {
  readonly length: number;
  readonly print: () => void;
}

/** What a service prints, without the secrets of the run, also where one goes on in the next line. */
export function serviceLines(printLine: (line: string) => void) {
  let secrets: readonly Secret[] = [];
  let search: (line: string) => readonly Hit[] = () => [];
  /** Lines that wait for the token; null where none has to. */
  let waiting: WaitingLine[] | null = null;
  let leftOut = 0;

  /** Prints what waited, masked with what is known. */
  const release = () => {
    const lines = waiting ?? [];
    waiting = null;
    if (leftOut > 0) printLine(`… ${leftOut} lines before these are left out`);
    leftOut = 0;
    for (const { print } of lines) print();
  };
  const keep = (lines: WaitingLine[], line: WaitingLine) => {
    lines.push(line);
    let characters = lines.reduce((sum, { length }) => sum + length, 0);
    while (lines.length > mostLines || characters > mostCharacters) {
      characters -= lines.shift()?.length ?? 0;
      leftOut += 1;
    }
  };
  return {
    release,
    /** From here on lines wait for `know`, or for `release`. */
    wait: () => {
      waiting ??= [];
    },
    /** Masks these from here on as well, and prints what waited for them. */
    know: (known: readonly Secret[]) => {
      const isNew = ({ value }: Secret) => !known.some((one) => one.value === value);
      const isSought = ({ value, isShown }: Secret) =>
        isShown !== true && value.length >= limits.shortestSecret;
      secrets = [...known.filter(isSought), ...secrets.filter(isNew)].slice(0, mostSecrets);
      search = createSearch(secrets);
      release();
    },
    /** Takes the lines of one stream, in their order. */
    stream: () => {
      let cuts: readonly Cut[] = [];
      const print = (line: string) => {
        const before = cuts.flatMap((cut) => continued(line, cut) ?? []);
        const end = line.trimEnd();
        const after = cutIn(end, secrets);
        cuts = [...before.flatMap(({ cut }) => cut ?? []), ...after];
        const ends = after
          .filter(({ shown }) => shown >= limits.shortestSecret)
          .map(({ name, shown }) => ({ name, start: end.length - shown, end: end.length }));
        printLine(maskRanges(line, merged([...search(line), ...before.map(({ hit }) => hit), ...ends])));
      };
      return (line: string) => {
        if (waiting === null) print(line);
        else keep(waiting, { length: line.length, print: () => print(line) });
      };
    },
  };
}
