import { findingOf } from '../../reporters/outline/finding.ts';
import { findingRow } from '../../reporters/outline/finding-row.ts';
import { visibleReport } from '../../reporters/outline/rows.ts';
import { sectionText } from '../../reporters/print/terminal.ts';
import type { Exchange, Report, RequirementResult } from '../../schemas/types.ts';
import { type Gating, isGated } from '../model/requirement.ts';
import { mustBeExercised } from '../report/scope.ts';
import { visible } from '../text/escape.ts';
import { judge } from './judge.ts';

/** What can be said about one response. `unknown`: something could not be judged, which is neither yes nor no. */
export interface Conformity {
  readonly verdict: 'conforms' | 'deviates' | 'unknown';
  /** Why, for a reader; one line or several. */
  readonly text: string;
}

/** What had to be checked and was not; an echo is required only where something was sent. */
function unchecked(
  { requirements, run, operations }: Report,
  { request }: Exchange,
): readonly RequirementResult[] {
  return requirements.filter(
    (requirement) =>
      requirement.verdict === 'not-exercised' &&
      mustBeExercised(requirement, run.scope, operations) &&
      (requirement.facet !== 'echo' || request.body !== undefined),
  );
}

/** Of a message: what runs tests may print it narrower or wider, and breaks no line. */
const columns = 120;

/** Problems as the terminal prints them: requirements that deviate for one cause together, with the fix. */
function problemsText(report: Report): string {
  const shown = visibleReport(report);
  const failing = shown.problems.filter((problem) => findingOf(shown, problem).fails);
  const rows = failing.map((problem, at) => findingRow(shown, problem, at, { detail: 'usual', whole: null }));
  return sectionText(
    { kind: 'record', anchor: 'deviations', heading: null, rows },
    { colour: false, columns },
  );
}

function deviating(report: Report, failing: number, others: number): Conformity {
  const count = failing === 1 ? 'one requirement deviates' : `${failing} requirements deviate`;
  const also = others === 1 ? 'one more deviates' : `${others} more deviate`;
  const more = others === 0 ? [] : [`${also} from what is only shown, which fails under strict`];
  return { verdict: 'deviates', text: [count, problemsText(report), ...more].join('\n\n') };
}

function unknown(text: string): Conformity {
  return { verdict: 'unknown', text: `it could not be judged: ${visible(text)}` };
}

/** Whether the response of an exchange conforms, judged as that of an authorised request. */
export function conformityOf(given: Exchange, gating: Gating): Conformity {
  const exchange: Exchange = { ...given, credentials: 'authorised' };
  const report = judge([exchange], { unauthorized: false, ...gating });
  const deviations = report.requirements.filter(({ verdict }) => verdict === 'deviates');
  const failing = deviations.filter((one) => isGated(one, gating));
  if (failing.length > 0) return deviating(report, failing.length, deviations.length - failing.length);
  const [unanswered] = report.unanswered;
  if (unanswered !== undefined) return unknown(unanswered.reason);
  const [open] = unchecked(report, exchange);
  if (open !== undefined) return unknown(`${open.id} was not checked: ${open.reason}`);
  return {
    verdict: 'conforms',
    text: 'every requirement that could be checked was checked, and none deviates',
  };
}
