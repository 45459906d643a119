import type { Report } from '../schemas/types.ts';
import { workflowData, workflowProperty } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { entriesOf, type ReportEntry } from './entries.ts';

/** GitHub shows as many annotations of a kind per step; one of them counts the others. */
const shownPerKind = 10;

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/**
 * Workflow commands of GitHub Actions, one a line and a problem; empty where there is nothing to report. Printed on
 * standard error: the runner reads both streams, and standard output is the report's.
 */
export function render(report: Report): string {
  const entries = entriesOf(report).filter(({ row }) => row === null);
  const lines = (['error', 'warning', 'note'] as const).flatMap((level) => {
    const own = entries.filter((entry) => entry.level === level);
    // Shown however many there are.
    const last = own.filter(({ kind }) => kind === 'outcome' || kind === 'incomplete');
    const others = own.filter((entry) => !last.includes(entry));
    const most = shownPerKind - last.length;
    const shown = others.length > most ? others.slice(0, most - 1) : others;
    const left = andMore(others.length - shown.length);
    const rest = left === '' ? [] : [{ title: 'conformance', text: `${left}, see the reports of the run` }];
    return [...shown, ...rest, ...last].map(
      ({ title, text }: Pick<ReportEntry, 'title' | 'text'>) =>
        `::${commands[level]} title=${workflowProperty(title)}::${workflowData(text)}\n`,
    );
  });
  return lines.join('');
}
