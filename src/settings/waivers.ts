import { type JsonDocument, type JsonNode, member, nodeAt } from '../json/json.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Parsed } from '../model/setting.ts';
import { fillIn, standsFor, type Waiver } from '../model/waiver.ts';
import { lineFinder, parseDocument } from './json-file.ts';
import { unless } from './setting.ts';

/** What entries are checked against. */
interface EntryContext {
  /** The day on which the run starts, in UTC: YYYY-MM-DD. */
  readonly today: string;
  readonly requirements: readonly Requirement[];
}

/** What is wrong with the value of a member, or null; continues "entry 2 …". */
type MemberCheck = (node: JsonNode, context: EntryContext) => string | null;

const suggestions = 3;

const text =
  (name: string): MemberCheck =>
  (node) => {
    if (node.type !== 'string' || node.value.trim() === '') return `needs text as its "${name}"`;
    if (!node.value.trimStart().startsWith(fillIn)) return null;
    return `has ${JSON.stringify(node.value)} as its "${name}": replace this text, or remove the entry`;
  };

const id: MemberCheck = (node, { requirements }) => {
  if (node.type !== 'string' || node.value === '') return 'needs the id of a requirement as its "id"';
  const { value } = node;
  if (value.slice(0, -1).includes('*')) return 'has a * within its "id"; a * is allowed only at the end';
  const ids = requirements.map((requirement) => requirement.id);
  if (ids.some((known) => standsFor(value, known))) return null;
  const meant = didYouMean([value.replace('*', '')], ids, suggestions);
  return `has an id that no requirement has: correct the id, or remove the entry.${meant}`;
};

/** By the platform's calendar: the settings are read before Ajv is loaded. */
function isDay(text: string): boolean {
  const midnight: string | null = new Date(`${text}T00:00:00Z`).toJSON();
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && midnight?.startsWith(text) === true;
}

/** A day that is over is not an error: the waiver covers nothing, and the report says so. */
const expires: MemberCheck = (node) =>
  node.type === 'string' && isDay(node.value) ? null : 'needs a date as its "expires", written YYYY-MM-DD';

/** People easily write the value itself where its text is wanted. */
const actual: MemberCheck = (node) => {
  if (node.type === 'string' && node.value !== '') return null;
  const hint = node.type === 'number' ? `, for example "${node.text}"` : '';
  return `needs text as its "actual": copy it from the evidence in report.json${hint}`;
};

const flaky: MemberCheck = (node) => (node.type === 'boolean' ? null : 'needs true or false as its "flaky"');

const checks: Readonly<Record<keyof Waiver, MemberCheck>> = {
  id,
  reason: text('reason'),
  owner: text('owner'),
  expires,
  actual,
  flaky,
  ticket: text('ticket'),
};
const known: ReadonlyMap<string, MemberCheck> = new Map(Object.entries(checks));
const required = ['id', 'reason', 'owner', 'expires'] as const satisfies readonly (keyof Waiver)[];

/** What is wrong, and where: an offset into the file's text, and the words that continue "entry 2 …". */
type Fault = readonly [at: number, problem: string];

function entryFaults(node: JsonNode, context: EntryContext): readonly Fault[] {
  if (node.type !== 'object') return [[node.start, 'is not an object']];
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
function waiverOf(node: JsonNode): Waiver {
  const members = node.type === 'object' ? [...node.members] : [];
  const values = members.flatMap(([name, value]) => ('value' in value ? [[name, value.value]] : []));
  return Object.fromEntries(values) as Waiver;
}

/** What is wrong outside the entries; continues "the file …". */
function fileFaults({ root, duplicateKeys }: JsonDocument): readonly Fault[] {
  const faults = duplicateKeys.map(
    (pointer): Fault => [nodeAt(root, pointer).start, `has the key ${pointer} twice: remove one of them`],
  );
  if (root.type !== 'object') return [...faults, [root.start, 'has to be an object with the member waivers']];
  const list = root.members.get('waivers');
  if (list?.type !== 'array') faults.push([(list ?? root).start, 'needs an array as its waivers']);
  for (const [name, { start }] of root.members)
    if (name !== 'waivers' && name !== '$schema') {
      const what = `has an unknown member ${JSON.stringify(name)}`;
      faults.push([start, `${what}: remove it, everything belongs in waivers`]);
    }
  return faults;
}

/** A sound entry, its position from 1, and its line. */
interface Entry {
  readonly waiver: Waiver;
  readonly position: number;
  readonly line: number;
}

/**
 * Takes sound entries one after another, and says where one covers what an earlier one does: of two such entries,
 * nobody could say which is stale.
 */
function overlaps(requirements: readonly Requirement[]): (entry: Entry) => string | null {
  /** The entries that cover a requirement, by the value that they are narrowed to: one for any, or one for each. */
  const taken = new Map(requirements.map((one) => [one.id, new Map<string | undefined, Entry>()]));
  return (entry) => {
    const { waiver } = entry;
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
  const parsed = parseDocument(content, lineAt, 'waivers');
  if (!('value' in parsed)) return parsed;
  const worded = (who: string, [at, problem]: Fault) =>
    `cannot be used: line ${lineAt(at)}, ${who} ${problem}`;
  const problems = fileFaults(parsed.value).map((fault) => worded('the file', fault));
  const waivers: Waiver[] = [];
  const overlapOf = overlaps(context.requirements);
  const list = member(parsed.value.root, 'waivers');
  for (const [index, node] of (list?.type === 'array' ? list.items : []).entries()) {
    const position = index + 1;
    const id = member(node, 'id');
    const who = `entry ${position}${id?.type === 'string' ? ` (${JSON.stringify(id.value)})` : ''}`;
    const faults = entryFaults(node, context);
    problems.push(...faults.map((fault) => worded(who, fault)));
    if (faults.length > 0) continue;
    const waiver = waiverOf(node);
    if (waiver.expires >= context.today) {
      const overlap = overlapOf({ waiver, position, line: lineAt(node.start) });
      if (overlap !== null) problems.push(worded(who, [node.start, overlap]));
    }
    waivers.push(waiver);
  }
  return unless(problems, waivers);
}
