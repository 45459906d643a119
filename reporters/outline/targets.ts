import { groupBy } from '../../src/model/group-by.ts';
import type { Matrix, MatrixRow, MatrixRun, ObservationRow } from '../../src/model/matrix.ts';
import type { TargetOutcome, TargetResult, TargetsSummary } from '../../src/model/targets.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { widthOf } from '../../src/text/layout.ts';
import { plural } from '../../src/text/plural.ts';
import { cut, type Limit, listOf, reasonOf, requirementTitle } from './comparison.ts';
import { fieldRows, isInGrid } from './field-grid.ts';
import { inSection } from './finding.ts';
import {
  fact,
  filled,
  type Outline,
  type OutlineSection,
  plainText,
  type RichText,
  type Row,
  type Sign,
  signSymbols,
  type TableRow,
} from './outline.ts';
import { placeWords } from './row-text.ts';
import { type Mark, markWords, moment, outcomeWord, supportWords } from './words.ts';

/** One run of several targets: where its reports are. */
export interface RunOfTargets {
  readonly summary: TargetsSummary;
  /** The folder for all targets, as it is shown. */
  readonly folder: string;
  /** The page for all targets. */
  readonly page: string;
  /** Whether a terminal shows how targets differ, and not only in how much. */
  readonly isVerbose: boolean;
}

/** Reports of several targets, which one run may have made. */
export interface ComparedTargets {
  readonly matrix: Matrix;
  readonly run?: RunOfTargets;
}

/** Several targets side by side: what each comes to, the fields in which they differ, and what one could not be asked for. */
export function targetsOutline(given: ComparedTargets, limit: Limit): Outline {
  const { matrix, run } = visibleDeep(given);
  const results = run?.summary.targets ?? shownRuns(matrix).map((one, at) => resultOf(matrix, one, at));
  const isCompared = matrix.columns.length > 1;
  const isWhole = isCompared && (limit.isPage || run === undefined || run.isVerbose);
  return {
    ...(run === undefined ? titleOfReports(matrix) : titleOfRun(run)),
    head: matrix.notes.flatMap((note) => fact('note', note)),
    sections: filled([
      {
        kind: 'record',
        anchor: 'targets',
        heading: 'Targets',
        rows: results.map((result) => targetRow(matrix, result, run?.folder)),
      },
      ...(isWhole ? compared(matrix, limit) : []),
    ]),
    conclusion: [
      ...fact('compared', isCompared && run !== undefined ? matrix.sentence : null),
      ...fact('same', isCompared ? sameWords(matrix) : null),
      ...fact('all targets', run === undefined || limit.isPage ? null : run.page),
    ],
  };
}

function titleOfReports({
  sentence,
  runs,
  targets,
}: Matrix): Omit<Outline, 'head' | 'sections' | 'conclusion'> {
  const times = [runs[0], runs.at(-1)].flatMap((run) => (run === undefined ? [] : moment(run.startedAt)));
  return {
    kind: `Conformance of ${plural(targets.length, 'target')}: ${plural(runs.length, 'report')}, ${[...new Set(times)].join(' to ')}`,
    tab: `${plural(targets.length, 'target')} · conformance`,
    title: sentence,
    line: sentence,
    // Nothing is judged here, and what is the same everywhere may deviate everywhere.
    mark: null,
  };
}

function titleOfRun({ summary }: RunOfTargets): Omit<Outline, 'head' | 'sections' | 'conclusion'> {
  const { targets, exitCode, startedAt, tool } = summary;
  const worst = targets.find((target) => (target.exitCode ?? 3) === exitCode);
  const title = targetsSentence(summary);
  return {
    kind: `Conformance of several services, ${moment(startedAt)}, by ${tool.name} ${tool.version}`,
    tab: `Exit ${exitCode} · ${plural(targets.length, 'target')} · conformance`,
    title,
    exitCode,
    line: `${title} (exit ${exitCode})`,
    mark: worst === undefined ? 'not-exercised' : marks[worst.outcome],
  };
}

/** Like the marks of requirements, where `shown-deviates` fails nothing. */
const marks: Readonly<Record<TargetOutcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'waived',
  deviates: 'deviates',
  incomplete: 'not-exercised',
  fault: 'deviates',
  'not-run': 'not-exercised',
};

const counted: readonly (readonly [words: string, outcome: TargetOutcome])[] = [
  ['with a fault of the suite itself', 'fault'],
  ['deviating', 'deviates'],
  ['incomplete', 'incomplete'],
  ['not run', 'not-run'],
  ['with a waiver to remove', 'stale-waivers'],
  ['conforming', 'conforms'],
];

