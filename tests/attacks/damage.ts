import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { otherTypes, prototypeNames, texts, usualNumbers } from '../support/boundary-values.ts';
import { anyText } from './generators.ts';
import { type Json, pathsOf, type Step } from './read-files.ts';

/** Files as somebody else damaged or rewrote them. */

const rawValues = [
  ...['null', 'true', '[]', '{}', '0', '-0', '-1', '1.5', '1e308', '1e400', '5e-324', 'NaN', '01', '""', ''],
  ...['9007199254740993', '8640000000000001', '253402300800000', '{"__proto__":{"a":1}}'],
  '['.repeat(300) + ']'.repeat(300),
  '{"a":'.repeat(100_000),
  `[${'0,'.repeat(200_000)}0]`,
];

const hostile = [
  ...prototypeNames,
  '\u001b[31m\u001b]0;owned\u0007',
  '\n::error::owned\n##[error]x',
  "'; touch owned #$(touch owned)`touch owned`",
  '</script><script>alert(1)</script>',
  '../../../owned',
  '\ud800',
  'x'.repeat(70_000),
  '9999-12-31T23:59:59.999Z',
  'http://[::1]:0/%zz?a=b@c',
];

/** Where scalars, keys, brackets and commas are, as far as a quick reading tells. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/;

type Change = (text: string) => string;

/** The first token from some place on becomes something else. */
const anotherToken = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      fc.constantFrom<Change>(...rawValues.map((value) => () => value)),
      fc.constantFrom<Change>(...hostile.map((value) => () => JSON.stringify(value))),
      fc.constant<Change>((found) => `${found},${found}`),
      fc.integer({ min: 2, max: 3_000 }).map(
        (times): Change =>
          (found) =>
            found.repeat(times),
      ),
    ),
  )
  .map(
    ([at, change]): Change =>
      (text) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + text.slice(from).replace(token, change);
      },
  );

const pieceLost = fc
  .tuple(
    fc.nat(),
    fc.oneof(fc.nat(2_000), fc.constant(Number.POSITIVE_INFINITY)),
    fc.string({ unit: 'binary' }),
  )
  .map(
    ([at, length, instead]): Change =>
      (text) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + instead + text.slice(from + length);
      },
  );

const ofWhole = fc.constantFrom<Change>(
  (text) => text.split('\n').reverse().join('\n'),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', ' '),
  (text) => text.repeat(50),
  (text) => `\ufeff${text}`,
);

const inBytes = fc.oneof(
  { weight: 6, arbitrary: fc.constant((text: string) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<(text: string) => Buffer>(
      (text) => Buffer.from(text, 'utf16le'),
      (text) => Buffer.from(text, 'latin1'),
      (text) => gzipSync(text),
      (text) => gzipSync(text).subarray(0, -9),
    ),
  },
);

const changes = fc.array(fc.oneof(anotherToken, pieceLost, ofWhole), { maxLength: 3 });

/** What becomes of a sound file, by its text. */
export const anyDamage: fc.Arbitrary<(text: string) => Buffer> = fc.tuple(changes, inBytes).map(
  ([all, written]) =>
    (text) =>
      written(all.reduce((changed, change) => change(changed), text)),
);

const mark = '@another value@';

function marked(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return mark;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<Step, unknown>;
  copy[step] = marked(copy[step], rest);
  return copy;
}

/** The text of a document with another value in one place, as JSON text: -0 and 1e400 are no values of JavaScript. */
export function textWith(document: unknown, path: readonly Step[], text: string): string {
  return JSON.stringify(marked(document, path)).replace(JSON.stringify(mark), () => text);
}

/** Items of a list, and members that are named by ids, are alike: the first of them is tried. */
function differing(paths: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  const kind = (path: readonly Step[]) =>
    path.map((step) => (typeof step === 'number' || step.includes(':') ? '*' : step)).join('/');
  return [...new Map(paths.toReversed().map((path) => [kind(path), path])).values()];
}

/** Lines of JSON in which a place has a value at the edge of what it may hold, or some places have become something else. */
export function anyEdge(text: string): fc.Arbitrary<string> {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  const places = lines.flatMap((line, at) => differing(pathsOf(line)).map((path) => ({ at, path })));
  const edges = fc.constantFrom(...otherTypes, ...usualNumbers, ...texts);
  const hostileText = fc.oneof(fc.constantFrom(...hostile), anyText).map((text) => JSON.stringify(text));
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(edges, hostileText))
    .map(([{ at, path }, edge]) =>
      lines
        .map((line, one) => `${one === at ? textWith(line, path, edge) : JSON.stringify(line)}\n`)
        .join(''),
    );
}
