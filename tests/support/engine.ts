import type { RequirementFindings } from '../../src/judge/findings.ts';
import {
  buildReport,
  contract,
  definitions,
  type Exchange,
  judge,
  type Recording,
  type Report,
} from './subject.ts';

/** The engine with the contract of the document. */

export { contract, definitions };
export const { requirements } = contract;
export const settingsList = definitions.entries.map(([, definition]) => definition);

export function reportOf(recording: Recording): Report {
  return buildReport(recording);
}

/** How many requests a run sends that names one resource for each operation. @param repeat of those that may be repeated */
export function requestsOf(repeat: number, operations = contract.operations): number {
  return operations.reduce((sum, { repeats }) => sum + 2 + (repeats ? repeat : 1), 0);
}

/** By id of the requirement. */
export function findingsOf(exchanges: readonly Exchange[]): ReadonlyMap<string, RequirementFindings> {
  return judge(exchanges).findings;
}

/** Ids of the requirements that deviate, sorted. */
export function deviatingIn(exchanges: readonly Exchange[]): readonly string[] {
  return [...findingsOf(exchanges)]
    .flatMap(([id, { verdict }]) => (verdict === 'deviates' ? [id] : []))
    .sort();
}
