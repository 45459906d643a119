import type { Waiver } from '../../schemas/types.ts';
import { numberText } from '../json/decimal.ts';
import { lineFinder, parseDocument } from '../json/document.ts';
import { nearestSpan, pointerToken } from '../json/place.ts';
import { isPlainObject, memberOf } from '../json/plain.ts';
import { unless } from '../kinds/setting.ts';
import { didYouMean } from '../model/nearest.ts';
import type { ParseContext, Parsed } from '../model/setting.ts';
import { fillIn, standsFor } from '../model/waiver.ts';
import { contract } from '../operations/index.ts';

/** The member of the file that is the list of entries. */
const list = 'waivers';

/** What entries are checked against. */
type EntryContext = Pick<ParseContext, 'today'>;

/** What is wrong with the value of a member, or null; continues "entry 2 …". */
type MemberCheck = (value: unknown, context: EntryContext) => string | null;

/** @param problem what is said of a value for which it does not hold */
function needs(problem: string, holds: (value: unknown, context: EntryContext) => boolean): MemberCheck {
  return (value, context) => (holds(value, context) ? null : problem);
}

/** A sound entry, its position from 1, and its line. */
interface Entry {
  readonly value: Waiver;
  readonly position: number;
  readonly line: number;
}

/** What is wrong, and where in the file: words that continue "entry 2 …". */
type Fault = readonly [pointer: string, problem: string];

function entryFaults(entry: unknown, at: string, context: EntryContext): readonly Fault[] {
  if (!isPlainObject(entry)) return [[at, 'is not an object']];
  const known = new Map(Object.entries<MemberCheck>(ofWaiver));
  const missing = required.filter((name) => !Object.hasOwn(entry, name));
  const wrong = Object.entries(entry).flatMap(([name, value]): readonly Fault[] => {
    const unknown = `has an unknown member ${JSON.stringify(name)}; there are ${[...known.keys()].join(', ')}`;
    const check = known.get(name);
    const problem = check === undefined ? unknown : check(value, context);
    return problem === null ? [] : [[`${at}/${pointerToken(name)}`, problem]];
  });
  return [...missing.map((name): Fault => [at, `lacks ${name}`]), ...wrong];
}

/** What is wrong outside the entries; continues "the file …". */
function fileFaults(root: unknown, duplicateKeys: readonly string[]): readonly Fault[] {
  const twice = duplicateKeys.map(
    (pointer): Fault => [pointer, `has the key ${pointer} twice: remove one of them`],
  );
  if (!isPlainObject(root)) return [...twice, ['', `has to be an object with the member ${list}`]];
  const at = Object.hasOwn(root, list) ? `/${list}` : '';
  const unknown = Object.keys(root).filter((name) => name !== list && name !== '$schema');
  return [
    ...twice,
    ...(Array.isArray(root[list]) ? [] : [[at, `needs an array as its ${list}`] as const]),
    ...unknown.map((name): Fault => {
      const what = `has an unknown member ${JSON.stringify(name)}`;
      return [`/${pointerToken(name)}`, `${what}: remove it, everything belongs in ${list}`];
    }),
  ];
}

const suggestions = 3;

function text(name: string): MemberCheck {
  return (value) => {
    if (typeof value !== 'string' || value.trim() === '') return `needs text as its "${name}"`;
    if (!value.trimStart().startsWith(fillIn)) return null;
    return `has ${JSON.stringify(value)} as its "${name}": replace this text, or remove the entry`;
  };
}

const id: MemberCheck = (value) => {
  if (typeof value !== 'string' || value === '') return 'needs the id of a requirement as its "id"';
  if (value.slice(0, -1).includes('*')) return 'has a * within its "id"; a * is allowed only at the end';
  const ids = contract.requirementsOn('both').map((requirement) => requirement.id);
  if (ids.some((known) => standsFor(value, known))) return null;
  const meant = didYouMean([value.replace('*', '')], ids, suggestions);
  return `has an id that no requirement has: correct the id, or remove the entry.${meant}`;
};

/** By the platform's calendar: the settings are read before Ajv is loaded. */
function isDay(text: string): boolean {
  const midnight: string | null = new Date(`${text}T00:00:00Z`).toJSON();
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && midnight?.startsWith(text) === true;
}

/** People easily write the value itself where its text is wanted. */
const actual: MemberCheck = (value) => {
  if (typeof value === 'string' && value !== '') return null;
  const number = numberText(value);
  const hint = number === null ? '' : `, for example "${number}"`;
  return `needs text as its "actual": copy it from the evidence in report.json${hint}`;
};

const ofWaiver: Readonly<Record<keyof Waiver, MemberCheck>> = {
  id,
  reason: text('reason'),
  owner: text('owner'),
  // A day that is over is not an error: the waiver covers nothing, and the report says so.
  expires: needs(
    'needs a date as its "expires", written YYYY-MM-DD',
    (value) => typeof value === 'string' && isDay(value),
  ),
  actual,
  flaky: needs('needs true or false as its "flaky"', (value) => typeof value === 'boolean'),
  ticket: text('ticket'),
};
const required = ['id', 'reason', 'owner', 'expires'] as const satisfies readonly (keyof Waiver)[];

/**
 * Takes sound entries one after another, and says where one covers what an earlier one does: of two such entries,
 * nobody could say which is stale.
 */
function conflicts({ today }: EntryContext): (entry: Entry) => string | null {
  /** The entries that cover a requirement, by the value that they are narrowed to: one for any, or one for each. */
  const taken = new Map(
    contract.requirementsOn('both').map((one) => [one.id, new Map<string | undefined, Entry>()]),
  );
  return (entry) => {
    const { value: waiver } = entry;
    if (waiver.expires < today) return null;
    let problem: string | null = null;
    for (const [id, entries] of taken) {
      if (!standsFor(waiver.id, id)) continue;
      const other =
        waiver.actual === undefined
          ? [...entries.values()][0]
          : (entries.get(undefined) ?? entries.get(waiver.actual));
      if (other === undefined) entries.set(waiver.actual, entry);
      else
        problem ??= `covers ${id}, and so does entry ${other.position} in line ${other.line}: remove one of them, or narrow both with actual`;
    }
    return problem;
  };
}

/** The entries of a waivers file, or everything that is wrong with it, each thing with its line. */
export function readWaivers(content: string, context: EntryContext): Parsed<readonly Waiver[]> {
  const lineAt = lineFinder(content);
  const parsed = parseDocument(content, list);
  if (!('value' in parsed)) return parsed;
  const { value, duplicateKeys, spans } = parsed.value;
  const lineOf = (pointer: string) => lineAt(nearestSpan(spans, pointer).start);
  const worded = (who: string, [at, problem]: Fault) =>
    `cannot be used: line ${lineOf(at)}, ${who} ${problem}`;
  const problems = fileFaults(value, duplicateKeys).map((fault) => worded('the file', fault));
  const conflictOf = conflicts(context);
  const entries = memberOf(value, list);
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const [position, at] = [index + 1, `/${list}/${index}`];
    const id = memberOf(entry, 'id');
    const who = `entry ${position}${typeof id === 'string' ? ` (${JSON.stringify(id)})` : ''}`;
    const faults = entryFaults(entry, at, context);
    problems.push(...faults.map((fault) => worded(who, fault)));
    const sound = { value: entry as Waiver, position, line: lineOf(at) };
    const conflict = faults.length > 0 ? null : conflictOf(sound);
    if (conflict !== null) problems.push(worded(who, [at, conflict]));
  }
  return unless(problems, entries as readonly Waiver[]);
}
