import { lineFinder, parseDocument } from '../json/document.ts';
import { nodeAt } from '../json/json.ts';
import { isPlainObject, memberOf } from '../json/plain.ts';
import { pointerToken } from '../json/pointer.ts';
import { JsonText } from '../json/text.ts';
import type { DocumentName } from '../model/documents.ts';
import type { ParseContext, Parsed } from '../model/setting.ts';
import { unless } from './setting.ts';

/** What entries are checked against. */
export type EntryContext = Pick<ParseContext, 'today' | 'contract'>;

/** What is wrong with the value of a member, or null; continues "entry 2 …". */
export type MemberCheck = (value: unknown, context: EntryContext) => string | null;

/** @param problem what is said of a value for which it does not hold */
export function needs(
  problem: string,
  holds: (value: unknown, context: EntryContext) => boolean,
): MemberCheck {
  return (value, context) => (holds(value, context) ? null : problem);
}

/** A sound entry, its position from 1, and its line. */
export interface Entry<Value> {
  readonly value: Value;
  readonly position: number;
  readonly line: number;
}

/** A file that is an object with a list of entries. */
export interface EntryFile<Value> {
  /** The member that is the list. */
  readonly list: DocumentName & ('waivers' | 'locations');
  readonly checks: Readonly<Record<keyof Value, MemberCheck>>;
  readonly required: readonly (keyof Value & string)[];
  /** Says of one sound entry after another where it does not go with those before it; null where it does. */
  readonly conflicts?: (context: EntryContext) => (entry: Entry<Value>) => string | null;
}

/** What is wrong, and where in the file: words that continue "entry 2 …". */
type Fault = readonly [pointer: string, problem: string];

function entryFaults<Value>(
  entry: unknown,
  at: string,
  { checks, required }: EntryFile<Value>,
  context: EntryContext,
): readonly Fault[] {
  if (!isPlainObject(entry)) return [[at, 'is not an object']];
  const known = new Map(Object.entries<MemberCheck>(checks));
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
function fileFaults(root: unknown, duplicateKeys: readonly string[], list: string): readonly Fault[] {
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

/** The entries of a file, or everything that is wrong with it, each thing with its line. */
export function readEntries<Value>(
  content: string,
  file: EntryFile<Value>,
  context: EntryContext,
): Parsed<readonly Value[]> {
  const lineAt = lineFinder(content);
  const parsed = parseDocument(content, file.list, lineAt);
  if (!('value' in parsed)) return parsed;
  const { root, duplicateKeys } = parsed.value;
  const { value } = JsonText.ofTree(parsed.value);
  const lineOf = (pointer: string) => lineAt(nodeAt(root, pointer).start);
  const worded = (who: string, [at, problem]: Fault) =>
    `cannot be used: line ${lineOf(at)}, ${who} ${problem}`;
  const problems = fileFaults(value, duplicateKeys, file.list).map((fault) => worded('the file', fault));
  const conflictOf = file.conflicts?.(context);
  const entries = memberOf(value, file.list);
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const [position, at] = [index + 1, `/${file.list}/${index}`];
    const id = memberOf(entry, 'id');
    const who = `entry ${position}${typeof id === 'string' ? ` (${JSON.stringify(id)})` : ''}`;
    const faults = entryFaults(entry, at, file, context);
    problems.push(...faults.map((fault) => worded(who, fault)));
    const sound = { value: entry as Value, position, line: lineOf(at) };
    const conflict = faults.length > 0 ? null : (conflictOf?.(sound) ?? null);
    if (conflict !== null) problems.push(worded(who, [at, conflict]));
  }
  return unless(problems, entries as readonly Value[]);
}
