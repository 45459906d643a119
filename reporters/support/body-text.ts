/**
 * Lays out the text of an answer for a reader and finds the places in it that JSON Pointers name. It accepts any text:
 * what is no JSON, or was cut, is left as it came, and the places in front of the first oddity are found all the same.
 */

/** A run of text; `place` is the pointer of the value that it names or begins. */
export interface Piece {
  readonly text: string;
  readonly place: string | null;
}

export interface BodyText {
  /** Lines without line feeds. */
  readonly lines: readonly (readonly Piece[])[];
  /** Whether white space between tokens was changed. */
  readonly laidOut: boolean;
  /** The wanted pointers that the text has, and those of the values around them. */
  readonly places: ReadonlySet<string>;
}

/** The wanted pointers as a tree, so that nothing is kept of the values that nobody asks for. */
interface Wanted {
  readonly place: string;
  readonly below: Map<string, Wanted>;
}

interface Frame {
  readonly array: boolean;
  readonly wanted: Wanted | undefined;
  /** Of the element or the member that is read next. */
  key: string | null;
  index: number;
}

const token = /([ \t\n\r]*)([{}[\],:]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[^\s{}[\],:"]+)/y;
const deepestIndent = 8;
/** A text of more tokens is left as it came from there on, and its places are not looked for: a page has to stay small. */
const mostTokens = 10_000;
/** A text that grows by more than this factor is left as it came. */
const mostGrowth = 3;

function treeOf(pointers: Iterable<string>): Wanted {
  const root: Wanted = { place: '', below: new Map() };
  for (const pointer of pointers) {
    let at = root;
    for (const step of pointer.split('/').slice(1)) {
      const child = at.below.get(step) ?? { place: `${at.place}/${step}`, below: new Map() };
      at.below.set(step, child);
      at = child;
    }
  }
  return root;
}

/** The step of a pointer that a key stands for (RFC 6901 section 3). */
function stepOf(key: string): string {
  try {
    return String(JSON.parse(key)).replaceAll('~', '~0').replaceAll('/', '~1');
  } catch {
    return '';
  }
}

/** One token, with the white space in front of it as it came and as a reader would like it. */
interface Token extends Piece {
  readonly gap: string;
  readonly lead: string;
}

class Reader {
  private readonly text: string;
  private readonly root: Wanted;
  private readonly frames: Frame[] = [];
  private readonly tokens: Token[] = [];
  private fresh = false;
  /** Whether the text has no more tokens than are read. */
  whole = true;

  constructor(text: string, root: Wanted) {
    this.text = text;
    this.root = root;
  }

  read(): readonly Token[] {
    token.lastIndex = 0;
    let end = 0;
    for (let found = token.exec(this.text); found !== null; found = token.exec(this.text)) {
      end = token.lastIndex;
      this.take(found[1] ?? '', found[2] ?? '');
      this.whole = this.tokens.length < mostTokens;
      if (!this.whole) break;
    }
    const rest = this.text.slice(end);
    return [...this.tokens, { gap: '', lead: '', text: rest, place: null }];
  }

  private take(gap: string, text: string): void {
    const frame = this.frames.at(-1);
    if (text === '}' || text === ']') {
      this.frames.pop();
      this.push(gap, this.fresh ? '' : this.newLine(), text, null);
    } else if (text === ',') {
      this.push(gap, '', text, null);
      if (frame) Object.assign(frame, { key: null, index: frame.index + 1 });
    } else if (text === ':') {
      this.push(gap, '', text, this.wantedHere()?.place ?? null);
    } else this.keyOrValue(gap, text, frame);
    this.fresh = text === '{' || text === '[';
  }

  private keyOrValue(gap: string, text: string, frame: Frame | undefined): void {
    const isKey = frame !== undefined && !frame.array && frame.key === null;
    const lead = isKey || frame?.array ? this.newLine() : frame ? ' ' : '';
    if (isKey) frame.key = frame.wanted ? stepOf(text) : '';
    const wanted = this.wantedHere();
    this.push(gap, lead, text, wanted?.place ?? null);
    if (text === '{' || text === '[') this.frames.push({ array: text === '[', wanted, key: null, index: 0 });
  }

  private wantedHere(): Wanted | undefined {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.root;
    return frame.wanted?.below.get(frame.array ? String(frame.index) : (frame.key ?? ''));
  }

  private newLine(): string {
    return `\n${'  '.repeat(Math.min(this.frames.length, deepestIndent))}`;
  }

  private push(gap: string, lead: string, text: string, place: string | null): void {
    this.tokens.push({ gap, lead, text, place });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Adds text to the last line; line feeds in it begin new ones, and neighbours of one place become one piece. */
function append(lines: Piece[][], text: string, place: string | null): void {
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) lines.push([]);
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    if (part === '') continue;
    if (last && last.place === place) line[line.length - 1] = { text: last.text + part, place };
    else line.push({ text: part, place });
  }
}

/**
 * @param text of a body
 * @param pointers RFC 6901 pointers to find; they and the values that contain them become pieces of their own
 */
export function bodyText(text: string, pointers: Iterable<string>): BodyText {
  const reader = new Reader(text, treeOf(pointers));
  const tokens = reader.read();
  const grown = tokens.reduce((size, { lead, text: own }) => size + lead.length + own.length, 0);
  const laidOut = reader.whole && grown <= mostGrowth * text.length && isJson(text);
  const lines: Piece[][] = [[]];
  let before: string | null = null;
  for (const { gap, lead, text: own, place } of tokens) {
    append(lines, laidOut ? lead : gap, place === before ? place : null);
    append(lines, own, place === '' ? null : place);
    before = place;
  }
  const places = new Set(tokens.flatMap(({ place }) => place || []));
  return { lines, laidOut, places };
}

/** The pointer itself where the text has it, else the nearest value around it; null where there is none but the whole. */
export function nearestPlace(places: ReadonlySet<string>, pointer: string): string | null {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (places.has(at)) return at;
  return null;
}
