import type { Report } from '../../model/report.ts';

function scopeChanged(before: Report, after: Report): boolean {
  return JSON.stringify(before.run.scope) !== JSON.stringify(after.run.scope);
}

function schemasNote(before: Report, after: Report): string | null {
  if (before.document.sha256 === after.document.sha256) return null;
  return `the runs were judged by different schemas (${before.tool.version} before, ${after.tool.version} after): a flip may come from them`;
}

function scopeNote(before: Report, after: Report, outOfScope: number): string | null {
  if (!scopeChanged(before, after)) return null;
  const count = `${outOfScope} requirement${outOfScope === 1 ? '' : 's'}`;
  return `the runs differ in scope: ${count} in the scope of one only, not compared`;
}

function orderNote(before: Report, after: Report): string | null {
  if (before.run.id === after.run.id) return 'both reports are of one and the same run';
  const isReversed = Date.parse(after.run.startedAt) < Date.parse(before.run.startedAt);
  return isReversed ? 'the second run started before the first: are they in the right order?' : null;
}

/** The embedded service has another port each time. */
function targetNote({ target: before }: Report, { target: after }: Report): string | null {
  if (before.baseUrl === after.baseUrl || (before.reference && after.reference)) return null;
  const name = ({ baseUrl, reference }: Report['target']) =>
    reference ? 'the embedded reference service' : baseUrl;
  return `the runs judged different targets: ${name(before)} and ${name(after)}`;
}

/** What a reader should know before trusting a flip, one sentence each. */
export function notesOf(before: Report, after: Report, outOfScope: number): readonly string[] {
  const cut = (['first', 'second'] as const).filter((_, at) => [before, after][at]?.run.cut === true);
  return [
    orderNote(before, after),
    targetNote(before, after),
    schemasNote(before, after),
    scopeNote(before, after, outOfScope),
    ...cut.map((which) => `the ${which} run was cut before its plan was carried out`),
  ].filter((note) => note !== null);
}
