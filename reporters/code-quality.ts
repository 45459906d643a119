import { createHash } from 'node:crypto';
import type { Report, RequirementResult } from '../schemas/types.ts';
import { findingSentences } from '../src/answers/words.ts';
import { clipped, plainJson, visible } from '../src/text/escape.ts';
import { fileOf, findingFor, isUnexplained, shortDeviation } from './outline/finding.ts';
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
 * GitLab's Code Quality JSON: an issue per requirement that deviates. Where
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
  const { title, fix, fails } = findingFor(report, row);
  const wrong = fix === null ? title : `${title}; fix: ${fix}`;
  const text = `${wrong} (${row.id}, section ${row.section}); ${shortDeviation(row)}`;
  return issueOf(report, row.id, text, fails ? 'major' : 'minor');
}

function issueOf(report: Report, check: string, text: string, severity: Issue['severity']): Issue {
  return {
    description: clipped(text, longestDescription),
    check_name: check,
    fingerprint: createHash('sha256').update(`${report.target.baseUrl} ${check}`).digest('hex'),
    severity,
    location: { path: fileOf(report), lines: { begin: 1 } },
  };
}
