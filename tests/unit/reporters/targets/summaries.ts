import type { ComparedTargets } from '../../../../reporters/outline/targets.ts';
import type { Report } from '../../../../src/model/report.ts';
import type { TargetOutcome, TargetResult, TargetsSummary } from '../../../../src/model/targets.ts';
import { matrixOf, reduced } from '../../../../src/report/matrix.ts';
import { targetsSummary } from '../../../../src/report/targets.ts';
import { onDay, type Verdicts } from '../../../support/series.ts';
import { report as fixture } from '../fixture.ts';

/** Summaries of several targets, made by hand. */

const rows: Readonly<Record<TargetOutcome, Omit<TargetResult, 'name' | 'baseUrl' | 'outcome'>>> = {
  conforms: {
    verdict: 'The service conforms',
    exitCode: 0,
    counts: { deviate: 0, notChecked: 0, all: 148 },
    path: 'conforms/report.html',
  },
  'stale-waivers': {
    verdict: 'The service conforms, except for one deviation that is accepted for now; remove one waiver',
    exitCode: 1,
    counts: { deviate: 0, notChecked: 2, all: 148 },
    path: 'stale-waivers/report.html',
  },
  deviates: {
    verdict:
      'The service does not conform: it serves requests without credentials; three problems in its responses',
    exitCode: 1,
    counts: { deviate: 12, notChecked: 43, all: 148 },
    path: 'deviates/report.html',
  },
  incomplete: {
    verdict:
      'No connection to https://sandbox.partner.example.com:8443/a/very/long/prefix/of/a/path; nothing was checked',
    exitCode: 3,
    counts: { deviate: 0, notChecked: 148, all: 148 },
    path: 'incomplete/report.html',
  },
  fault: {
    verdict: 'Fault of the suite itself: a secret had to be masked in report.html',
    exitCode: 4,
    counts: null,
    path: null,
  },
  'not-run': {
    verdict: 'Not run: ended by a signal before its turn; nothing was sent',
    exitCode: null,
    counts: null,
    path: null,
  },
};

/** What differs between the targets of these tests. */
const verdicts: readonly Verdicts[] = [
  { 'delete.data.priority:type': 'conforms' },
  { 'delete.data.priority:type': 'deviates' },
  { 'delete.data.priority:type': 'not-exercised' },
];

export const outcomes = Object.keys(rows) as TargetOutcome[];

export function row(outcome: TargetOutcome, changes: Partial<TargetResult> = {}): TargetResult {
  const baseUrl = 'https://sandbox.partner.example.com:8443/a/very/long/prefix/of/a/path';
  return { name: outcome, baseUrl, outcome, ...rows[outcome], ...changes };
}

/** With where its reports are; of each target that has one, a report of the fixture. */
export function shown(targets: readonly TargetResult[], from: Report = fixture): Required<ComparedTargets> {
  const reports = targets.flatMap(({ name, baseUrl, path }, at) => {
    if (path === null) return [];
    const one = onDay(from, 0, verdicts[at % verdicts.length]);
    return reduced({ ...one, target: { baseUrl, reference: false, name } }, path);
  });
  const matrix = matrixOf(reports, { by: 'targets', asGiven: true });
  return {
    matrix,
    run: { summary: summary(targets), folder: 'reports', page: 'reports/index.html', isVerbose: true },
  };
}

export function summary(targets: readonly TargetResult[]): TargetsSummary {
  const tool = { name: 'entity-config-conformance', version: '0.1.0' };
  return targetsSummary(targets, { startedAt: '2026-03-01T10:20:30.000Z', tool });
}
