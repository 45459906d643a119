import type { Exchange, Report } from '../../schemas/types.ts';
import { isPlainObject } from '../json/plain.ts';

type TextChange = (text: string) => string;

/** Members of which every text comes from this suite and the operator alone, wherever they are, or is a word of a fixed set. */
const own: ReadonlySet<string> = new Set(
  [
    // Of an exchange, and of what was asked and required.
    'id probe operation operations purpose exchange request requests timings what',
    'expected wanted place section statement question schema check because source',
    // Of a report, and of what it was made from.
    'tool document target run plan parts sources notAsked documentNotes declared',
    'recording contract suite node waiver waivers owner hint cause course firstAt lastAt rate',
    'against appeared returned uncovered fixed flaky lost since effects',
    // Words of a fixed set.
    'credentials encoding part recorded kind side facet strength severity verdict outcome actor basis state',
  ].flatMap((names) => names.split(' ')),
);

/** Members that have rows, or the ids of rows. */
const rows: ReadonlySet<string> = new Set(['requirements', 'follows']);

function isOwn(name: string, member: unknown): boolean {
  return own.has(name) || (rows.has(name) && Array.isArray(member) && typeof member[0] === 'string');
}

/** Whatever is not known to be our own is changed, so that a new member is masked before anybody thinks of it. */
function changed<Value>(value: Value, change: TextChange): Value {
  if (typeof value === 'string') return change(value) as Value & string;
  if (Array.isArray(value)) return value.map((one) => changed(one, change)) as Value & unknown[];
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    isOwn(name, member) ? member : changed(member, change),
  ]);
  return Object.fromEntries(members) as Value;
}

/** The exchange with every text changed that came from the service. */
export function withExchangeText(given: Exchange, change: TextChange): Exchange {
  return changed(given, change);
}

/** The report with every text changed that a service may have had a hand in; what is ours and the operator's stays. */
export function withServiceText(given: Report, change: TextChange): Report {
  const { operations, conclusion } = given;
  const removes = (name: string) =>
    operations.find((one) => one.name === name)?.effect?.removes !== undefined;
  // The id of what is removed is the operator's own: it is in the path.
  const effects = given.effects.map((one) =>
    removes(one.operation) || one.id === null ? one : { ...one, id: change(one.id) },
  );
  const report = changed(given, change);
  // The verdict of a row is a word, that of a conclusion a sentence.
  const verdict = change(conclusion.verdict);
  return { ...report, conclusion: { ...report.conclusion, verdict }, effects };
}
