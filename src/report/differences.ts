import type {
  ComparedRun,
  Observation,
  ObservationRow,
  Report,
  RequirementResult,
  Standing,
} from '../../schemas/types.ts';
import { known, pick } from '../model/known.ts';
import { plural } from '../text/plural.ts';

/** What is said alike of two reports and of many. */

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

/** A run, by what it was judged, and with which outcome. */
export function comparedRun({ run, target, tool, document, summary }: Report): ComparedRun {
  const {
    outcome,
    exitCode,
    reasons: [reason = ''],
  } = summary;
  return {
    runId: run.id,
    startedAt: run.startedAt,
    baseUrl: target.baseUrl,
    tool: `${tool.name} ${tool.version}`,
    schemas: document.sha256,
    outcome,
    exitCode,
    reason,
  };
}

/** Runs as far as their notes look at them. */
interface NotedRun {
  readonly schemas: string;
  readonly scope: string;
  readonly cut: boolean;
}

/** What a reader should know before trusting a difference, one sentence each. */
export function notesOf(runs: readonly NotedRun[]): readonly string[] {
  const varies = (what: 'schemas' | 'scope') => new Set(runs.map((run) => run[what])).size > 1;
  const cut = runs.filter((run) => run.cut).length;
  return [
    ...(varies('schemas')
      ? ['the runs were judged by different schemas: a difference may come from them']
      : []),
    ...(varies('scope')
      ? ['the runs differ in scope: what was out of scope in a run does not count as different']
      : []),
    ...(cut > 0
      ? [`${plural(cut, 'run')} ${cut === 1 ? 'was' : 'were'} interrupted: what came after is missing`]
      : []),
  ];
}

type AnswersOfRun = readonly Pick<Observation, 'id' | 'question' | 'section' | 'answer'>[];

/**
 * What runs answer to each open question; null where one has no answer.
 * @param known the questions of all runs, in their order; of a question with other words the last counts
 */
export function answersOf(runs: readonly AnswersOfRun[], known = runs): readonly ObservationRow[] {
  const questions = new Map(known.flat().map((one) => [one.id, one]));
  return [...questions.values()].map(({ id, question, section }) => ({
    id,
    question,
    section,
    answers: runs.map((run) => run.find((one) => one.id === id)?.answer ?? null),
  }));
}

/** Whether some of them are others, but for what differs in every run. */
export function differ(answers: readonly (string | null)[]): boolean {
  return new Set(answers.map((one) => one && shapeOf(one))).size > 1;
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
