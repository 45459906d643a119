import type { ServiceProblem } from '../src/model/conclusion.ts';
import type { Outcome, Report } from '../src/model/report.ts';
import { firstOf } from '../src/text/more.ts';
import { plural } from '../src/text/plural.ts';
import { conformingFields } from './outline/conforming-fields.ts';
import { type EffectLine, effectLines } from './outline/effects.ts';
import { documentCommand } from './outline/links.ts';
import { placeWords, shortDeviation } from './outline/row-text.ts';
import { distinct, furtherPlaces, operationsOf, rowsOf } from './outline/rows.ts';
import { sinceWords, targetWords, trafficWords } from './outline/traffic.ts';
import { grouped, mostNamed, unansweredRequests } from './outline/unanswered.ts';
import { uncheckedCount, uncheckedOf, unprotectedOf } from './outline/unchecked.ts';
import { acceptedWords, idleWaivers } from './outline/waivers.ts';
import {
  judgedNoun,
  moment,
  operationWords,
  outcomeLine,
  problemTitle,
  restWords,
  scopeWords,
  supportWords,
} from './outline/words.ts';
import { changeLines } from './print/change-lines.ts';
import { assembled, type MarkdownSection } from './print/markdown-sections.ts';
import { address, code, longestSentence, text } from './print/markdown-text.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/** The first line, by which a job finds its comment of the run before and replaces it. */
export const marker = '<!-- entity-config-conformance -->';

const signs: Readonly<Record<Outcome, string>> = {
  conforms: '✅',
  'stale-waivers': '⚠️',
  deviates: '❌',
  incomplete: '⚠️',
};

/** Reasons at the top, each of which has a place of its own below. */
const mostWhy = 3;
/** Reasons why something of one operation was not checked; the rest is counted. */
const mostReasons = 4;

/**
 * A summary for a comment on a pull request, a job summary, e-mail or chat: the conclusion, then lists without tables.
 * Where it would grow past what such places take, later entries of a section are counted instead.
 */
export function render(report: Report, options: Pick<FormatOptions, 'pageUrl' | 'files'> = {}): string {
  const { pageUrl = null } = options;
  const whole = wholeFile(options);
  const sections = [
    head(report, pageUrl),
    problems(report, whole),
    section('Requests that failed', unanswered(report)),
    section('Since the earlier run', changeLines(report)),
    section('Conforms in every respect', conforming(report)),
    section('Accepted deviations', accepted(report)),
    section('Waivers that cover nothing in this run', idle(report)),
    section('Not checked', [
      ...unprotected(report),
      ...operationsOf(report).flatMap((name) => unchecked(report, name, whole)),
    ]),
    section('Left behind at the service', effectLines(report).map(effect)),
    section('Worth a look, where the document is silent', prominent(report)),
    { before: [], rows: [elsewhere(report, whole)], after: [] },
  ];
  return assembled(sections, whole);
}

function section(heading: string, rows: readonly string[]): MarkdownSection {
  return { before: [`### ${heading}`, ''], rows, after: [] };
}

function head(report: Report, pageUrl: string | null): MarkdownSection {
  const { summary, conclusion, target, run } = report;
  const rest = restWords(conclusion);
  const line = (label: string, content: string) => [`- **${label}:** ${text(content)}`];
  const build = run.label === undefined ? '' : `, build ${code(run.label)}`;
  return {
    before: [marker, `## ${signs[summary.outcome]} ${text(outcomeLine(report))}`, ''],
    rows: [
      ...conclusion.why.slice(0, mostWhy).flatMap((why) => line('Why', why)),
      ...(conclusion.why.length > mostWhy ? line('Why', 'and more, see below') : []),
      ...line('Who acts', conclusion.act),
      ...line('Next', conclusion.next),
      ...line('Changed', rest.changed),
      ...line('Not checked', rest.notChecked),
      ...(report.traffic === undefined ? [] : line('Traffic', trafficWords(report.traffic))),
      `- **Run:** ${code(run.id)}${build}, ${code(moment(run.startedAt))}, ${report.traffic === undefined ? plural(report.exchanges.length, 'request') : 'recorded traffic'} to ${code(targetWords(report))}${target.reference ? ' (the embedded reference service)' : ''}; ${text(scopeWords(report))}`,
      ...(pageUrl === null ? [] : [`- **Report:** ${address(pageUrl)}`]),
    ],
    after: [],
  };
}

