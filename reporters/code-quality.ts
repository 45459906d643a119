import { createHash } from 'node:crypto';
import type { Report } from '../schemas/types.ts';
import { clipped, plainJson } from '../src/text/escape.ts';
import { entriesOf } from './entries.ts';
import { outcomeLine } from './outline/words.ts';

/** Characters of one description; the merge request shows it in a single line. */
const longestDescription = 500;

const severities = { error: 'major', warning: 'minor', note: 'info' } as const;

/** GitLab's Code Quality JSON, a subset of the Code Climate specification: an issue per requirement that deviates. */
export function render(report: Report): string {
  const issues = entriesOf(report)
    .filter(({ kind }) => kind === 'deviates' || kind === 'outcome' || kind === 'open question')
    .map(({ kind, id, level, title, text, file }) => ({
      description: clipped(
        kind === 'outcome' ? outcomeLine(report) : `${title}. ${text}`,
        longestDescription,
      ),
      check_name: id,
      // The same for the same requirement of the same target in every run, so that GitLab knows which issues are new.
      fingerprint: createHash('sha256').update(`${report.target.baseUrl} ${id}`).digest('hex'),
      severity: severities[level],
      location: { path: file, lines: { begin: 1 } },
    }));
  return `${plainJson(JSON.stringify(issues, null, 2))}\n`;
}
