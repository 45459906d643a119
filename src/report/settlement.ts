import type { Report, RequirementResult } from '../../schemas/types.ts';
import { groupBy } from '../model/group-by.ts';
import { isGated } from '../model/requirement.ts';
import { visible } from '../text/escape.ts';
import { plural } from '../text/plural.ts';
import { missedIn } from './scope.ts';

/** What a test does with a requirement's result. */
export type Settlement =
  | { readonly kind: 'pass' }
  | { readonly kind: 'skip'; readonly message: string }
  | { readonly kind: 'annotate' }
  /** Of a deviation the message is that of a printer. */
  | { readonly kind: 'fail'; readonly message?: string };

/**
 * What deviates fails; what is only shown is annotated, unless the run is strict; what a waiver covers is skipped, and so is
 * what was not checked, with what blocked it: `openSettlement` fails for that once.
 */
export function settlement({ run }: Report, requirement: RequirementResult): Settlement {
  const { verdict, waiver, reason, because } = requirement;
  if (verdict === 'conforms') return { kind: 'pass' };
  if (verdict === 'waived') return { kind: 'skip', message: visible(`waived: ${waiver}`) };
  if (verdict === 'deviates') return { kind: isGated(requirement, run.options) ? 'fail' : 'annotate' };
  const cause = because === undefined ? '' : ` (see ${because})`;
  return { kind: 'skip', message: visible(`not checked: ${reason}${cause}`) };
}

/**
 * Fails for what had to be checked among some requirements and was not, unless a deviation blocked it, which fails itself: vitest
 * calls tests that were all skipped a success.
 */
export function openSettlement(report: Report, ids: ReadonlySet<string>): Settlement {
  const own = missedIn(report).filter(({ id, because }) => ids.has(id) && because === undefined);
  if (own.length === 0) return { kind: 'pass' };
  const reasons = [...groupBy(own, ({ reason }) => reason)].map(
    ([reason, rows]) => `  ${rows.length}: ${visible(reason ?? '')}`,
  );
  const count = plural(own.length, 'requirement');
  return { kind: 'fail', message: [`${count} had to be checked and could not be:`, ...reasons].join('\n') };
}

/**
 * What fails a run beside what deviates: something that had to be checked was not, a request failed, the run was cut, a
 * waiver is stale. With it, all tests pass exactly where `conformance run` ends with 0.
 */
export function runSettlement(report: Report): Settlement {
  const { summary, conclusion, requirements } = report;
  const isShown = requirements.some((requirement) => settlement(report, requirement).kind === 'fail');
  const open = conclusion.acts.filter(({ kind }) => kind === 'not-checked' || kind === 'answer');
  const reasons = isShown ? open.map(({ sentence }) => sentence) : summary.reasons;
  if (summary.exitCode === 0 || reasons.length === 0) return { kind: 'pass' };
  const message = [`${summary.outcome}:`, ...reasons.map((reason) => `  ${visible(reason)}`)].join('\n');
  return { kind: 'fail', message };
}
