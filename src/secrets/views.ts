import { limits } from '../model/limits.ts';
import { decodersFor } from './encodings.ts';
import { isQuotedPrintable, undoEscapes } from './escapes.ts';
import { type Derived, through } from './pieces.ts';
import { alphabetOf, finderOf } from './stretches.ts';

/** A text to be searched: the given one, or what was decoded from another. */
export interface View {
  readonly text: string;
  /** What it was decoded from; null for the given text. */
  readonly outer: View | null;
  /** The range of the outer view, or of the given text, that a range was decoded from. */
  readonly origin: Derived['origin'];
}

/** What is looked for, as far as it decides what is worth decoding. */
export interface Wanted {
  /** Characters that a text must have to hold it. */
  readonly least: number;
  /** Everything that it is spelled with. */
  readonly characters: string;
}

/** What escapes and encodings are written in, UTF-16 read as bytes included. */
const printable = ' -~\\t\\r\\n\\0';

/** Characters as they stand in a class of a regular expression. */
function classOf(characters: string): string {
  const further = new Set(characters.replaceAll(/[ -~]/g, '').split(''));
  const written = [...further].map((character) => character.charCodeAt(0).toString(16).padStart(4, '0'));
  return printable + written.map((code) => `\\u${code}`).join('');
}

const isAlwaysNew = (): boolean => true;

/** What was undone on the way to a text. */
interface Done {
  readonly decodings: number;
  readonly escapings: number;
  /** Whether escapes were undone together with those of quoted-printable, and are so from then on. */
  readonly isQuoted: boolean;
}

/** Escapes of quoted-printable look like much else (`?id=ab12`): they are undone on a way of their own. */
function* unescaped(
  { text, isNew }: Derived,
  isQuoted: boolean,
): Generator<readonly [Derived | null, boolean]> {
  if (!isQuoted) yield [undoEscapes(text, 'usual'), false];
  if (isQuoted || isQuotedPrintable(text, isNew)) yield [undoEscapes(text, 'quoted'), true];
}

/**
 * Makes what gives a text, and all that is in it once stretches of it are decoded, `limits.decodings` deep and
 * `limits.escapings` times unescaped: outer views first, and without bytes that spell no text. What is shorter than
 * `least` is not decoded.
 */
export function viewer({ least, characters }: Wanted): (text: string) => Generator<View> {
  const legible = finderOf(alphabetOf(classOf(characters), ' '), least);
  const decoders = decodersFor(least);

  function* from(made: Derived, outer: View | null, done: Done): Generator<View> {
    const found = legible(made.text, isAlwaysNew);
    if (found === null) return;
    const whole = through(made, found);
    const view = { text: whole.text, outer, origin: whole.origin };
    yield view;
    const { decodings, escapings } = done;
    if (escapings < limits.escapings) {
      for (const [inner, isQuoted] of unescaped(whole, done.isQuoted))
        if (inner !== null) yield* from(inner, view, { decodings, escapings: escapings + 1, isQuoted });
    }
    if (decodings === limits.decodings) return;
    for (const decode of decoders) {
      for (const inner of decode(whole.text, whole.isNew))
        yield* from(inner, view, { decodings: decodings + 1, escapings, isQuoted: false });
    }
  }

  const nothingDone: Done = { decodings: 0, escapings: 0, isQuoted: false };
  return (text) => from({ text, origin: (range) => range, isNew: isAlwaysNew }, null, nothingDone);
}
