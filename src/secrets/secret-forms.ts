import { limits } from '../model/limits.ts';
import { type Reading, undoEscapes } from './escapes.ts';
import { type Range, View } from './views.ts';

/** One way to spell a secret, encodings aside. */
export interface Form {
  readonly spelling: string;
  /** Characters at its beginning that are enough. */
  readonly enough: number;
  /** The part that is looked for first, and where in the spelling it begins. */
  readonly anchor: string;
  readonly anchorAt: number;
  /** The rarest character of the anchor: texts without it need not be searched for the anchor. */
  readonly rarest: string;
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

/** Characters of JSON, names, identifiers and times, about in the order of how often they occur. */
const frequent = `"eta0i1r2n3oscd5,4-:6978flumpbyghSTvwkTDxACEIRNOPULMBF_/.{} `;

function rarestOf(text: string): string {
  const characters = [...text];
  const rare = characters.find((character) => !frequent.includes(character));
  return rare ?? characters.reduce((a, b) => (frequent.indexOf(a) < frequent.indexOf(b) ? b : a));
}

/** @param enough characters of the view's given text, at its beginning, that are enough */
function formOf(view: View, enough: number): Form {
  const spelling = view.text;
  let beginning = spelling.length;
  while (beginning > 1 && view.given({ start: 0, end: beginning }).end > enough) beginning -= 1;
  if (beginning < leastUndone) beginning = spelling.length;
  const slack = Math.max(0, Math.min(mostSwallowed, Math.floor((spelling.length - shortestAnchor) / 2)));
  const anchor = spelling.slice(slack, Math.max(slack + shortestAnchor, beginning - mostSwallowed));
  return { spelling, enough: beginning, anchor, anchorAt: slack, rarest: rarestOf(anchor) };
}

/** A text, and what it becomes when escapes that it only seems to hold are undone with those around it. */
function* seeming(text: string): Generator<View> {
  for (const reading of ['usual', 'quoted'] satisfies Reading[]) {
    let view: View | null = new View(text);
    for (let times = 0; view !== null && times <= limits.escapings; times += 1) {
      yield view;
      view = undoEscapes(view, reading);
    }
  }
}

/**
 * A secret as it is; in lower or upper case, as gateways spell names of headers; its UTF-8 read byte by byte; as HTML
 * forms write it.
 * @param isWhole whether its beginning alone says nothing
 */
export function formsOf(value: string, isWhole: boolean): readonly Form[] {
  const bytes = Buffer.from(value, 'utf8').toString('latin1');
  const forms = new Map<string, Form>();
  for (const spelling of [
    value,
    value.toLowerCase(),
    value.toUpperCase(),
    bytes,
    value.replaceAll(' ', '+'),
  ]) {
    const enough = isWhole ? spelling.length : beginningOf(spelling).length;
    for (const view of seeming(spelling)) {
      if (view.text.length >= limits.shortestSecret && !forms.has(view.text))
        forms.set(view.text, formOf(view, enough));
    }
  }
  return [...forms.values()];
}

/**
 * Where a hit that lacks some characters on one side begins or ends in the given text: they are next to it in the view
 * or in one that it was decoded from, where they were not yet taken for a part of an escape. Null when they are not.
 */
function edge(view: View, range: Range, missing: string, side: 'start' | 'end'): number | null {
  const beside = side === 'start' ? range.start - missing.length : range.end;
  if (beside >= 0 && view.text.startsWith(missing, beside)) {
    const end = Math.max(range.end, beside + missing.length);
    return view.given({ start: Math.min(range.start, beside), end })[side];
  }
  return view.outer === null ? null : edge(view.outer, view.origin(range), missing, side);
}

/** The range of the given text that a form takes whose anchor is at an offset of a view. */
function extent(view: View, { spelling, enough, anchor, anchorAt }: Form, at: number): Range | null {
  const { text } = view;
  let first = anchorAt;
  while (first > 0 && text[at - 1 - anchorAt + first] === spelling[first - 1]) first -= 1;
  let last = anchorAt + anchor.length;
  while (last < spelling.length && text[at - anchorAt + last] === spelling[last]) last += 1;
  const range = { start: at - anchorAt + first, end: at - anchorAt + last };
  const start = edge(view, range, spelling.slice(0, first), 'start');
  const end =
    edge(view, range, spelling.slice(last), 'end') ?? edge(view, range, spelling.slice(last, enough), 'end');
  return start === null || end === null ? null : { start, end };
}

const nothing: readonly Range[] = [];

/** Finds a form in a view: the ranges of the given text that spell it, or enough of it. */
export function foundIn(view: View, form: Form): readonly Range[] {
  if (!view.text.includes(form.rarest)) return nothing;
  const found: Range[] = [];
  let from = 0;
  for (let at = view.text.indexOf(form.anchor); at !== -1; at = view.text.indexOf(form.anchor, from)) {
    const range = extent(view, form, at);
    from = range === null ? at + 1 : at + form.anchor.length;
    if (range !== null) found.push(range);
  }
  return found;
}
