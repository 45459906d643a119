import { createHash } from 'node:crypto';
import { findingSentences } from '../src/answers/words.ts';
import { locationsName, type SourcePlace } from '../src/model/location.ts';
import type { Report, RequirementResult } from '../src/model/report.ts';
import { clipped, plainJson, visible } from '../src/text/escape.ts';
import { findingFor, isUnexplained, shortDeviation } from './outline/finding.ts';
import { visibleReport } from './outline/rows.ts';
import { outcomeLine } from './outline/words.ts';

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
  const issues = [
    ...rows.map((row) => deviation(shown, row)),
    ...(isUnexplained(shown) ? [issueOf(shown, 'outcome', outcomeLine(shown), 'major')] : []),
    ...findingSentences(shown.answerFindings).map(({ kind, id = '', text }) =>
      issueOf(shown, `${kind} ${id}`.trim(), visible(text), 'info'),
    ),
  ];
  return `${plainJson(JSON.stringify(issues, null, 2))}\n`;
}

function deviation(report: Report, row: RequirementResult): Issue {
  const { title, fix, fails, location } = findingFor(report, row);
  const wrong = fix === null ? title : `${title}; fix: ${fix}`;
  const text = `${wrong} (${row.id}, section ${row.section}); ${shortDeviation(row)}`;
  return issueOf(report, row.id, text, fails ? 'major' : 'minor', location);
}

/** GitLab wants a path: without a place of its own, that of the file in which one can be given. */
function issueOf(
  { target }: Report,
  check: string,
  text: string,
  severity: Issue['severity'],
  place?: SourcePlace | null,
): Issue {
  const { file, line } = place ?? { file: locationsName, line: 1 };
  return {
    description: clipped(text, longestDescription),
    check_name: check,
    fingerprint: createHash('sha256').update(`${target.baseUrl} ${check}`).digest('hex'),
    severity,
    location: { path: file, lines: { begin: line } },
  };
}
