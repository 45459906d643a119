import type { Waiver } from '../../schemas/types.ts';
import { type Fault, faultsIn } from '../files/document-problem.ts';
import { documentValidator } from '../files/own-validators.ts';
import { memberOf } from '../json/plain.ts';
import { nearestHint } from '../model/nearest.ts';
import { standsFor } from '../model/requirement.ts';
import type { ParseContext, Parsed } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { readOwnFile } from './own-file.ts';

const suggestions = 3;

const text = 'must be text that says something: fill it in, or remove the entry';

/** What a member has to be, where the schema says it in a pattern; people easily write a value where its text is wanted. */
const words: Readonly<Record<string, string>> = {
  id: 'must be the id of a requirement, or the beginning of ids with * at its end',
  reason: text,
  owner: text,
  ticket: text,
  expires: 'must be a day, written YYYY-MM-DD',
  actual: 'must be text: copy it from the evidence in report.json, for example "3"',
};

function isDay(day: string): boolean {
  const midnight: string | null = new Date(`${day}T00:00:00Z`).toJSON();
  return midnight?.startsWith(day) === true;
}

function entryFaults(entry: unknown, at: string): readonly Fault[] {
  const faults = faultsIn(entry, documentValidator('waiver'), at);
  if (faults.length > 0)
    return faults.map((one) => ({ ...one, problem: words[one.at.slice(at.length + 1)] ?? one.problem }));
  const { id, expires } = entry as Waiver;
  if (!isDay(expires)) return [{ at: `${at}/expires`, problem: `${words['expires']}` }];
  const ids = contract.requirementsOn('both').map((requirement) => requirement.id);
  if (ids.some((known) => standsFor(id, known))) return [];
  const meant = nearestHint([id.replace('*', '')], ids, suggestions);
  return [{ at: `${at}/id`, problem: `is ${JSON.stringify(id)}, which no requirement has${meant}` }];
}

/** Whether two cover the same: of two such entries, nobody could say which is stale. */
function coverSame(one: Waiver, other: Waiver): boolean {
  const within = (outer: Waiver, inner: Waiver) => standsFor(outer.id, inner.id.replace('*', ''));
  const isNarrowed = one.actual !== undefined && other.actual !== undefined && one.actual !== other.actual;
  return !isNarrowed && (within(one, other) || within(other, one));
}

/** The entries of a waivers file, or everything that is wrong with it. One whose day is over is sound, and covers nothing. */
export function readWaivers(
  content: string,
  { today }: Pick<ParseContext, 'today'>,
): Parsed<readonly Waiver[]> {
  const read = readOwnFile<{ readonly waivers: readonly Waiver[] }>(content, 'waivers', (value, lineOf) => {
    const entries = memberOf(value, 'waivers');
    const holding: { readonly waiver: Waiver; readonly at: string }[] = [];
    return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index): readonly Fault[] => {
      const at = `/waivers/${index}`;
      const faults = entryFaults(entry, at);
      if (faults.length > 0) return faults;
      const waiver = entry as Waiver;
      if (waiver.expires < today) return [];
      const rival = holding.find((other) => coverSame(other.waiver, waiver));
      holding.push({ waiver, at });
      if (rival === undefined) return [];
      const where = `the entry in line ${lineOf(rival.at)}`;
      return [{ at, problem: `covers what ${where} covers: remove one of them, or narrow both with actual` }];
    });
  });
  return 'value' in read ? { value: read.value.waivers } : read;
}
