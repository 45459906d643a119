import { createHash } from 'node:crypto';
import { locationsName, type SourcePlace } from '../src/model/location.ts';
import type { Report, RequirementResult } from '../src/model/report.ts';
import { clipped, plainJson } from '../src/text/escape.ts';
import { shortDeviation } from './outline/row-text.ts';
import { problemOf } from './outline/rows.ts';
import { visibleReport } from './outline/visible-report.ts';
import { outcomeLine, problemTitle } from './outline/words.ts';

/** Characters of one description; the merge request shows it in a single line. */
const longestDescription = 500;

/** One entry of GitLab's Code Quality report, a subset of the Code Climate specification. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  /** The same for the same requirement of the same target in every run, so that GitLab knows which issues are new. */
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/**
 * GitLab's Code Quality JSON: an issue per requirement that deviates, at its place in the service's own sources. Where
 * the run does not conform and no stated requirement deviates, one issue says why: an empty list reads as "all is
 * well".
 */
export function render(report: Report): string {
  const shown = visibleReport(report);
  const rows = shown.requirements.filter(({ verdict }) => verdict === 'deviates');
  const issues = [...rows.map((row) => issueOf(shown, row)), ...unexplained(shown)];
  return `${plainJson(JSON.stringify(issues, null, 2))}\n`;
}

function issueOf(report: Report, row: RequirementResult): Issue {
  return {
    description: clipped(
      `${descriptionOf(report, row)} (${row.id}, section ${row.section}); ${shortDeviation(row)}`,
      longestDescription,
    ),
    check_name: row.id,
    fingerprint: fingerprint(report, row.id),
    severity: fails(report, row) ? 'major' : 'minor',
    location: locationOf(row.location),
  };
}

/** GitLab wants a path: without a place of its own, that of the file in which one can be given. */
function locationOf(place: SourcePlace = { file: locationsName, line: 1 }): Issue['location'] {
  return { path: place.file, lines: { begin: place.line } };
}

/** What is wrong, and the cure where one is known. */
function descriptionOf(report: Report, row: RequirementResult): string {
  const problem = problemOf(report, row.id);
  if (problem === undefined) return row.statement;
  return `${problemTitle(problem)}${problem.cure === null ? '' : `; fix: ${problem.cure}`}`;
}

function fails({ run }: Report, { strength }: RequirementResult): boolean {
  return strength === 'stated' || run.options.strict;
}

function unexplained(report: Report): readonly Issue[] {
  const explained = report.requirements.some((row) => row.verdict === 'deviates' && fails(report, row));
  if (report.summary.outcome === 'conforms' || explained) return [];
  return [
    {
      description: clipped(outcomeLine(report), longestDescription),
      check_name: 'outcome',
      fingerprint: fingerprint(report, 'outcome'),
      severity: 'major',
      location: locationOf(),
    },
  ];
}

function fingerprint({ target }: Report, check: string): string {
  return createHash('sha256').update(`${target.baseUrl} ${check}`).digest('hex');
}
