import type { JsonShape } from '../model/json.ts';
import { literally } from '../model/literally.ts';
import { isPlainObject } from './plain.ts';

/**
 * Most bodies of traffic have the keys, in the same order, and the kinds of values of an earlier one. That one becomes
 * a regular expression with a group for each scalar: what it matches is known to be plain (plain.ts) without being read,
 * and whoever judged one text knows of the next all that its shape decides.
 */

/** Shapes that are remembered. */
const mostShapes = 8;
/** Texts of other shapes until the next of them takes the place of a remembered one: to make a pattern takes as long as to read 100. */
const patience = 1_000;
/** Characters of a text, and scalars in it, whose shape is remembered. */
const longest = 16_000;
const mostScalars = 300;

/** A text of a remembered shape, and the texts of its scalars, by the numbers that the outline has for them. */
export interface Shaped {
  readonly shape: JsonShape;
  readonly scalars: readonly string[];
}

/** Strings, with the colon behind them where they are keys; numbers; booleans and null; everything else. */
const token = /"[^"]*"(\s*:)?|-?\d[-+.\deE]*|true|false|null|[^"\dtfn-]+/g;

/** One without escapes, and without halves of characters beyond the first 65,536. */
const string = String.raw`"([^"\\\u0000-\u001f\ud800-\udfff]*)"`;
/** Numbers of 15 digits at most, six of them behind the point, that JavaScript writes as they are. */
const number = String.raw`(0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9])`;
const boolean = '(true|false)';

function patternOf(text: string): RegExp {
  const source = text.replaceAll(token, (found, colon?: string) => {
    if (found === 'true' || found === 'false') return boolean;
    if (found.startsWith('"') && colon === undefined) return string;
    return /^[-\d]/.test(found) ? number : literally(found);
  });
  return new RegExp(`^${source}$`);
}

/** The value with a number in the place of each scalar but null: that of its group. @param types of the scalars, by these numbers */
function outlineOf(value: unknown, types: string[]): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => outlineOf(item, types));
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, outlineOf(inner, types)]));
  return types.push(typeof value) - 1;
}

/** @param type as the shape has it */
export function scalarOf(text: string, type: string | undefined): string | number | boolean {
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

/** Gives what is known of a text by its shape; null where that is none of the remembered ones. */
export function shapes() {
  /** Those that were used lately are more or less the first. */
  const known: { readonly shape: JsonShape; readonly pattern: RegExp }[] = [];
  let others = 0;
  return {
    find: (text: string): Shaped | null => {
      if (text.length > longest) return null;
      for (const [at, one] of known.entries()) {
        const scalars = one.pattern.exec(text);
        if (scalars === null) continue;
        if (at > 0) known.splice(at - 1, 2, one, known[at - 1] ?? one);
        return { shape: one.shape, scalars };
      }
      return null;
    },
    /** Remembers the shape of a text that is plain, unless others are wanted more. */
    add: (text: string, value: unknown, keys: number): void => {
      others += 1;
      if (known.length === mostShapes && others % patience !== 0) return;
      if (text.length > longest || text.includes('\\') || !isPlainObject(value)) return;
      const types = ['whole'];
      const outline = outlineOf(value, types);
      const pattern = patternOf(text);
      if (types.length > mostScalars || !pattern.test(text)) return;
      if (known.length === mostShapes) known.pop();
      known.push({ shape: { outline, types, keys }, pattern });
    },
  };
}
