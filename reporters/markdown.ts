import type { Observation, Report, RequirementResult, Tally } from '../src/model/report.ts';
import type { RenderOptions, Since } from './reporter.ts';
import { type EffectLine, effectLines } from './support/effects.ts';
import { flipSections } from './support/markdown-flips.ts';
import { assembled, type Section } from './support/markdown-sections.ts';
import { code, longestSentence, text } from './support/markdown-text.ts';
import { coveredWords, placeWords, shortDeviation } from './support/row-text.ts';
import { deviating, notExercised, operationsOf, type ReasonGroup, rowsOf } from './support/rows.ts';
import { unansweredRequests } from './support/unanswered.ts';
import { coverWords, idleWaivers } from './support/waivers.ts';
import { markOf, moment, operationWords, outcomeLine, plural, scopeWords, symbols } from './support/words.ts';

/**
 * A summary for a pull request comment or a job summary. Where it would grow past what such places take, the
 * later rows of a section are counted instead.
 */
export function render(report: Report, { since = null }: Pick<RenderOptions, 'since'> = {}): string {
  return assembled([
    head(report, since),
    counts(report),
    unanswered(report),
    deviations(report),
    ...flips(since),
    silence(report),
    effects(report),
    observations(report),
  ]);
}

function head(report: Report, since: Since | null): Section {
  const { target, run, summary } = report;
  const reference = target.reference ? ' (the embedded reference service)' : '';
  const signs = { conforms: '✅', 'stale-waivers': '⚠️', deviates: '❌', incomplete: '⚠️' };
  return {
    before: [`## ${signs[summary.outcome]} ${text(outcomeLine(report))}`, ''],
    rows: [
      ...summary.reasons.slice(1).map((reason) => `- ${text(reason)}`),
      ...sinceLines(since),
      `- Target ${code(target.baseUrl)}${reference}`,
      `- Scope: ${text(scopeWords(report))}`,
      `- Run ${code(run.id)}, ${code(moment(run.startedAt))}, ${plural(report.exchanges.length, 'request')}`,
    ],
    after: [],
  };
}

function sinceLines(since: Since | null): readonly string[] {
  if (since === null) return [];
  if ('untold' in since) return [`- Since the previous run: ${text(since.untold)}`];
  const { before, summary, notes } = since.comparison;
  const counts = `${summary.worse} got worse, ${summary.better} got better, ${summary.other} changed otherwise`;
  return [
    `- Since run ${code(before.runId)} of ${code(moment(before.startedAt))} (${before.outcome}): ${counts}`,
    ...notes.map((note) => `- Note: ${text(note)}`),
  ];
}

function flips(since: Since | null): readonly Section[] {
  return since !== null && 'comparison' in since ? flipSections(since.comparison) : [];
}

function unanswered(report: Report): Section {
  const requests = unansweredRequests(report);
  if (requests.length === 0) return { before: [], rows: [], after: [] };
  return {
    before: ['', '### Not answered with success', ''],
    rows: requests.map(({ exchange, reason, answer, hint }) => {
      const said = answer === null ? '' : `: ${code(answer)}`;
      return `- ${code(exchange.probe)}: ${text(reason)}${said}${hint === null ? '' : ` (${hint})`}`;
    }),
    after: [],
  };
}

function counts({ summary }: Report): Section {
  const row = (name: string, { conforms, deviates, waived, notExercised: not }: Tally) =>
    `| ${name} | ${conforms} | ${deviates} | ${waived} | ${not} |`;
  return {
    before: ['| rows | conforms | deviates | waived | not exercised |', '|---|--:|--:|--:|--:|'],
    rows: [row('stated', summary.stated), row('only shown', summary.shown)],
    after: [],
  };
}

function deviations(report: Report): Section {
  const rows = operationsOf(report).flatMap((operation) => deviating(rowsOf(report, operation)));
  return {
    before: [
      '### Deviations',
      '',
      '| | requirement | at | expected | actual | section |',
      '|---|---|---|---|---|---|',
    ],
    rows: rows.map(deviation),
    after: [],
  };
}

function deviation(row: RequirementResult): string {
  const [first] = row.evidence;
  const others = row.evidence.length - 1 + row.evidenceOmitted;
  const at = first ? (first.pointer === '' ? placeWords('') : code(first.pointer)) : '';
  const cells = [
    symbols[markOf(row)],
    `${code(row.id)}<br>${text(row.statement)}`,
    others > 0 ? `${at}<br>and ${plural(others, 'more place')}` : at,
    code(first?.expected ?? ''),
    code(first?.actual ?? ''),
    `${text(row.section)}, ${row.strength === 'shown' ? 'only shown' : 'stated'}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What was waived and what was not exercised. */
function silence(report: Report): Section {
  const waived = report.requirements.filter(({ verdict }) => verdict === 'waived');
  const groups = operationsOf(report).flatMap((operation) =>
    notExercised(rowsOf(report, operation)).map(
      (group) => `- ${operationWords(report, operation).method}, ${reason(group)}`,
    ),
  );
  return {
    before: ['### Waived and not exercised', ''],
    rows: [
      ...waived.map(
        (row) =>
          `- ${code(row.id)} is waived: ${text(coverWords(report, row))}; ${text(shortDeviation(row))}`,
      ),
      ...idleWaivers(report).map(
        ({ id, state, words, stale }) =>
          `- ${stale ? '**!** ' : ''}Waiver of ${code(id)}: ${text(state)}; ${text(words)}`,
      ),
      ...groups,
    ],
    after: [],
  };
}

function reason({ reason: why, because, covered, rows }: ReasonGroup): string {
  const single = rows.length === 1 && rows[0] && !because ? ` (${code(rows[0].id)})` : '';
  const cause = because ? ` (see ${code(because)}${coveredWords(covered)})` : single;
  return `${plural(rows.length, 'row')} not exercised: ${text(why)}${cause}`;
}

function effects(report: Report): Section {
  const line = ({ noun, id, what, times }: EffectLine) =>
    `- ${noun} ${id === null ? '(identifier unknown)' : code(id)} ${what}${times > 1 ? ` ${times} times` : ''}`;
  return { before: ['### Effects on the target', ''], rows: effectLines(report).map(line), after: [] };
}

function observations({ observations: all, summary }: Report): Section {
  const first = [...all].sort((a, b) => Number(b.prominent) - Number(a.prominent));
  const row = ({ question, answer, section, prominent }: Observation) =>
    `- ${prominent ? '**!** ' : ''}${text(question)} (section ${text(section)})<br>${code(answer, longestSentence)}`;
  return {
    before: [
      '<details>',
      `<summary>Observations, where the document is silent (${summary.observations})</summary>`,
      '',
    ],
    rows: first.map(row),
    after: ['', '</details>'],
  };
}
