import { groupBy } from '../../src/model/group-by.ts';
import type { Matrix, MatrixRun } from '../../src/model/matrix.ts';
import type { TargetOutcome, TargetResult, TargetsSummary } from '../../src/model/targets.ts';
import { buildWords } from '../../src/report/change.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMore, firstOf } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { type Fact, fact, filled, type Outline, type OutlineOptions, type Row } from './outline.ts';
import { sameWords, shownRuns, sideBySide } from './side-by-side.ts';
import { type Mark, moment, outcomeMarks, outcomeWord, withCommands } from './words.ts';

/** Actions of all targets together, and targets that are named for one; each target has its own below. */
const mostActions = 5;
const mostNames = 3;

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
export function targetsOutline(reports: ComparedTargets, options: OutlineOptions): Outline {
  const { matrix, run } = visibleDeep(reports);
  const given = run?.summary.targets ?? shownRuns(matrix).map((one, at) => resultOf(matrix, one, at));
  const results = [...given].sort((one, other) => urgencyOf(one) - urgencyOf(other));
  const isCompared = matrix.columns.length > 1;
  const isWhole = isCompared && (options.detail === 'page' || run === undefined || run.isVerbose);
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
      ...(isWhole ? sideBySide(matrix, options) : []),
    ]),
    conclusion: [
      ...fact('compared', isCompared && run !== undefined ? matrix.sentence : null),
      ...fact('same', isCompared ? sameWords(matrix) : null),
      ...fact('all targets', run === undefined || options.detail === 'page' ? null : run.page),
      // On a terminal each target is in sight with its own.
      ...(options.detail === 'page' || options.detail === 'summary'
        ? [
            ...actions(matrix, results, 'action needed', ({ act }) => act),
            ...actions(matrix, results, 'next', ({ next }) => next),
          ]
        : []),
    ],
  };
}

/** What has to be done, each text once with the names of its targets; without them where it is the same for all. */
function actions(
  matrix: Matrix,
  results: readonly TargetResult[],
  label: string,
  textOf: (run: MatrixRun) => string,
): readonly Fact[] {
  const open = results.flatMap(({ name }) => {
    const run = runOf(matrix, name);
    return run === undefined || run.exitCode === 0 ? [] : [{ name, text: textOf(run) }];
  });
  const groups = [...groupBy(open, ({ text }) => text)].map(([text, own]) => {
    const names = own.map(({ name }) => name);
    return own.length === results.length ? text : `${firstOf(names, mostNames)}: ${text}`;
  });
  const rest = andMore(groups.length - mostActions);
  return [...groups.slice(0, mostActions), rest].flatMap((text) => fact(label, withCommands(text)));
}

function runOf(matrix: Matrix, name: string): MatrixRun | undefined {
  return shownRuns(matrix).find(({ target }) => target === name);
}

type Title = Omit<Outline, 'head' | 'sections' | 'conclusion'>;

function titleOfReports({ sentence, runs, targets }: Matrix): Title {
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

function titleOfRun({ summary }: RunOfTargets): Title {
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
  ...outcomeMarks,
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

function urgencyOf({ outcome }: TargetResult): number {
  return counted.findIndex(([, wanted]) => wanted === outcome);
}

/** `3 targets: 1 deviating, 2 conforming`, the worst first. */
function targetsSentence({ targets }: TargetsSummary): string {
  const parts = counted.flatMap(([words, wanted]) => {
    const count = targets.filter(({ outcome }) => outcome === wanted).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${plural(targets.length, 'target')}: ${parts.join(', ')}`;
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
  const { deviate, all, notChecked } = counts ?? { deviate: 0, all: 0, notChecked: 0 };
  const checks = `${deviate} of ${plural(all, 'requirement')} ${verb(deviate, 'deviate')}, ${notChecked} not checked`;
  const run = runOf(matrix, name);
  const build = run?.label == null ? '' : ` of ${buildWords(run.label)}`;
  return {
    sign: marks[outcome],
    title: path === null ? [{ value: name }] : [{ link: name, url: path }],
    anchor: `target.${name}`,
    lines: [
      fact('verdict', `${word}${verdict}`),
      fact('checks', counts && checks),
      ...(run === undefined || run.exitCode === 0
        ? []
        : [fact('action', run.act), fact('next', withCommands(run.next))]),
      fact('target', baseUrl === name ? null : [{ value: baseUrl }]),
      folder === undefined
        ? fact('run', run && [{ value: run.runId }, `${build}, ${moment(run.startedAt)}`])
        : fact('report', path === null ? null : `${folder}/${path}`),
    ],
  };
}
