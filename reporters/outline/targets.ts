import type { Matrix, MatrixRun, Outcome } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { buildWords } from '../../src/report/change.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMore, firstOf } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { type Fact, fact, filled, type Outline, type OutlineOptions, type Row } from './outline.ts';
import { sameWords, shownRuns, sideBySide } from './side-by-side.ts';
import { moment, outcomeMarks, outcomeWord, withCommands } from './words.ts';

/** Actions of all targets together, and targets that are named for one; each target has its own below. */
const mostActions = 5;
const mostNames = 3;

/** Several targets side by side: what each comes to, the fields in which they differ, and what one could not be asked for. */
export function targetsOutline(given: Matrix, options: OutlineOptions): Outline {
  const matrix = visibleDeep(given);
  const { sentence, runs, targets } = matrix;
  const shown = shownRuns(matrix).map((run, column) => ({ run, column }));
  const results = shown.sort((one, other) => urgencyOf(one.run) - urgencyOf(other.run));
  const times = [runs[0], runs.at(-1)].flatMap((run) => (run === undefined ? [] : moment(run.startedAt)));
  const isCompared = matrix.columns.length > 1;
  return {
    kind: `Conformance of ${plural(targets.length, 'target')}: ${plural(runs.length, 'report')}, ${[...new Set(times)].join(' to ')}`,
    tab: `${plural(targets.length, 'target')} · conformance`,
    title: sentence,
    line: sentence,
    // Nothing is judged here, and what is the same everywhere may deviate everywhere.
    mark: null,
    head: matrix.notes.flatMap((note) => fact('note', note)),
    sections: filled([
      {
        kind: 'record',
        anchor: 'targets',
        heading: 'Targets',
        rows: results.map(({ run, column }) => targetRow(matrix, run, column)),
      },
      ...(isCompared ? sideBySide(matrix, options) : []),
    ]),
    conclusion: [
      ...fact('same', isCompared ? sameWords(matrix) : null),
      // On a terminal each target is in sight with its own.
      ...(options.detail === 'page' || options.detail === 'summary'
        ? [
            ...actions(shownRuns(matrix), 'action needed', ({ act }) => act),
            ...actions(shownRuns(matrix), 'next', ({ next }) => next),
          ]
        : []),
    ],
  };
}

/** What has to be done, each text once with the names of its targets; without them where it is the same for all. */
function actions(
  runs: readonly MatrixRun[],
  label: string,
  textOf: (run: MatrixRun) => string,
): readonly Fact[] {
  const open = [...runs]
    .sort((one, other) => urgencyOf(one) - urgencyOf(other))
    .filter(({ exitCode }) => exitCode !== 0);
  const groups = [...groupBy(open, textOf)].map(([text, own]) => {
    const names = own.map(({ target }) => target);
    return own.length === runs.length ? text : `${firstOf(names, mostNames)}: ${text}`;
  });
  const rest = andMore(groups.length - mostActions);
  return [...groups.slice(0, mostActions), rest].flatMap((text) => fact(label, withCommands(text)));
}

const urgency: readonly Outcome[] = ['deviates', 'incomplete', 'stale-waivers', 'conforms'];

/** The worst first. */
function urgencyOf({ outcome }: MatrixRun): number {
  return urgency.indexOf(outcome);
}

function targetRow({ requirements }: Matrix, run: MatrixRun, column: number): Row {
  const { target, baseUrl, outcome, verdict, page } = run;
  const verdicts = requirements.flatMap(({ cells }) => cells[column]?.verdict ?? []);
  const count = (wanted: string) => verdicts.filter((one) => one === wanted).length;
  const deviate = count('deviates');
  const all = plural(verdicts.length - count('unknown'), 'requirement');
  const build = run.label == null ? '' : ` of ${buildWords(run.label)}`;
  return {
    sign: outcomeMarks[outcome],
    title: page === null ? [{ value: target }] : [{ link: target, url: page }],
    anchor: `target.${target}`,
    lines: [
      fact('verdict', `${outcomeWord(outcome)}: ${verdict}`),
      fact(
        'checks',
        `${deviate} of ${all} ${verb(deviate, 'deviate')}, ${count('not-exercised')} not checked`,
      ),
      ...(run.exitCode === 0 ? [] : [fact('action', run.act), fact('next', withCommands(run.next))]),
      fact('target', baseUrl === target ? null : [{ value: baseUrl }]),
      fact('run', [{ value: run.runId }, `${build}, ${moment(run.startedAt)}`]),
    ],
  };
}
