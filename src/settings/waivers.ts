import { numberText } from '../json/decimal.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Parsed } from '../model/setting.ts';
import { fillIn, standsFor, type Waiver } from '../model/waiver.ts';
import { type Entry, type EntryContext, type MemberCheck, needs, readEntries } from './json-file.ts';

const suggestions = 3;

function text(name: string): MemberCheck {
  return (value) => {
    if (typeof value !== 'string' || value.trim() === '') return `needs text as its "${name}"`;
    if (!value.trimStart().startsWith(fillIn)) return null;
    return `has ${JSON.stringify(value)} as its "${name}": replace this text, or remove the entry`;
  };
}

const id: MemberCheck = (value, { contract: { requirements } }) => {
  if (typeof value !== 'string' || value === '') return 'needs the id of a requirement as its "id"';
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

/** People easily write the value itself where its text is wanted. */
const actual: MemberCheck = (value) => {
  if (typeof value === 'string' && value !== '') return null;
  const number = numberText(value);
  const hint = number === null ? '' : `, for example "${number}"`;
  return `needs text as its "actual": copy it from the evidence in report.json${hint}`;
};

const checks: Readonly<Record<keyof Waiver, MemberCheck>> = {
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
function conflicts({
  contract: { requirements },
  today,
}: EntryContext): (entry: Entry<Waiver>) => string | null {
  /** The entries that cover a requirement, by the value that they are narrowed to: one for any, or one for each. */
  const taken = new Map(requirements.map((one) => [one.id, new Map<string | undefined, Entry<Waiver>>()]));
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
  return readEntries<Waiver>(content, { list: 'waivers', checks, required, conflicts }, context);
}
