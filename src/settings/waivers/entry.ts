import type { JsonNode } from '../../json/json.ts';
import { nearest } from '../../model/nearest.ts';
import type { Requirement } from '../../model/requirement.ts';
import { fillIn, standsFor, type Waiver } from '../../model/waiver.ts';

/** Something to mend, and where it stands: an offset into the file's text. */
export interface Slip {
  readonly at: number;
  /** Continues "entry 2 …". */
  readonly problem: string;
}

/** What entries are held against. */
export interface EntryContext {
  /** The day on which the run starts, in UTC: YYYY-MM-DD. */
  readonly today: string;
  readonly requirements: readonly Requirement[];
}

/** What is wrong with the value of a member, or null; continues "entry 2 …". */
type Check = (node: JsonNode, context: EntryContext) => string | null;

const suggestions = 3;

const text =
  (name: string): Check =>
  (node) => {
    if (node.type !== 'string' || node.value.trim() === '') return `needs text as its ${name}`;
    if (!node.value.trimStart().startsWith(fillIn)) return null;
    return `has ${JSON.stringify(node.value)} as its ${name}: write what belongs there, or remove the entry`;
  };

function idProblem(node: JsonNode, { requirements }: EntryContext): string | null {
  if (node.type !== 'string' || node.value === '') return 'needs the id of a requirement as its id';
  const { value } = node;
  if (value.slice(0, -1).includes('*')) return 'has a * within its id; one * may stand at the end';
  if (requirements.some(({ id }) => standsFor(value, id))) return null;
  const near = nearest(
    value.replace('*', ''),
    requirements.map(({ id }) => id),
    suggestions,
  );
  return `stands for no requirement: remove it, or mend its id. Did you mean ${near.join(', ')}?`;
}

/** By the platform's calendar: the settings are read before Ajv is loaded. */
function isDay(text: string): boolean {
  const midnight: string | null = new Date(`${text}T00:00:00Z`).toJSON();
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && midnight?.startsWith(text) === true;
}

function expiresProblem(node: JsonNode, { today }: EntryContext): string | null {
  if (node.type !== 'string' || !isDay(node.value))
    return 'needs a day of the calendar as its expires, in the form YYYY-MM-DD';
  if (node.value >= today) return null;
  return `expired on ${node.value} (today is ${today}, in UTC): remove it, or give it a later day if somebody still answers for it`;
}

/** The value itself where the text of it is wanted is an easy slip. */
function actualProblem(node: JsonNode): string | null {
  if (node.type === 'string' && node.value !== '') return null;
  const hint = node.type === 'number' ? `, "${node.text}" for one` : '';
  return `needs text as its actual, as the evidence of report.json has it${hint}`;
}

function flakyProblem(node: JsonNode): string | null {
  return node.type === 'boolean' ? null : 'needs true or false as its flaky';
}

const checks: Readonly<Record<keyof Waiver, Check>> = {
  id: idProblem,
  reason: text('reason'),
  owner: text('owner'),
  expires: expiresProblem,
  actual: actualProblem,
  flaky: flakyProblem,
  ticket: text('ticket'),
};
const known: ReadonlyMap<string, Check> = new Map(Object.entries(checks));
const required = ['id', 'reason', 'owner', 'expires'] as const satisfies readonly (keyof Waiver)[];

/** Everything that is wrong with one entry. */
export function entrySlips(node: JsonNode, context: EntryContext): readonly Slip[] {
  if (node.type !== 'object') return [{ at: node.start, problem: 'is no object' }];
  const lacking = required.filter((name) => !node.members.has(name));
  const wrong = [...node.members].flatMap(([name, value]): Slip[] => {
    const check = known.get(name);
    const problem =
      check === undefined
        ? `has an unknown member ${JSON.stringify(name)}; there are ${[...known.keys()].join(', ')}`
        : check(value, context);
    return problem === null ? [] : [{ at: value.start, problem }];
  });
  return [...lacking.map((name) => ({ at: node.start, problem: `lacks ${name}` })), ...wrong];
}

/** An entry without slips as what it says. */
export function waiverOf(node: JsonNode): Waiver {
  const members = node.type === 'object' ? [...node.members] : [];
  const values = members.flatMap(([name, value]) => ('value' in value ? [[name, value.value]] : []));
  return Object.fromEntries(values) as Waiver;
}
