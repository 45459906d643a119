import type { DeclaredAnswers, Report } from '../../schemas/types.ts';
import { known } from '../model/known.ts';
import { evidenceOf } from '../report/evidence.ts';
import { tool } from './tool.ts';

/**
 * The report with what it was made from, and that this suite judged it here.
 * @param answers those that were declared @param recording its digest, if there is one
 */
export function withEvidence(
  report: Report,
  answers: DeclaredAnswers | undefined,
  recording?: string,
): Report {
  const judging = { suite: tool.version, node: process.versions.node, answers, ...known({ recording }) };
  return { ...report, evidence: evidenceOf(report, judging) };
}
