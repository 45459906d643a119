import type { Report, RequirementResult } from '../../schemas/types.ts';
import { isGated } from '../model/requirement.ts';
import { visible } from '../text/escape.ts';
import { andMore } from '../text/more.ts';
import { plural } from '../text/plural.ts';
import { judgedNoun, seenOf } from './follows.ts';
import { mustBeExercised } from './scope.ts';

/** What a test does with a requirement's result. */
export type Settlement =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail' | 'skip' | 'annotate'; readonly message: string };

function deviationText(requirement: RequirementResult): string {
  const { id, statement, section, evidence, evidenceOmitted } = requirement;
  const places = evidence.map(
    ({ exchange, pointer, expected, actual }) =>
      `  ${visible(exchange)} ${visible(pointer) || '(whole response)'}\n    expected: ${visible(expected)}\n    actual:   ${visible(actual)}`,
  );
  const more = evidenceOmitted === 0 ? [] : [`  ${andMore(evidenceOmitted)}`];
  const { deviates, judged } = seenOf(requirement);
  const seen = `${deviates} of ${plural(judged, judgedNoun(requirement))}`;
  return [`${id}: ${statement} (document section ${section}); deviates in ${seen}`, ...places, ...more].join(
    '\n',
  );
}

/**
 * A stated requirement that was in scope and not checked fails, as vitest calls a run of skipped tests a success. What
 * is only shown is annotated, unless the run is strict; what a waiver covers is skipped.
 */
export function settlement({ run, operations }: Report, requirement: RequirementResult): Settlement {
  if (requirement.verdict === 'conforms') return { kind: 'pass' };
  if (requirement.verdict === 'waived')
    return { kind: 'skip', message: visible(`waived: ${requirement.waiver}`) };
  if (requirement.verdict === 'deviates') {
    const isFailure = isGated(requirement, run.options);
    return { kind: isFailure ? 'fail' : 'annotate', message: deviationText(requirement) };
  }
  const isNeeded = requirement.waiver === undefined && mustBeExercised(requirement, run.scope, operations);
  return {
    kind: isNeeded ? 'fail' : 'skip',
    message: visible(`${requirement.id} was not checked: ${requirement.reason}`),
  };
}

/**
 * What fails a run in the gate although no requirement fails: a request without success among others that had it, a run
 * that was cut, a stale waiver. With it, all tests pass exactly where `conformance run` ends with 0.
 */
export function runSettlement(report: Report): Settlement {
  const { exitCode, outcome, reasons } = report.summary;
  const isShown = report.requirements.some((requirement) => settlement(report, requirement).kind === 'fail');
  if (exitCode === 0 || isShown) return { kind: 'pass' };
  return {
    kind: 'fail',
    message: [`${outcome}:`, ...reasons.map((reason) => `  ${visible(reason)}`)].join('\n'),
  };
}
