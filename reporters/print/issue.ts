import type { ServiceProblem } from '../../src/model/conclusion.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { markdownCode, markdownText } from '../../src/text/escape.ts';
import { documentPlace, seenWords, sinceWhen } from '../outline/finding.ts';
import { placeWords } from '../outline/rows.ts';
import { moment, problemTitle, strengthWords } from '../outline/words.ts';
import { code, fenced, prose } from './markdown.ts';

/** How many requirements are described one by one. */
const mostRows = 10;

/** What an issue shows besides the report: both of the first requirement. */
export interface IssueLines {
  /** Lines of the answer around the place. */
  readonly lines: readonly string[];
  /** Lines of the command that sends the request again; empty for none. */
  readonly command: readonly string[];
}

/** The problem as an issue for whoever runs the service, in Markdown: it can be read without the report. */
export function issueText(
  report: Report,
  problem: ServiceProblem,
  rows: readonly RequirementResult[],
  { lines, command }: IssueLines,
): string {
  const { run, target, document } = report;
  const more = rows.length - mostRows;
  const block = (title: string, language: string, own: readonly string[]) =>
    own.length === 0 ? [] : ['', title, '', ...fenced(language, own)];
  const build = run.label === undefined ? '' : `, build ${markdownCode(run.label)}`;
  const seen = `Seen at ${markdownCode(target.baseUrl)} on ${moment(run.startedAt)}`;
  const address = document.url === undefined ? '' : `: ${markdownCode(document.url)}`;
  return [
    `## ${prose(problemTitle(problem))}`,
    ...(problem.cure === null ? [] : ['', `What to change: ${prose(problem.cure)}`]),
    ...rows.slice(0, mostRows).flatMap((row) => ['', ...rowLines(report, row)]),
    ...(more > 0 ? ['', `And ${more} more requirements for the same reason.`] : []),
    ...block('The response around it:', 'text', lines),
    ...block('To send the request again (secrets are variables):', 'sh', command),
    '',
    `${seen}, run ${markdownCode(run.id)}${build}. Judged by: ${markdownText(document.title)}${address}.`,
  ].join('\n');
}

function rowLines(report: Report, row: RequirementResult): readonly string[] {
  const [first] = row.evidence;
  const since = sinceWhen(report, row.id);
  return [
    `- Requirement: ${markdownCode(row.id)}, ${prose(row.statement)}`,
    `- Document: ${markdownText(documentPlace(row))}, ${strengthWords[row.strength]}`,
    ...(first === undefined
      ? []
      : [
          `- At: ${first.pointer === '' ? placeWords('') : code(first.pointer)}`,
          `- Expected: ${code(first.expected)}`,
          `- Actual: ${code(first.actual)}`,
        ]),
    `- In: ${seenWords(row)}`,
    ...(since === null ? [] : [`- ${prose(since.words)}`]),
  ];
}
