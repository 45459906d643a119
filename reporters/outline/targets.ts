import type { Cell, CellVerdict, Matrix, MatrixRow, MatrixRun } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { buildWords } from '../../src/report/change.ts';
import { isChecked, isDeviating } from '../../src/report/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { truncated } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { firstIds } from './changes.ts';
import { inSection } from './finding.ts';
import {
  cut,
  fact,
  filled,
  listed,
  type Outline,
  type OutlineOptions,
  type OutlineSection,
  type Row,
  type SignedCell,
  signSymbols,
  type TableRow,
} from './outline.ts';
import { reasonOf } from './rows.ts';
import {
  facetHeading,
  type Mark,
  markOf,
  markWords,
  moment,
  outcomeMarks,
  outcomeWord,
  withCommands,
  worstFirst,
} from './words.ts';

/** Several services side by side: what each comes to, what differs or deviates, and what one could not be asked for. */
export function targetsOutline(given: Matrix, options: OutlineOptions): Outline {
  const matrix = visibleDeep(given);
  const { sentence, runs, notes, requirements, observations } = matrix;
  const times = runs.map(({ startedAt }) => moment(startedAt)).sort();
  const urgency = ({ outcome }: MatrixRun) => worstFirst.indexOf(outcomeMarks[outcome]);
  const results = [...runs.entries()].sort(([, one], [, other]) => urgency(one) - urgency(other));
  return {
    kind: `Conformance of ${plural(runs.length, 'target')}, ${[...new Set([times[0], times.at(-1)])].join(' to ')}`,
    tab: `${plural(runs.length, 'target')} · conformance`,
    title: sentence,
    line: sentence,
    // Nothing is judged here, and what is the same everywhere may deviate everywhere.
    mark: null,
    head: notes.flatMap((note) => fact('note', note)),
    sections: filled([
      listed(
        'record',
        'targets',
        'Targets',
        results.map(([at, run]) => targetRow(requirements, run, at)),
      ),
      options.detail === 'page'
        ? grid(matrix, options)
        : byReason(matrix, 'differs', 'Differs or deviates', ['deviates', 'waived'], options),
      byReason(matrix, 'not-checked', 'Not checked', ['not-exercised'], options),
      cut(
        listed(
          'record',
          'observations',
          'Observations that differ',
          observations.map((one) => answerRow(one, runs)),
        ),
        options,
      ),
    ]),
    conclusion: fact('same', sameWords(requirements)),
  };
}