/** `3 targets: 1 deviating, 2 conforming`, the worst first. */
function targetsSentence({ targets }: TargetsSummary): string {
  const parts = counted.flatMap(([words, wanted]) => {
    const count = targets.filter(({ outcome }) => outcome === wanted).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${plural(targets.length, 'target')}: ${parts.join(', ')}`;
}

/** The run of each column. */
function shownRuns({ columns, runs }: Matrix): readonly MatrixRun[] {
  return columns.flatMap((at) => runs[at] ?? []);
}

/** What a report that was read comes to, as a run of several targets says it. */
function resultOf({ requirements }: Matrix, run: MatrixRun, column: number): TargetResult {
  const verdicts = requirements.flatMap(({ cells }) => cells[column]?.verdict ?? []);
  const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
  const { target: name, baseUrl, outcome, exitCode, verdict, page: path } = run;
  const all = verdicts.length - count('unknown');
  const counts = { deviate: count('deviates'), notChecked: count('not-exercised'), all };
  return { name, baseUrl, outcome, exitCode, verdict, path, counts };
}

/** @param folder the folder for all targets; none for reports that were read */
function targetRow(matrix: Matrix, result: TargetResult, folder: string | undefined): Row {
  const { name, baseUrl, outcome, verdict, counts, path } = result;
  const word = outcome === 'fault' || outcome === 'not-run' ? '' : `${outcomeWord(outcome)}: `;
  const checks =
    counts === null
      ? null
      : `${counts.deviate} of ${plural(counts.all, 'requirement')} deviate, ${counts.notChecked} not checked`;
  const run = shownRuns(matrix).find(({ target }) => target === name);
  return {
    sign: marks[outcome],
    title: path === null ? [{ value: name }] : [{ link: name, url: path }],
    anchor: `target.${name}`,
    lines: [
      fact('verdict', `${word}${verdict}`),
      fact('checks', checks),
      fact('target', baseUrl === name ? null : [{ value: baseUrl }]),
      folder === undefined
        ? fact('run', run === undefined ? null : runText(run))
        : fact('report', path === null ? null : `${folder}/${path}`),
    ],
  };
}

function runText({ runId, startedAt, label }: MatrixRun): RichText {
  const build = label === null ? [] : [' of build ', { value: label }];
  return [{ value: runId }, ...build, `, ${moment(startedAt)}`];
}

/** What is only said of two targets and more that have reports. */
function compared(matrix: Matrix, limit: Limit): readonly OutlineSection[] {
  const rows = matrix.requirements.filter(isInGrid);
  return [
    grid(matrix, rows, limit),
    // A page has the values in its cells, which lead to all evidence.
    ...(limit.isPage
      ? []
      : [
          listOf(
            'details',
            'What was seen',
            rows.map((row) => seenRow(matrix, row)),
            limit,
          ),
        ]),
    unchecked(matrix, limit),
    listOf(
      'observations',
      'Observations that differ',
      matrix.observations.map((one) => observationRow(matrix, one)),
      limit,
    ),
    ...(limit.isPage ? [alike(matrix)] : []),
  ];
}

/** The fields in which targets differ, and those that deviate everywhere. */
function grid(matrix: Matrix, rows: readonly MatrixRow[], limit: Limit): OutlineSection {
  const columns = shownRuns(matrix);
  const fields = fieldRows(matrix, columns);
  const heads = columnHeads(matrix, fields, limit);
  const section: OutlineSection = {
    kind: 'table',
    anchor: 'differs',
    heading: 'Fields that differ or deviate',
    empty: 'None: what was checked conforms everywhere.',
    columns: ['field', ...(heads ?? columns.map((_, at) => String(at + 1)))],
    ...(heads === null
      ? { legend: columns.map(({ target }, at) => ({ sign: null, text: `${at + 1} ${target}` })) }
      : {}),
    compares: columns.map(({ target }) => target),
    rows: fields,
  };
  const count = `${plural(fields.length, 'field')}, ${plural(rows.length, 'requirement')}`;
  return { ...(limit.isPage ? section : cut(section, limit)), ...(rows.length === 0 ? {} : { count }) };
}

/** `staging ✗ 3`; where lines are too short for that, the names alone; null where they are for those. */
function columnHeads(matrix: Matrix, fields: readonly TableRow[], limit: Limit): readonly RichText[] | null {
  const columns = shownRuns(matrix);
  const names = columns.map(({ target }) => target.replace(/^https?:\/\//, ''));
  const words = columns.map((run, at) => headWords(matrix, run, at));
  if (limit.isPage)
    return columns.map(({ page }, at) => {
      const name = names[at] ?? '';
      return [page === null ? name : { link: name, url: page }, ` ${words[at]}`];
    });
  const room =
    (limit.columns ?? Number.POSITIVE_INFINITY) -
    Math.max(...fields.map(({ title }) => widthOf(plainText(title))), 0);
  const fits = (heads: readonly string[]) =>
    heads.reduce((taken, head) => taken + 1 + widthOf(head), 0) <= room;
  const whole = names.map((name, at) => `${name} ${words[at]}`);
  return [whole, names].find(fits) ?? null;
}

/** `✗ 3`, `✗ security`, `– DELETE not checked`, `✓`. */
function headWords({ requirements, operations }: Matrix, { outcome }: MatrixRun, column: number): string {
  const verdict = (row: MatrixRow) => row.cells[column]?.verdict;
  const deviating = requirements.filter((row) => verdict(row) === 'deviates');
  const isSecurity = deviating.some(({ facet }) => facet === 'authorization' || facet === 'made-up-token');
  const open = operations.filter(({ name }) => {
    const own = requirements.filter(({ operation }) => operation === name);
    return own.length > 0 && own.every((row) => verdict(row) === 'not-exercised');
  });
  const methods = open.map(({ method }) => method).join(' and ');
  const gap =
    methods === '' ? [] : [open.length === operations.length ? 'not checked' : `${methods} not checked`];
  const wrong = isSecurity ? ['security'] : deviating.length > 0 ? [String(deviating.length)] : [];
  return [signSymbols[marks[outcome]], [...wrong, ...gap].join(', ')].join(' ').trimEnd();
}

/** What was seen by which targets. */
function seenRow(matrix: Matrix, row: MatrixRow): Row {
  const texts = row.cells.map((cell) => {
    const { seen } = cell;
    if (cell.verdict === 'conforms') return markWords.conforms;
    if (seen === undefined)
      return cell.verdict === 'not-exercised' ? markWords['not-exercised'] : reasonOf(cell);
    return `expected ${seen.expected}, got ${seen.actual} at ${placeWords(seen.pointer)} (${seen.probe})`;
  });
  return {
    ...requirementTitle(row, supportWords(row)),
    lines: grouped(matrix, texts).map(([text, names]) => fact('', `${names}: ${text}`)),
  };
}

/** Each text once, with the names of its targets, in the order of the first of them. */
function grouped(
  matrix: Matrix,
  texts: readonly (string | null)[],
): readonly (readonly [text: string, names: string])[] {
  const runs = shownRuns(matrix);
  const known = texts.flatMap((text, at) => (text === null ? [] : [{ text, name: runs[at]?.target ?? '' }]));
  const groups = groupBy(known, ({ text }) => text);
  return [...groups].map(([text, own]) => [text, own.map(({ name }) => name).join(', ')]);
}

function observationRow(matrix: Matrix, { question, section, answers }: ObservationRow): Row {
  return {
    sign: 'note',
    title: inSection(question, section),
    lines: grouped(matrix, answers).map(([answer, names]) => fact('', [`${names}: `, { value: answer }])),
  };
}

/** What targets could not be asked for, once for each reason, the most first. */
function unchecked(matrix: Matrix, limit: Limit): OutlineSection {
  const open = shownRuns(matrix).flatMap(({ target }, at) => {
    const rows = matrix.requirements.filter(({ cells }) => cells[at]?.verdict === 'not-exercised');
    const groups = groupBy(rows, ({ cells }) => reasonOf(cells[at] ?? {}) ?? 'no reason was recorded');
    return [...groups].map(([reason, own]) => ({ target, reason, own }));
  });
  const blocks = groupBy(open, ({ reason, own }) => JSON.stringify([reason, own.map(({ id }) => id)]));
  const rows = [...blocks.values()].map((all): Row & { readonly size: number } => {
    const [{ reason, own }] = all;
    const names = all.map(({ target }) => target).join(', ');
    return {
      sign: 'not-exercised',
      title: `${names}: ${plural(own.length, 'requirement')} not checked: ${reason}`,
      below: own.map(({ id, statement }) => ({ title: [{ value: id }, ` ${statement}`] })),
      size: own.length,
    };
  });
  const sorted = rows.sort((one, other) => other.size - one.size).map(({ size: _, ...row }) => row);
  const section = cut({ kind: 'list', anchor: 'not-checked', heading: 'Not checked', rows: sorted }, limit);
  return { ...section, count: plural(sorted.length, 'reason') };
}

/** What conforms wherever it was checked. */
function same({ requirements }: Matrix): readonly MatrixRow[] {
  const others: readonly string[] = ['conforms', 'not-exercised', 'out-of-scope', 'unknown'];
  return requirements.filter(
    ({ cells }) =>
      cells.every(({ verdict }) => others.includes(verdict)) &&
      cells.some(({ verdict }) => verdict === 'conforms'),
  );
}

function sameWords(matrix: Matrix): string {
  return `${same(matrix).length} of ${plural(matrix.requirements.length, 'requirement')} conform wherever they were checked`;
}

/** Which they are, for pages. */
function alike(matrix: Matrix): OutlineSection {
  const rows = same(matrix);
  const below = rows.map(({ id, statement }) => ({ title: [{ value: id }, ` ${statement}`] }));
  const title = `${plural(rows.length, 'requirement')} ${rows.length === 1 ? 'conforms' : 'conform'}`;
  const sign: Sign = 'conforms';
  return {
    kind: 'list',
    anchor: 'alike',
    heading: 'The same everywhere',
    count: rows.length,
    rows: rows.length === 0 ? [] : [{ sign, title, below }],
  };
}
