import {
  type JsonDocument,
  type JsonNode,
  JsonSyntaxError,
  JsonTooComplexError,
  member,
  nodeAt,
  parseJson,
} from '../json/json.ts';
import { type DocumentName, otherDocument } from '../model/documents.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Parsed } from '../model/setting.ts';
import { refused, unless } from './setting.ts';

/** More levels than a JSON file of an operator needs. */
const depth = 16;

/** Finds the line, from 1, of an offset into a text. The text is read once, however often it is asked. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The document, or what is wrong with it; continues "names FILE, which …". @param expected what it should be */
export function parseDocument(
  content: string,
  lineAt: (offset: number) => number,
  expected: DocumentName,
): Parsed<JsonDocument> {
  const other = otherDocument(content, [expected]);
  if (other !== null) return refused(other);
  try {
    return { value: parseJson(content, { depth }) };
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return refused(`cannot be used: line ${lineAt(error.offset)} is not JSON (${error.problem})`);
    if (error instanceof JsonTooComplexError) return refused(`is ${error.message}`);
    throw error;
  }
}

/** What entries are checked against. */
export interface EntryContext {
  /** The day on which the run starts, in UTC: YYYY-MM-DD. */
  readonly today: string;
  readonly requirements: readonly Requirement[];
}

/** What is wrong with the value of a member, or null; continues "entry 2 …". */
export type MemberCheck = (node: JsonNode, context: EntryContext) => string | null;

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

/** What is wrong, and where: an offset into the file's text, and the words that continue "entry 2 …". */
type Fault = readonly [at: number, problem: string];

function entryFaults<Value>(
  node: JsonNode,
  { checks, required }: EntryFile<Value>,
  context: EntryContext,
): readonly Fault[] {
  if (node.type !== 'object') return [[node.start, 'is not an object']];
  const known: ReadonlyMap<string, MemberCheck> = new Map(Object.entries(checks));
  const missing = required.filter((name) => !node.members.has(name));
  const wrong = [...node.members].flatMap(([name, value]): readonly Fault[] => {
    const check = known.get(name);
    const problem =
      check === undefined
        ? `has an unknown member ${JSON.stringify(name)}; there are ${[...known.keys()].join(', ')}`
        : check(value, context);
    return problem === null ? [] : [[value.start, problem]];
  });
  return [...missing.map((name): Fault => [node.start, `lacks ${name}`]), ...wrong];
}

/** What an entry without faults says. */
function entryOf<Value>(node: JsonNode): Value {
  const members = node.type === 'object' ? [...node.members] : [];
  const values = members.flatMap(([name, one]): readonly (readonly [string, unknown])[] => {
    if (one.type === 'number') return [[name, Number(one.text)]];
    return 'value' in one ? [[name, one.value]] : [];
  });
  return Object.fromEntries(values) as Value;
}

/** What is wrong outside the entries; continues "the file …". */
function fileFaults({ root, duplicateKeys }: JsonDocument, list: string): readonly Fault[] {
  const faults = duplicateKeys.map(
    (pointer): Fault => [nodeAt(root, pointer).start, `has the key ${pointer} twice: remove one of them`],
  );
  if (root.type !== 'object') return [...faults, [root.start, `has to be an object with the member ${list}`]];
  const found = root.members.get(list);
  if (found?.type !== 'array') faults.push([(found ?? root).start, `needs an array as its ${list}`]);
  for (const [name, { start }] of root.members)
    if (name !== list && name !== '$schema') {
      const what = `has an unknown member ${JSON.stringify(name)}`;
      faults.push([start, `${what}: remove it, everything belongs in ${list}`]);
    }
  return faults;
}

/** The entries of a file, or everything that is wrong with it, each thing with its line. */
export function readEntries<Value>(
  content: string,
  file: EntryFile<Value>,
  context: EntryContext,
): Parsed<readonly Value[]> {
  const lineAt = lineFinder(content);
  const parsed = parseDocument(content, lineAt, file.list);
  if (!('value' in parsed)) return parsed;
  const worded = (who: string, [at, problem]: Fault) =>
    `cannot be used: line ${lineAt(at)}, ${who} ${problem}`;
  const problems = fileFaults(parsed.value, file.list).map((fault) => worded('the file', fault));
  const conflictOf = file.conflicts?.(context);
  const list = member(parsed.value.root, file.list);
  const values = (list?.type === 'array' ? list.items : []).map((node, index) => {
    const position = index + 1;
    const id = member(node, 'id');
    const who = `entry ${position}${id?.type === 'string' ? ` (${JSON.stringify(id.value)})` : ''}`;
    const faults = entryFaults(node, file, context);
    problems.push(...faults.map((fault) => worded(who, fault)));
    const value = entryOf<Value>(node);
    const conflict =
      faults.length > 0 ? null : (conflictOf?.({ value, position, line: lineAt(node.start) }) ?? null);
    if (conflict !== null) problems.push(worded(who, [node.start, conflict]));
    return value;
  });
  return unless(problems, values);
}