function targetRow(requirements: readonly MatrixRow[], run: MatrixRun, column: number): Row {
  const { target, baseUrl, outcome, verdict, page, label } = run;
  const verdicts = requirements.flatMap(({ cells }) => cells[column]?.verdict ?? []);
  const count = (wanted: CellVerdict) => verdicts.filter((one) => one === wanted).length;
  const deviate = count('deviates');
  const all = plural(verdicts.length - count('unknown'), 'requirement');
  const build = label === null ? '' : ` of ${buildWords(label)}`;
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

/** What has one of these verdicts, once for each reason and the targets that it holds for; what fewer of them have comes first. */
function byReason(
  { requirements, runs }: Matrix,
  anchor: string,
  heading: string,
  verdicts: readonly CellVerdict[],
  options: OutlineOptions,
): OutlineSection {
  const found = runs.flatMap(({ target }, at) => {
    const cells = requirements.flatMap(({ id, cells: all, strength, statement }) => {
      const cell = all[at];
      if (cell === undefined || !verdicts.includes(cell.verdict)) return [];
      return { id, sign: signOf(cell, strength), reason: cell.problem ?? reasonOf(cell) ?? statement };
    });
    const groups = groupBy(cells, ({ sign, reason }) => JSON.stringify([sign, reason]));
    return [...groups.values()].map((own) => ({ target, ...own[0], ids: own.map(({ id }) => id) }));
  });
  const blocks = groupBy(found, ({ sign, reason, ids }) => JSON.stringify([sign, reason, ids]));
  const sorted = [...blocks.values()].sort(
    (one, other) => one.length - other.length || other[0].ids.length - one[0].ids.length,
  );
  const rows = sorted.map((all): Row => {
    const [{ sign, reason, ids }] = all;
    const names = all.length === runs.length ? 'all' : all.map(({ target }) => target).join(', ');
    const lines = [fact('targets', names), fact(`ids (${ids.length})`, firstIds(ids, options))];
    return { sign, title: reason, lines };
  });
  return cut(listed('record', anchor, heading, rows), options);
}

/** Each answer to an open question once, with the targets that give it. */
function answerRow(
  { question, section, answers }: Matrix['observations'][number],
  runs: readonly MatrixRun[],
): Row {
  const known = answers.flatMap((answer, at) =>
    answer === null ? [] : { answer, target: runs[at]?.target ?? '' },
  );
  const lines = [...groupBy(known, ({ answer }) => answer)].map(([answer, own]) =>
    fact('', [`${own.map(({ target }) => target).join(', ')}: `, { value: answer }]),
  );
  return { sign: 'note', title: inSection(question, section), lines };
}

/** How many conform wherever they were checked. */
function sameWords(requirements: readonly MatrixRow[]): string {
  const { length } = requirements.filter(({ cells }) => cells.some(isChecked) && !cells.some(isDeviating));
  const all = plural(requirements.length, 'requirement');
  return `${length} of ${all} ${verb(length, 'conform')} wherever ${length === 1 ? 'it was' : 'they were'} checked`;
}

/** Columns of a page; more are in the JSON only. */
const mostColumns = 25;

/** Characters of a value in a cell, of which a browser shows what it has room for. */
const longestValue = 200;

/** For a page, which has room for it: the fields in which columns differ, and those that deviate everywhere. */
function grid({ runs, requirements }: Matrix, { whole }: OutlineOptions): OutlineSection {
  const shown = runs.slice(0, mostColumns);
  const isOfField = ({ place }: MatrixRow) => place !== null && place !== '';
  const fields = groupBy(requirements, (row) =>
    isOfField(row) ? row.id.slice(0, row.id.lastIndexOf(':')) : row.id,
  );
  const rows = [...fields].filter(([, own]) =>
    own.some(({ differs, cells }) => differs || cells.some(isDeviating)),
  );
  const names = shown.map(({ target }) => target.replace(/^https?:\/\//, ''));
  const left = runs.length - shown.length;
  return {
    kind: 'table',
    anchor: 'differs',
    heading: 'Fields that differ or deviate',
    empty: 'None: what was checked conforms everywhere.',
    count: rows.length,
    columns: [
      'field',
      ...shown.map(({ page, outcome }, at) => {
        const name = names[at] ?? '';
        return [page === null ? name : { link: name, url: page }, ` ${signSymbols[outcomeMarks[outcome]]}`];
      }),
    ],
    rows: rows.map(([name, own]) => fieldRow(name, own, shown)),
    more: andMoreIn(left, left, whole, 'column'),
  };
}

function fieldRow(name: string, rows: readonly MatrixRow[], runs: readonly MatrixRun[]): TableRow {
  return {
    title: [{ value: name }],
    cells: runs.map((run, at) => worstOf(rows, at, run)),
    below: rows.map((row) => ({
      title: [{ value: facetHeading(row.facet) }, ` ${row.statement}`],
      cells: runs.map((run, at) => cellOf(row, at, run)),
    })),
  };
}

/** The worst of the requirements of a field in one run, with the value where just one is so. */
function worstOf(rows: readonly MatrixRow[], at: number, run: MatrixRun): SignedCell {
  const cells = rows.map((row) => cellOf(row, at, run));
  const sign = worstFirst.find((mark) => cells.some((cell) => cell.sign === mark)) ?? 'note';
  const [first = { sign, text: '' }, ...others] = cells.filter((cell) => cell.sign === sign);
  return { ...first, value: others.length === 0 ? first.value : undefined };
}

/** Leads to the evidence in the page of the run, where there is any. */
function cellOf({ id, cells, strength }: MatrixRow, at: number, { page }: MatrixRun): SignedCell {
  const { seen, verdict } = cells[at] ?? { verdict: 'unknown' };
  const sign = signOf({ verdict }, strength);
  const isPlain = sign === 'note' || sign === 'conforms';
  return {
    sign,
    text: sign === 'note' ? 'not in scope' : markWords[sign],
    value: seen && truncated(seen.actual, longestValue),
    ...(page === null || isPlain ? {} : { url: page, to: id }),
  };
}

/** A requirement that was out of scope, or does not exist in that version, has no verdict. */
export function signOf({ verdict }: Pick<Cell, 'verdict'>, strength: MatrixRow['strength']): Mark | 'note' {
  return verdict === 'out-of-scope' || verdict === 'unknown' ? 'note' : markOf({ verdict, strength });
}
