import type { Report } from '../../src/model/report.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { idList } from './finding.ts';
import { changedRow } from './observations.ts';
import type { OutlineOptions } from './options.ts';
import { type Fact, fact, type OutlineSection } from './outline.ts';

/** Ids that are listed; a page has room for all. */
const mostIds = 20;

/** What is new, fixed, still there, comes and goes, or is no longer checked, each with its ids. */
export function changes({ change, requirements }: Report, { whole, detail }: OutlineOptions): OutlineSection {
  const known = new Set(requirements.map(({ id }) => id));
  const most = detail === 'page' ? Number.POSITIVE_INFINITY : mostIds;
  const ids = (label: string, all: readonly string[]): readonly Fact[] => {
    const left = all.length - most;
    const more = andMoreIn(left, left, whole);
    const text = [...idList(all.slice(0, most), known), ...(more === '' ? [] : [` ${more}`])];
    return all.length === 0 ? [] : fact(`${label} (${all.length})`, text);
  };
  if (change === null) return { kind: 'facts', anchor: 'changes', heading, rows: [] };
  const { appeared, fixed, still, flaky, lost, consequences, notes } = change;
  const stillIds = still.map(({ id }) => id);
  const rows = [
    ...ids('new', appeared),
    ...ids('fixed', fixed),
    ...ids('still', stillIds),
    ...still.flatMap(({ id, value }) =>
      value === null
        ? []
        : fact('other value', [
            { value: id },
            ' was ',
            { value: value.before },
            ', is ',
            { value: value.after },
          ]),
    ),
    ...ids('comes and goes', flaky),
    ...ids('no longer checked', lost),
    ...fact('follow from these', consequences > 0 ? plural(consequences, 'requirement') : null),
    ...notes.flatMap((note) => fact('note', note)),
  ];
  return { kind: 'facts', anchor: 'changes', heading, rows };
}

const heading = 'Since the earlier run';

export function changedObservations({ change }: Report): OutlineSection {
  const rows = (change?.observations ?? []).map(changedRow);
  return {
    kind: 'list',
    anchor: 'changed-observations',
    heading: 'Observations that changed',
    count: rows.length,
    rows,
  };
}
