import type { JsonShape } from '../model/json.ts';
import { literally } from '../model/literally.ts';
import { isPlainObject, type PlainJson, plainJson } from './plain.ts';

/**
 * Most bodies of traffic have the keys, in the same order, and the kinds of values of an earlier one. That one
 * becomes a regular expression with a group for each scalar, so that of the next one it is known, in a fifth of the
 * time of reading it, that nothing is lost, and which values it has. Whoever judged one knows what the shape decides.
 */

/** Shapes that are remembered. */
const mostShapes = 8;
/** Texts of no known shape before a new one takes the place of another, and before shapes are given up for so many texts. */
const patience = 64;
const pause = 2_000;
/** Characters of a text, and scalars in it, whose shape is remembered. */
const longest = 16_000;
const mostScalars = 300;

/** A string, a number or a boolean of a shape: which of the scalars of a text it is. */
export class Scalar {
  readonly at: number;
  readonly type: string;

  constructor(at: number, type: string) {
    this.at = at;
    this.type = type;
  }

  /** @param scalars of the text */
  of(scalars: readonly string[]): string | number | boolean {
    const text = scalars[this.at] ?? '';
    if (this.type === 'string') return text;
    return this.type === 'number' ? Number(text) : text === 'true';
  }
}

/** A text as a pattern of its own kind: keys and what is between values as they are, and groups for scalars. */
interface Shape extends JsonShape {
  readonly pattern: RegExp;
  readonly keys: number;
}

/** Strings, with the colon behind them where they are keys; numbers; booleans; null; everything else. */
const token = /"[^"]*"(\s*:)?|-?\d[-+.\deE]*|true|false|null|[^"\dtfn-]+/g;

const string = '"([^"\\\\\\u0000-\\u001f]*)"';
/** Numbers of 15 digits at most, six of them behind the point, that JavaScript writes as they are. */
const number = '(0|-?[1-9]\\d{0,14}|-?(?:0|[1-9]\\d{0,8})\\.\\d{0,5}[1-9])';
const boolean = '(true|false)';

function patternOf(text: string): RegExp {
  const source = text.replaceAll(token, (found, colon?: string) => {
    if (found === 'true' || found === 'false') return boolean;
    if (found.startsWith('"') && colon === undefined) return string;
    return /^[-\d]/.test(found) ? number : literally(found);
  });
  return new RegExp(`^${source}$`);
}

/** A value with scalars in the place of those of a text, in the order of its groups. */
function outlineOf(value: unknown, scalars: Scalar[]): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => outlineOf(item, scalars));
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, outlineOf(inner, scalars)]));
  const scalar = new Scalar(scalars.length + 1, typeof value);
  scalars.push(scalar);
  return scalar;
}

/** A text of a known shape; its value is made when somebody asks for it. */
class Shaped implements PlainJson {
  readonly shape: Shape;
  readonly scalars: readonly string[];
  private made: unknown;

  constructor(shape: Shape, scalars: readonly string[]) {
    this.shape = shape;
    this.scalars = scalars;
  }

  get keys(): number {
    return this.shape.keys;
  }

  get value(): unknown {
    this.made ??= JSON.parse(this.scalars[0] ?? '');
    return this.made;
  }
}

/** Null for a text that is no object or too large, and for one that is not of its own shape, as with escapes and other numbers. */
function shapedOf(text: string, { value, keys }: PlainJson): Shaped | null {
  if (text.includes('\\') || !isPlainObject(value)) return null;
  const scalars: Scalar[] = [];
  const outline = outlineOf(value, scalars);
  if (scalars.length > mostScalars) return null;
  const pattern = patternOf(text);
  const groups = pattern.exec(text);
  return groups && new Shaped({ pattern, outline, keys }, groups);
}

/** Reads texts as `plainJson` does, and remembers the latest shapes. */
export class PlainReader {
  /** Those that were used lately are more or less the first. */
  private readonly shapes: Shape[] = [];
  private others = 0;
  /** Runs out where less than half of the texts are of known shapes. */
  private credit = patience;

  readonly read = (text: string): PlainJson | undefined => {
    if (text.length > longest || !this.isTried() || !text.isWellFormed()) return plainJson(text);
    const known = this.readKnown(text);
    if (known !== undefined) return known;
    const plain = plainJson(text);
    return plain === undefined ? undefined : (this.remembered(text, plain) ?? plain);
  };

  private isTried(): boolean {
    if (this.credit > 0) return true;
    this.others += 1;
    if (this.others % pause === 0) this.credit = patience;
    return false;
  }

  private readKnown(text: string): PlainJson | undefined {
    for (let at = 0; at < this.shapes.length; at += 1) {
      const shape = this.shapes[at] as Shape;
      const groups = shape.pattern.exec(text);
      if (groups === null) continue;
      if (at > 0) this.putForward(shape, at);
      this.credit = Math.min(patience, this.credit + 1);
      return new Shaped(shape, groups);
    }
    if (this.isFull) this.credit -= 1;
    return undefined;
  }

  private get isFull(): boolean {
    return this.shapes.length >= mostShapes;
  }

  private putForward(shape: Shape, at: number): void {
    this.shapes[at] = this.shapes[at - 1] as Shape;
    this.shapes[at - 1] = shape;
  }

  /** @returns the text as one of its own shape, as the same text may come again; null where the shape is not remembered */
  private remembered(text: string, plain: PlainJson): Shaped | null {
    this.others += 1;
    if (this.isFull && this.others % patience !== 0) return null;
    const shaped = shapedOf(text, plain);
    if (shaped === null) return null;
    if (this.isFull) this.shapes.pop();
    this.shapes.push(shaped.shape);
    return shaped;
  }
}
