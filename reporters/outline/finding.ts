import type { Evidence, Report, RequirementResult, ServiceProblem } from '../../schemas/types.ts';
import { isGated } from '../../src/model/requirement.ts';
import { buildWords } from '../../src/report/change.ts';
import { judgedNoun, seenOf } from '../../src/report/follows.ts';
import { glue } from '../../src/text/layout.ts';
import { plural } from '../../src/text/plural.ts';
import { joined, type TextPiece } from './outline.ts';
import { placeWords, probeOf } from './rows.ts';
import { firmest, type Mark, markOf, moment, problemTitle, supportWords } from './words.ts';

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
  const own = found(report, rows);
  return {
    ...own,
    mark: problem.severity === 'shown' && !own.fails ? 'shown-deviates' : 'deviates',
    title: problemTitle(problem),
    fix: problem.cure,
    seen: seenIn(problem.seen, problem),
  };
}

/** The finding of one requirement: what is wrong and the fix are those of its field, or else of its problem. */
export function findingFor(report: Report, row: RequirementResult): Finding {
  const isAbout = ({ requirements }: Pick<ServiceProblem, 'requirements'>) => requirements.includes(row.id);
  const problem = report.problems.find(isAbout);
  const { title: wrong = row.statement, cure: fix = null } = problem?.fields?.find(isAbout) ?? problem ?? {};
  const isReturned = problem?.side === 'request' && row.side === undefined;
  const how = row.facet === 'echo' ? 'the response differs from it' : 'the response returns it';
  const title = isReturned ? `${wrong}, and ${how}` : wrong;
  const seen = seenOf(row);
  const own = found(report, [row]);
  return {
    ...own,
    mark: own.fails ? 'deviates' : markOf(row),
    title: problemTitle({ ...problem, title, seen }),
    fix,
    seen: seenIn(seen, row),
  };
}

function found(report: Report, rows: readonly RequirementResult[]) {
  return {
    fails: rows.some((row) => isFailing(row, report.run)),
    support: [...new Set(firmest(rows).map(supportWords))].join('; '),
    ids: rows.map(({ id }) => id),
    rows,
    places: rows
      .flatMap(({ evidence }) => evidence)
      .map(({ pointer, exchange, expected, actual }) => {
        return { place: placeWords(pointer), probe: probeOf(report, exchange), expected, actual };
      }),
    omitted: rows.reduce((sum, { evidenceOmitted }) => sum + evidenceOmitted, 0),
  };
}

function seenIn({ deviates, judged }: ServiceProblem['seen'], of: Pick<ServiceProblem, 'side'>) {
  return judged > 1 ? `in ${deviates} of ${plural(judged, judgedNoun(of))}` : null;
}

/** `At the whole response: expected a refusal, actual …`. */
export function placeText({ place, expected, actual }: PlaceText, beside = ''): string {
  return `At ${place}${beside}: expected ${expected}, actual ${actual}`;
}

/** What was expected and what was there, first place only. */
export function shortDeviation({ evidence: [first], statement }: RequirementResult): string {
  return first ? `expected ${first.expected}, actual ${first.actual}` : statement;
}

function isFailing(row: RequirementResult, { options }: Report['run']): boolean {
  return row.verdict === 'deviates' && isGated(row, options);
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

/** `section 2.3, row createdAt`: where the document says it; only section 2 has tables of fields. */
export function documentPlace({ section, place }: RequirementResult): string {
  const row = place?.split('/').findLast((step) => step !== '' && step !== '*');
  const isInTable = row !== undefined && section.startsWith('2.');
  return `section ${section}${isInTable ? `, row ${row}` : ''}`;
}

/** `1 of 5 responses`, `all 5 responses that were judged`. */
export function seenWords(row: RequirementResult): string {
  const { deviates, judged } = seenOf(row);
  const noun = judgedNoun(row);
  if (judged === 1) return `the only ${noun} that was judged`;
  return deviates < judged
    ? `${deviates} of ${plural(judged, noun)}`
    : `all ${plural(judged, noun)} that were judged`;
}

/** Since when a requirement deviates, as far as reports say; null where nothing was compared. */
export interface SinceWhen {
  readonly isNew: boolean;
  /** `new since the run of …`, `back, as it was fixed in …`, `since 2026-03-01 …`. */
  readonly words: string;
  /** `new`, `back`, `not checked before`, `since 2026-03-01, build v1.4.2`. */
  readonly brief: string;
  /** The value of the earlier report where it was another one; null where it is the same. */
  readonly before: string | null;
}

export function sinceWhen({ change }: Pick<Report, 'change'>, id: string): SinceWhen | null {
  if (change?.against == null) return null;
  const { against, appeared, returned, uncovered, still } = change;
  if (appeared.includes(id)) {
    const run = `the run of ${moment(against.startedAt)}`;
    const [brief, words] = returned.includes(id)
      ? ['back', `back, as it was fixed in ${run}`]
      : uncovered.includes(id)
        ? ['not checked before', `not checked in ${run}`]
        : ['new', `new since ${run}`];
    return { isNew: true, words, brief, before: null };
  }
  const found = still.find((one) => one.id === id);
  if (found === undefined) return null;
  const { startedAt, label } = found.since;
  const build = label === null ? '' : `, ${buildWords(label)}`;
  return {
    isNew: false,
    words: `since ${moment(startedAt)}${build}`,
    brief: `since ${startedAt.slice(0, 10)}${build}`,
    before: found.value?.before ?? null,
  };
}