function problems(report: Report, whole: string | null): MarkdownSection {
  return section(
    `Deviations (${report.problems.length})`,
    report.problems.map((problem) => entry(report, problem, whole)),
  );
}

function entry(report: Report, problem: ServiceProblem, whole: string | null): string {
  const { cure, requirements, seen } = problem;
  const rows = requirements.flatMap((id) => report.requirements.find((row) => row.id === id) ?? []);
  const support = [...new Set(rows.map(supportWords))].join('; ');
  const [first] = rows.flatMap(distinct);
  const more = furtherPlaces(rows, first === undefined ? [] : [first], whole);
  const at = first === undefined ? '' : first.pointer === '' ? placeWords('') : code(first.pointer);
  return [
    `- **${text(problemTitle(problem))}**${cure === null ? '' : `: ${text(cure)}`}`,
    ...(first === undefined
      ? []
      : [
          `  - at ${at}: expected ${code(first.expected)}, actual ${code(first.actual)}${more === '' ? '' : `; ${more}`}`,
        ]),
    `  - ${text(support)}${seen.judged > 1 ? `, in ${seen.deviates} of ${seen.judged} ${judgedNoun(problem)}` : ''}: ${requirements.map((id) => code(id)).join(', ')}`,
    ...rows.slice(0, 1).flatMap((row) => (row.traffic === undefined ? [] : [`  - ${text(sinceWords(row))}`])),
  ].join('\n');
}

function unanswered(report: Report): readonly string[] {
  return grouped(report, unansweredRequests(report)).map(({ exchanges, isSample, reason, answer, hint }) => {
    const names = exchanges.map(({ probe }) => code(probe));
    const said = answer === null ? '' : `: ${code(answer)}`;
    return `- ${firstOf(names, mostNamed, isSample)}: ${text(reason)}${said}${hint === null ? '' : ` (${text(hint)})`}`;
  });
}

function conforming(report: Report): readonly string[] {
  return operationsOf(report).flatMap((name) => {
    const names = conformingFields(rowsOf(report, name)).map(
      ({ label, names: fields }) => `${code(label)} (${text(fields.join(', '))})`,
    );
    return names.length === 0 ? [] : [`- ${operationWords(report, name).method}: ${names.join('; ')}`];
  });
}

function accepted(report: Report): readonly string[] {
  return report.requirements
    .filter(({ verdict }) => verdict === 'waived')
    .map((row) => `- ${code(row.id)}, ${text(acceptedWords(report, row))}; ${text(shortDeviation(row))}`);
}

function idle(report: Report): readonly string[] {
  return idleWaivers(report).map(
    ({ id, state, words, stale }) => `- ${stale ? '**!** ' : ''}${code(id)}: ${text(state)}; ${text(words)}`,
  );
}

function unprotected(report: Report): readonly string[] {
  return unprotectedOf(report).map(
    ({ ids, why }) => `- **${ids.map((id) => code(id)).join(', ')}**: ${text(why)}`,
  );
}

function unchecked(report: Report, name: string, whole: string | null): readonly string[] {
  const { method } = operationWords(report, name);
  return uncheckedOf(report, rowsOf(report, name), mostReasons, whole).map((group) => {
    const ids = group.ids.length === 0 ? '' : ` (${group.ids.map((id) => code(id)).join(', ')})`;
    return `- ${method}, ${uncheckedCount(group)}${ids}: ${text(group.why)}`;
  });
}

function effect({ noun, id, what, times }: EffectLine): string {
  return `- ${noun} ${id === null ? '(identifier unknown)' : code(id)} ${what}${times > 1 ? ` ${times} times` : ''}`;
}

function prominent({ observations }: Report): readonly string[] {
  return observations
    .filter((one) => one.prominent)
    .map(({ question, answer }) => `- ${text(question)} ${code(answer, longestSentence)}`);
}

/** Only a count of what is the same in every report, or decides no verdict. */
function elsewhere({ summary, notAsked, documentNotes, tool }: Report, whole: string | null): string {
  const counts = [
    `${plural(summary.observations, 'observation')}`,
    ...(notAsked.length === 0 ? [] : [`${plural(notAsked.length, 'open question')} not asked`]),
    ...(documentNotes.length === 0
      ? []
      : [`${plural(documentNotes.length, 'note')} on the document itself (${code(documentCommand(tool))})`]),
  ];
  return `Also${whole === null ? '' : ` in ${whole}`}: ${counts.join(', ')}.`;
}
