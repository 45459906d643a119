import type { ServiceProblem } from '../../src/model/conclusion.ts';
import type { Evidence } from '../../src/model/finding.ts';
import type { SourcePlace } from '../../src/model/location.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { isGated } from '../../src/model/requirement.ts';
import { clipped } from '../../src/text/escape.ts';
import { firstOf } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { sinceWhen } from './deviation-text.ts';
import type { Fact, Row, TextPiece } from './outline.ts';
import { placeWords } from './row-text.ts';
import { distinct, furtherPlaces, isSampled, probeOf, type SeenDeviation } from './rows.ts';
import { sinceWords } from './traffic.ts';
import {
  judgedNoun,
  type Mark,
  markOf,
  problemTitle,
  severityText,
  strengthWords,
  supportWords,
} from './words.ts';

/** Places of one problem that are shown; the rest is counted. One place of a group is an example of all. */
const mostPlaces = 3;
/** Probes that are named for one place. */
const mostNames = 3;
/** Characters of a value that are shown; report.json has more of it. */
const longestValue = 200;

/** Requirements that deviate, or are accepted, for one cause, with every text about them, for any format. */
export interface Finding {
  readonly mark: Mark;
  /** Whether it fails the run. */
  readonly fails: boolean;
  readonly title: string;
  readonly fix: string | null;
  /** `required by the document, section 2.2`. */
  readonly support: string;
  readonly ids: readonly string[];
  readonly rows: readonly RequirementResult[];
  /** In the service's own sources. */
  readonly location: SourcePlace | null;
  /** `in 2 of 3 responses`; null where a single one was judged. */
  readonly seen: string | null;
  /** What was expected, and what was there, in each place of the evidence. */
  readonly places: readonly PlaceText[];
  /** Evidence that the report does not have. */
  readonly omitted: number;
}

/** What was expected, and what was there. */
export interface PlaceText extends Pick<Evidence, 'expected' | 'actual'> {
  /** `/data/createdAt`, `the whole response`. */
  readonly place: string;
  /** The request behind it. */
  readonly probe: string;
}

export function findingOf(report: Report, problem: ServiceProblem): Finding {
  const rows = problem.requirements.flatMap((id) => report.requirements.find((row) => row.id === id) ?? []);
  return {
    ...found(report, rows),
    mark: problem.severity === 'shown' ? 'shown-deviates' : 'deviates',
    title: problemTitle(problem),
    fix: problem.cure,
    seen: seenIn(problem.seen, problem),
  };
}

/** The finding of one requirement: what is wrong and the fix are those of its problem. */
export function findingFor(report: Report, row: RequirementResult): Finding {
  const problem = report.problems.find(({ requirements }) => requirements.includes(row.id));
  const { conforms, deviates } = row.counts;
  return {
    ...found(report, [row]),
    mark: markOf(row),
    title: problem === undefined ? row.statement : problemTitle(problem),
    fix: problem?.cure ?? null,
    seen: seenIn({ deviates, judged: conforms + deviates }, row),
  };
}

function found(report: Report, rows: readonly RequirementResult[]) {
  return {
    fails: rows.some((row) => row.verdict === 'deviates' && isGated(row, report.run.options)),
    support: [...new Set(rows.map(supportWords))].join('; '),
    ids: rows.map(({ id }) => id),
    rows,
    location: rows.find(({ location }) => location !== undefined)?.location ?? null,
    places: rows.flatMap(({ evidence }) =>
      evidence.map(({ pointer, exchange, expected, actual }) => ({
        place: placeWords(pointer),
        probe: probeOf(report, exchange),
        expected,
        actual,
      })),
    ),
    omitted: rows.reduce((sum, { evidenceOmitted }) => sum + evidenceOmitted, 0),
  };
}

function seenIn(
  { deviates, judged }: ServiceProblem['seen'],
  of: Pick<ServiceProblem, 'side'>,
): string | null {
  return judged > 1 ? `in ${deviates} of ${judged} ${judgedNoun(of)}` : null;
}

/** `At the whole response: expected a refusal, actual …`. */
export function placeText({ place, expected, actual }: PlaceText, beside = ''): string {
  return `At ${place}${beside}: expected ${expected}, actual ${actual}`;
}

/** What was expected and what was there, first place only. */
export function shortDeviation({ evidence: [first], statement }: RequirementResult): string {
  return first ? `expected ${first.expected}, actual ${first.actual}` : statement;
}

/** Whether the run does not conform and no deviation says why: a list of deviations alone would read as "all is well". */
export function isUnexplained({ summary, requirements, run }: Report): boolean {
  const explains = (row: RequirementResult) => row.verdict === 'deviates' && isGated(row, run.options);
  return summary.outcome !== 'conforms' && !requirements.some(explains);
}

/** The problem as a record. @param whole the file that has the rest of the evidence; null for none */
export function findingRow(report: Report, problem: ServiceProblem, whole: string | null): Row {
  const { mark, title, fix, rows, ids, seen } = findingOf(report, problem);
  const section = [
    ...new Set(rows.map(({ section: number, strength }) => `${number}, ${strengthWords[strength]}`)),
  ];
  const all = rows.flatMap(distinct);
  const shown = all.slice(0, rows.length === 1 ? mostPlaces : 1);
  const lines: readonly (readonly Fact[])[] = [
    fact('fix', fix),
    [...fact('severity', severityText(problem)), ...fact('section', section.join('; '))],
    ...shown.map((place) => placeFacts(report, rows, place)),
    fact('', furtherPlaces(rows, shown, whole)),
    [...fact('seen', seen), ...fact('since', since(report, rows))],
    fact('', rows[0] === undefined ? null : sinceWords(rows[0])),
    fact(
      'hides',
      problem.blocks > 0
        ? `${plural(problem.blocks, 'requirement')} that could not be checked because of it`
        : null,
    ),
    [{ label: ids.length === 1 ? 'id' : 'ids', text: idList(ids) }],
  ];
  return { sign: mark, title, lines: lines.filter((facts) => facts.length > 0) };
}

function fact(label: string, text: string | null): readonly Fact[] {
  return text === null || text === '' ? [] : [{ label, text }];
}

/** Since which run, where reports were compared. */
function since(report: Report, [first]: readonly RequirementResult[]): string | null {
  const when = first === undefined ? null : sinceWhen(report, first.id);
  return when === null ? null : when.words.replace(/^since /, '');
}

function placeFacts(
  report: Report,
  rows: readonly RequirementResult[],
  { pointer, exchanges, expected, actual }: SeenDeviation,
): readonly Fact[] {
  const names = firstOf(
    exchanges.map((id) => probeOf(report, id)),
    mostNames,
    isSampled(rows),
  );
  const place: TextPiece = pointer === '' ? placeWords('') : { value: pointer };
  return [
    { label: 'at', text: [place, ` (${names})`] },
    { label: 'expected', text: [{ value: clipped(expected, longestValue) }] },
    { label: 'actual', text: [{ value: clipped(actual, longestValue) }] },
  ];
}

/** Ids with commas between them. */
export function idList(ids: readonly string[]): readonly TextPiece[] {
  return ids.flatMap((id, index) => [...(index === 0 ? [] : [', ']), { value: id }]);
}
