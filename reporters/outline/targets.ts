import type { Cell, CellVerdict, Matrix, MatrixRow, MatrixRun } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { buildWords } from '../../src/report/change.ts';
import { isChecked, isDeviating } from '../../src/report/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { truncated } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import {
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
import { actFacts, answers, byCause, type Caused, placeFacts, signOf } from './several.ts';
import { facetHeading, markWords, moment, outcomeMarks, outcomeWord, worstFirst } from './words.ts';

/** Several services side by side: what each comes to, what differs or deviates, and what one could not be asked for. */
export function targetsOutline(given: Matrix, options: OutlineOptions): Outline {
  const matrix = visibleDeep(given);
  const { sentence, runs, notes, requirements, observations } = matrix;
  const times = runs.map(({ startedAt }) => moment(startedAt)).sort();
  const urgency = ({ outcome }: MatrixRun) => worstFirst.indexOf(outcomeMarks[outcome]);
  const results = [...runs.entries()].sort(([, one], [, other]) => urgency(one) - urgency(other));
  const section = (anchor: string, heading: string, ...verdicts: readonly CellVerdict[]) => {
    const all = requirements.flatMap((row) => reasonsOf(row, runs, verdicts));
    // What fewer targets have comes first.
    const sorted = all.sort((one, other) => one.as.targets.length - other.as.targets.length);
    return byCause('record', anchor, heading, sorted, options);
  };
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
        : section('differs', 'Differs or deviates', 'deviates', 'waived'),
      section('not-checked', 'Not checked', 'not-exercised'),
      answers(
        'record',
        'observations',
        'Observations that differ',
        observations,
        (one) => answersOf(one.answers, runs),
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
      ...actFacts(run).map((one) => [one]),
      fact('target', baseUrl === target ? null : [{ value: baseUrl }]),
      fact('run', [{ value: run.runId }, `${build}, ${moment(run.startedAt)}`]),
    ],
  };
}

/** Why a requirement has one of these verdicts, with the targets of which each reason holds. */
function reasonsOf(
  { id, cells, strength, statement }: MatrixRow,
  runs: readonly MatrixRun[],
  verdicts: readonly CellVerdict[],
): readonly (Caused & { readonly as: { readonly targets: readonly string[] } })[] {
  const own = runs.flatMap((run, at) => {
    const cell = cells[at];
    return cell !== undefined && verdicts.includes(cell.verdict) ? [{ run, cell }] : [];
  });
  const reason = (cell: Cell) => cell.problem ?? reasonOf(cell) ?? statement;
  const sign = (cell: Cell) => signOf(cell.verdict, strength);
  return [...groupBy(own, ({ cell }) => JSON.stringify([reason(cell), sign(cell)])).values()].map((group) => {
    const [{ cell, run }] = group;
    const cause = reason(cell);
    const targets = group.map((one) => one.run.target);
    const seen = cell.seen === undefined ? [] : placeFacts(cell.seen, [`, ${run.target}`]);
    const row: Row = {
      sign: sign(cell),
      title: [{ value: id }, `: ${cause}`],
      lines: [fact('targets', targets.length === runs.length ? 'all' : targets.join(', ')), seen],
    };
    return { id, cause, as: { targets, sign: sign(cell) }, row };
  });
}

/** Each answer once, with the targets that give it. */
function answersOf(all: readonly (string | null)[], runs: readonly MatrixRun[]) {
  const known = all.flatMap((answer, at) =>
    answer === null ? [] : { answer, target: runs[at]?.target ?? '' },
  );
  return [...groupBy(known, ({ answer }) => answer)].map(
    ([answer, own]) => ['', answer, ` (${own.map(({ target }) => target).join(', ')})`] as const,
  );
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

/** For a page, which has room for it: the fields in which targets differ or that deviate, their requirements folded below. */
function grid({ runs, requirements }: Matrix, { whole }: OutlineOptions): OutlineSection {
  const shown = runs.slice(0, mostColumns);
  const left = runs.length - shown.length;
  const fields = groupBy(requirements, ({ id, place }) => (place ? id.slice(0, id.lastIndexOf(':')) : id));
  const rows = [...fields].filter(([, own]) =>
    own.some(({ differs, cells }) => differs || cells.some(isDeviating)),
  );
  const columns = shown.map(({ target, page, outcome }) => {
    const name = target.replace(/^https?:\/\//, '');
    return [page === null ? name : { link: name, url: page }, ` ${signSymbols[outcomeMarks[outcome]]}`];
  });
  return {
    kind: 'table',
    anchor: 'differs',
    heading: 'Fields that differ or deviate',
    empty: 'None: what was checked conforms everywhere.',
    count: rows.length,
    columns: ['field', ...columns],
    rows: rows.map(([name, own]) => fieldRow(name, own, shown)),
    more: andMoreIn(left, left, whole, 'column'),
  };
}

/** The worst of a field in each run, with its value where just one requirement is so. */
function fieldRow(name: string, own: readonly MatrixRow[], runs: readonly MatrixRun[]): TableRow {
  const below = own.map((row) => ({
    title: [{ value: facetHeading(row.facet) }, ` ${row.statement}`],
    cells: runs.map((run, at) => cellOf(row, run, row.cells[at])),
  }));
  const cells = runs.map((_, at): SignedCell => {
    const all = below.flatMap((row) => row.cells[at] ?? []);
    const sign = worstFirst.find((mark) => all.some((cell) => cell.sign === mark)) ?? 'note';
    const [first = { sign, text: '' }, ...others] = all.filter((cell) => cell.sign === sign);
    return others.length === 0 ? first : { ...first, value: undefined };
  });
  return { title: [{ value: name }], cells, below };
}

/** Leads to the evidence in the page of the run, where there is any. */
function cellOf({ id, strength }: MatrixRow, { page }: MatrixRun, cell?: Cell): SignedCell {
  const sign = signOf(cell?.verdict ?? 'unknown', strength);
  const isPlain = page === null || sign === 'note' || sign === 'conforms';
  return {
    sign,
    text: sign === 'note' ? 'not in scope' : markWords[sign],
    value: cell?.seen && truncated(cell.seen.actual, longestValue),
    ...(isPlain ? {} : { url: page, to: id }),
  };
}
