import type {
  Cell,
  ComparedRun,
  Difference,
  Observation,
  ObservationRow,
  Report,
  RequirementResult,
  Standing,
} from '../../schemas/types.ts';
import { known, pick } from '../model/known.ts';

/** What a comparison and a matrix say alike: a comparison is a matrix of two. */

/** Identifiers, dates and times, seconds or milliseconds since 1970: what differs in every run. */
const volatile =
  /\b(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-fA-F]{32}|\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{10}|\d{13})\b/g;

/** The same response in another run: a letter or digit of what is volatile counts as any other, its form still counts. */
export function shapeOf(answer: string): string {
  // Services that write fractions of a second leave out zeros at the end.
  return answer.replace(volatile, (found) => found.replace(/\.\d+/, '.0').replace(/[0-9a-fA-F]/g, '0'));
}

/** The base URL. The embedded service has another port each time; traffic may be without a base URL. */
export function targetName({ target }: Report): string {
  if (target.reference) return 'the embedded reference service';
  return target.baseUrl === '' ? 'a target that was not recorded' : target.baseUrl;
}

type JudgedRun = Omit<ComparedRun, 'runId' | 'startedAt' | 'baseUrl'>;

/** By what a run was judged, and with which outcome. */
export function judgedRun({ tool, document, summary: { outcome, exitCode, reasons } }: Report): JudgedRun {
  const reason = reasons[0] ?? '';
  return { tool: `${tool.name} ${tool.version}`, schemas: document.sha256, outcome, exitCode, reason };
}

type AnswersOfRun = readonly Pick<Observation, 'id' | 'question' | 'section' | 'answer'>[];

/**
 * The open questions that runs answer differently.
 * @param known the questions of all runs, in their order; of a question with other words the last counts
 */
export function differingAnswers(runs: readonly AnswersOfRun[], known = runs): readonly ObservationRow[] {
  const questions = new Map(known.flat().map((one) => [one.id, one]));
  return [...questions.values()].flatMap(({ id, question, section }) => {
    const answers = runs.map((run) => run.find((one) => one.id === id)?.answer ?? null);
    const isSame = new Set(answers.map((one) => one && shapeOf(one))).size === 1;
    return isSame ? [] : [{ id, question, section, answers }];
  });
}

/** The verdict of a requirement in a report, with the first place of a deviation. */
export function standing(requirement: RequirementResult, report: Report): Standing {
  const { verdict, evidence, evidenceOmitted } = requirement;
  const [first] = verdict === 'deviates' || verdict === 'waived' ? evidence : [];
  const isDeviating = verdict === 'deviates';
  const problem = report.problems.find((one) => isDeviating && one.requirements.includes(requirement.id));
  const probe = report.exchanges.find(({ id }) => id === first?.exchange)?.probe ?? first?.exchange ?? '';
  return {
    ...pick(requirement, 'verdict', 'strength', 'reason', 'because', 'waiver'),
    ...(first && { seen: { probe, pointer: first.pointer, expected: first.expected, actual: first.actual } }),
    ...known({ problem: problem?.title }),
    seenOmitted: first === undefined ? 0 : evidence.length - 1 + evidenceOmitted,
  };
}

type Standings = readonly Pick<Cell, 'verdict' | 'because'>[];

/** A requirement in all runs, and in those that have a column: those of a comparison are all that there are. */
interface InRuns {
  readonly id: string;
  readonly cells: Standings;
  readonly columns?: Standings;
}

/** A requirement that was out of scope, or did not exist, does not count as different. */
function comparable(cells: Standings): Standings {
  return cells.filter(({ verdict }) => verdict !== 'out-of-scope' && verdict !== 'unknown');
}

function differ(cells: Standings): boolean {
  return new Set(comparable(cells).map(({ verdict }) => verdict)).size > 1;
}

/** How each requirement differs, by its id. */
export function differencesOf(all: readonly InRuns[]): ReadonlyMap<string, Difference> {
  const differing = new Set(all.filter(({ cells }) => differ(cells)).map(({ id }) => id));
  // It conforms wherever it was checked, and was not checked elsewhere because of one that differs.
  const follows = ({ verdict, because = '' }: Standings[number]) =>
    verdict === 'conforms' || (verdict === 'not-exercised' && differing.has(because));
  return new Map(
    all.map(({ id, cells, columns = cells }) => {
      if (!differing.has(id)) return [id, 'none'];
      if (comparable(cells).every(follows)) return [id, 'consequence'];
      return [id, differ(columns) ? 'columns' : 'time'];
    }),
  );
}
