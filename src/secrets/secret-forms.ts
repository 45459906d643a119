import { limits } from '../model/limits.ts';
import { undoEscapes } from './escapes.ts';
import type { Range } from './pieces.ts';
import type { View } from './views.ts';

/** One way to spell a secret, encodings aside. */
export interface Form {
  readonly spelling: string;
  /** Characters at its beginning that are enough. */
  readonly enough: number;
  /** The part that is looked for first, and where in the spelling it begins. */
  readonly anchor: string;
  readonly anchorAt: number;
}

/** Part of a secret that is masked like the whole, and the least that such a part has. */
const enoughPart = 0.6;
const leastPart = 12;
/** The same of a spelling that undoing escapes has made shorter. */
const leastUndone = 8;

/** What of a secret is masked without the rest: 60 percent, twelve characters at least. */
export function beginningOf(value: string): string {
  return value.slice(0, Math.max(leastPart, Math.ceil(value.length * enoughPart)));
}

/** Characters at either end that may have been taken for a part of an escape: of `%4` before `1ab` the `1`. */
const mostSwallowed = 3;
const shortestAnchor = 4;

function formOf(spelling: string, enough: number): Form {
  const slack = Math.max(0, Math.min(mostSwallowed, Math.floor((spelling.length - shortestAnchor) / 2)));
  const anchor = spelling.slice(slack, Math.max(slack + shortestAnchor, enough - mostSwallowed));
  return { spelling, enough, anchor, anchorAt: slack };
}

/** A text and, in their order, what it becomes when escapes that it only seems to hold are undone with those around it. */
function undone(text: string): readonly string[] {
  const spellings = [text];
  for (const kind of ['usual', 'quoted'] as const) {
    let last = text;
    for (let times = 0; times < limits.escapings; times += 1) {
      last = undoEscapes(last, kind)?.text ?? last;
      spellings.push(last);
    }
  }
  return spellings;
}

/** As it is; in lower or upper case, as gateways spell names of headers; UTF-8 read byte by byte; as HTML forms write it. */
function spellingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return [text, text.toLowerCase(), text.toUpperCase(), bytes, text.replaceAll(' ', '+')].flatMap(undone);
}

/** How many characters of two texts agree, from two offsets on in the direction of a step. */
function agreeing(text: string, at: number, spelling: string, from: number, step: 1 | -1): number {
  let count = 0;
  while (
    spelling[from + step * count] === text[at + step * count] &&
    spelling[from + step * count] !== undefined
  )
    count += 1;
  return count;
}

/** @param isWhole whether its beginning alone says nothing */
export function formsOf(value: string, isWhole: boolean): readonly Form[] {
  const beginnings = spellingsOf(isWhole ? value : beginningOf(value));
  const forms = new Map<string, Form>();
  for (const [at, spelling] of spellingsOf(value).entries()) {
    if (spelling.length < limits.shortestSecret || forms.has(spelling)) continue;
    const enough = agreeing(beginnings[at] ?? '', 0, spelling, 0, 1);
    forms.set(spelling, formOf(spelling, enough < leastUndone ? spelling.length : enough));
  }
  return [...forms.values()];
}

/** The range of the given text that a range of a view was decoded from. */
function givenRange(view: View, range: Range): Range {
  let given = view.origin(range);
  for (let outer = view.outer; outer !== null; outer = outer.outer) given = outer.origin(given);
  return given;
}

/**
 * Where a hit that lacks some characters on one side begins or ends in the given text: they stand beside it in the view
 * or in one that it was decoded from, where they were not yet taken for a part of an escape. Null when they do not.
 */
function edge(view: View, range: Range, missing: string, side: 'start' | 'end'): number | null {
  let at = range;
  for (let outer: View | null = view; outer !== null; outer = outer.outer) {
    const beside = side === 'start' ? at.start - missing.length : at.end;
    if (beside >= 0 && outer.text.startsWith(missing, beside)) {
      const whole = { start: Math.min(at.start, beside), end: Math.max(at.end, beside + missing.length) };
      return givenRange(outer, whole)[side];
    }
    at = outer.origin(at);
  }
  return null;
}

/** The range of the given text that a form takes whose anchor stands at an offset of a view. */
function extent(view: View, { spelling, enough, anchor, anchorAt }: Form, at: number): Range | null {
  const { text } = view;
  const before = agreeing(text, at - 1, spelling, anchorAt - 1, -1);
  const after = agreeing(text, at + anchor.length, spelling, anchorAt + anchor.length, 1);
  const range = { start: at - before, end: at + anchor.length + after };
  const last = anchorAt + anchor.length + after;
  const start = edge(view, range, spelling.slice(0, anchorAt - before), 'start');
  const end =
    edge(view, range, spelling.slice(last), 'end') ?? edge(view, range, spelling.slice(last, enough), 'end');
  return start === null || end === null ? null : { start, end };
}

/** Finds a form in a view: the ranges of the given text that spell it, or enough of it. */
export function* foundIn(view: View, form: Form): Generator<Range> {
  let from = 0;
  for (let at = view.text.indexOf(form.anchor); at !== -1; at = view.text.indexOf(form.anchor, from)) {
    const range = extent(view, form, at);
    from = range === null ? at + 1 : at + form.anchor.length;
    if (range !== null) yield range;
  }
}
