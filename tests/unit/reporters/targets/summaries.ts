import type { ShownTargets } from '../../../../reporters/outline/targets.ts';
import type { TargetOutcome, TargetResult, TargetsSummary } from '../../../../src/model/targets.ts';
import { targetsSummary } from '../../../../src/report/targets.ts';

/** Summaries of several targets, made by hand. */

const rows: Readonly<Record<TargetOutcome, Omit<TargetResult, 'name' | 'baseUrl' | 'outcome'>>> = {
  conforms: {
    verdict: 'The service conforms',
    exitCode: 0,
    counts: { deviate: 0, notChecked: 0, all: 148 },
    path: 'conforms/report.html',
  },
  'stale-waivers': {
    verdict: 'The service conforms, but for one deviation that is accepted for now; remove one waiver',
    exitCode: 1,
    counts: { deviate: 0, notChecked: 2, all: 148 },
    path: 'stale-waivers/report.html',
  },
  deviates: {
    verdict:
      'The service does not conform: it serves requests without credentials; three mistakes in its answers',
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

export const outcomes = Object.keys(rows) as TargetOutcome[];

export function row(outcome: TargetOutcome, changes: Partial<TargetResult> = {}): TargetResult {
  const baseUrl = 'https://sandbox.partner.example.com:8443/a/very/long/prefix/of/a/path';
  return { name: outcome, baseUrl, outcome, ...rows[outcome], ...changes };
}

/** With where its reports are. */
export function shown(targets: readonly TargetResult[]): ShownTargets {
  return { summary: summary(targets), folder: 'reports', page: 'reports/index.html' };
}

export function summary(targets: readonly TargetResult[]): TargetsSummary {
  const tool = { name: 'entity-config-conformance', version: '0.1.0' };
  return targetsSummary(targets, { startedAt: '2026-03-01T10:20:30.000Z', tool });
}
