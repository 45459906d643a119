import { type ServiceProblem, severities } from '../../src/model/conclusion.ts';
import type { Evidence } from '../../src/model/finding.ts';
import type { SourcePlace } from '../../src/model/location.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { isGated } from '../../src/model/requirement.ts';
import { clipped } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { plural } from '../../src/text/plural.ts';
import { documentPlace, seenWords, sinceWhen } from './deviation-text.ts';
import { differenceOf } from './difference.ts';
import { type Fact, fact, joined, type Row, type TextPiece } from './outline.ts';
import type { OutlineOptions } from './report.ts';
import { placeWords } from './row-text.ts';
import { distinct, exchangeRefs, furtherPlaces, isSampled, probeOf, type SeenDeviation } from './rows.ts';
import { sinceWords } from './traffic.ts';
import { webLink } from './web-link.ts';
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
/** Further places and values of one requirement on a page. */
const mostOthers = 5;
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

/** The problem as a record: with the evidence of its first place, on a page with that of each requirement. */
export function findingRow(
  report: Report,
  problem: ServiceProblem,
  at: number,
  options: OutlineOptions,
): Row {
  const { mark, title, fix, rows, ids, seen } = findingOf(report, problem);
  const [first] = rows;
  const severity = severityText(problem);
  const since = first === undefined ? null : sinceWhen(report, first.id);
  const hides =
    problem.blocks === 0
      ? null
      : `${plural(problem.blocks, 'requirement')} that could not be checked because of it`;
  const base = { sign: mark, title, anchor: `problem.${at + 1}` };
  if (options.detail === 'page')
    return {
      ...base,
      lines: filledLines([fact('fix', fix), fact('hides', hides)]),
      chips: [
        ...(since === null
          ? []
          : [since.isNew ? { text: 'new', kind: 'new' as const } : { text: since.words }]),
        problem.severity === 'security' ? { text: severity, kind: 'security' } : { text: severity },
      ],
      order: {
        severity: String(severities.indexOf(problem.severity)),
        field: `${first?.operation ?? ''} ${first?.place ?? ''}`,
        since: since?.order ?? '',
      },
      below: rows.map((row) => partRow(report, row, options.whole)),
    };
  const section = new Set(
    rows.map(({ section: number, strength }) => `${number}, ${strengthWords[strength]}`),
  );
  const shown = rows.flatMap(distinct).slice(0, rows.length === 1 ? mostPlaces : 1);
  return {
    ...base,
    lines: filledLines([
      fact('fix', fix),
      [...fact('severity', severity), ...fact('section', [...section].join('; '))],
      ...shown.map((place) => placeFacts(report, rows, place)),
      fact('', furtherPlaces(rows, shown, options.whole)),
      [...fact('seen', seen), ...fact('since', since === null ? null : since.words.replace(/^since /, ''))],
      fact('', first === undefined ? null : sinceWords(first)),
      fact('hides', hides),
      [{ label: ids.length === 1 ? 'id' : 'ids', text: idList(ids) }],
    ]),
  };
}

function filledLines(lines: readonly (readonly Fact[])[]): readonly (readonly Fact[])[] {
  return lines.filter((facts) => facts.length > 0);
}

/** One requirement that deviates: expected and actual, where, how often, since when, what the document says. */
function partRow(report: Report, row: RequirementResult, whole: string | null): Row {
  const [first, ...others] = distinct(row);
  const shown = others.slice(0, mostOthers);
  const since = sinceWhen(report, row.id);
  const address = webLink(report.document.url);
  const place = documentPlace(row);
  const where = (seen: SeenDeviation) =>
    exchangeRefs(report, seen.exchanges, 1, isSampled([row]), seen.pointer);
  return {
    title: [
      row.place === null ? row.statement : { value: row.place.slice(1).replaceAll('/', '.') },
      ...(first === undefined ? [] : [': ', { value: first.actual }]),
    ],
    anchor: row.id,
    of: row,
    lines: filledLines([
      first === undefined ? [] : pairFacts(first, row),
      fact('before', since?.before == null ? null : [{ value: since.before }]),
      fact('seen', [
        `in ${seenWords(row)}`,
        ...(first === undefined ? [] : [', at ', placePiece(first.pointer), ' of ', ...where(first)]),
        since === null ? '' : `; ${since.words}`,
      ]),
      fact('document', [
        address === null ? place : { link: place, url: address },
        `, ${strengthWords[row.strength]}: ${row.statement}`,
      ]),
      fact('requirement', [{ value: row.id }]),
      ...shown.map((seen) =>
        fact('also', [placePiece(seen.pointer), ' of ', ...where(seen), ': ', { value: seen.actual }]),
      ),
      fact('', furtherPlaces([row], [...(first === undefined ? [] : [first]), ...shown], whole)),
      fact('', sinceWords(row)),
    ]),
  };
}

/** Expected and actual, with what differs between them. */
function pairFacts(seen: SeenDeviation, row: RequirementResult): readonly Fact[] {
  const { expected, actual } = differenceOf(seen, row.check);
  return [
    { label: 'expected', text: [{ value: seen.expected, runs: expected }] },
    { label: 'actual', text: [{ value: seen.actual, runs: actual }] },
  ];
}

function placePiece(pointer: string): TextPiece {
  return pointer === '' ? placeWords('') : { value: pointer };
}

function placeFacts(
  report: Report,
  rows: readonly RequirementResult[],
  { pointer, exchanges, expected, actual }: SeenDeviation,
): readonly Fact[] {
  const names = exchangeRefs(report, exchanges, mostNames, isSampled(rows), pointer);
  return [
    { label: 'at', text: [placePiece(pointer), ' (', ...names, ')'] },
    { label: 'expected', text: [{ value: clipped(expected, longestValue) }] },
    { label: 'actual', text: [{ value: clipped(actual, longestValue) }] },
  ];
}

/** Ids with commas between them. @param known those that a page has */
export function idList(ids: readonly string[], known?: ReadonlySet<string>): readonly TextPiece[] {
  return joined(
    ids.map((id) => [known?.has(id) === true ? { value: id, to: id } : { value: id }]),
    ', ',
  );
}

/** The question with its section of the document. */
export function inSection(question: string, section: string): string {
  return `${question} (section${glue}${section})`;
}

/** The problems of a report, and requirements that deviate and that none names: a report may be that of another version. */
export function problemsIn({ requirements, problems }: Report): readonly ServiceProblem[] {
  const named = new Set(problems.flatMap((problem) => problem.requirements));
  const unnamed = requirements.filter(({ id, verdict }) => verdict === 'deviates' && !named.has(id));
  return [
    ...problems,
    ...unnamed.map(
      ({ id, statement, strength, counts: { conforms, deviates } }): ServiceProblem => ({
        title: statement,
        severity: strength === 'shown' ? 'shown' : 'form',
        cause: null,
        cure: null,
        requirements: [id],
        seen: { deviates, judged: conforms + deviates },
        blocks: 0,
      }),
    ),
  ];
}
