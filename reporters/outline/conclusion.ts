import type { Act, Effect, Report, Verdict } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { failing } from '../../src/report/gate.ts';
import { countsIn } from '../../src/report/scope.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { findingOf, sinceWhen } from './finding.ts';
import { severityChip, sinceChips } from './finding-row.ts';
import {
  type Chip,
  capped,
  type Fact,
  fact,
  joined,
  type OutlineOptions,
  type RichText,
  type Row,
  type Sign,
  said,
} from './outline.ts';
import { failedSign, serviceFailuresIn } from './traffic.ts';
import { endings } from './waivers.ts';
import { explainCommand, notCheckedWords, operationWords, severityNames, withCommands } from './words.ts';

/** What a report comes to. The problems are listed right beside it, so only a page has a row for each of them here. */
export function conclusion(report: Report, options: OutlineOptions): readonly Fact[] {
  const { act, next, changed, notChecked } = report.conclusion;
  const { pageUrl, whole, files = [] } = options;
  const open = notCheckedWords(report.conclusion);
  // What the document says of the first deviation.
  const [id] = report.problems[0]?.requirements ?? [];
  // The page with its path, the other files of the folder by their names.
  const reports = [...visibleDeep(files)]
    .sort((a, b) => Number(b.name === 'report.html') - Number(a.name === 'report.html'))
    .map(({ path, name }, at) => (at === 0 ? path : name).replaceAll(' ', glue));
  const counted = counts(report).map(({ text }) => text);
  const others = causes(report).filter(({ problem }) => problem === undefined);
  return [
    ...fact('counts', counted.join(', '), 'text'),
    ...others.flatMap(({ label, sentence, owner }) =>
      fact(label, owner === null ? sentence : `${sentence} (owner: ${owner})`, 'text'),
    ),
    ...fact('action needed', act),
    ...fact('changed', changed),
    ...fact('not checked', notChecked === null ? open : [{ ref: open, to: 'not-checked' }]),
    ...fact('effects', effectsText(report, whole)),
    ...fact('also', elsewhere(report, whole)),
    ...fact('report', pageUrl && [{ link: pageUrl, url: pageUrl }], 'text'),
    ...fact('reports', reports.join(', '), 'terminal'),
    ...fact('explain', id !== undefined && [{ value: explainCommand(report.tool, id) }], 'text'),
    ...fact('next', withCommands(next)),
  ];
}

/**
 * What the run did to each object of the target, and how often: equal effects once, in the order in which they first
 * happened. An object is removed once: by a request that is known to have done it, by no other.
 * @param whole the file that has all of it; null for none
 */
function effectsText(report: Report, whole: string | null): RichText {
  const keyOf = ({ operation, id, state }: Omit<Effect, 'exchange'>) =>
    JSON.stringify([operation, id, state]);
  const groups = groupBy(report.effects, keyOf);
  const all = [...groups.values()].flatMap((group): readonly RichText[] => {
    const [one] = group;
    const { effect } = operationWords(report, one.operation);
    const isRemoval = effect?.removes !== undefined && one.state === 'unknown';
    if (effect === null || (isRemoval && groups.has(keyOf({ ...one, state: 'confirmed' })))) return [];
    const count = isRemoval ? 1 : group.length;
    if (one.id === null && one.state === 'unknown' && count > 1)
      return [`up to ${plural(count, effect.noun)} ${effect.unknown} (identifiers unknown)`];
    const missing = one.id === null ? '(identifier unknown)' : '(identifier empty)';
    // `written 2 times`; what may have happened, at most so often.
    const often = count === 1 ? '' : ` ${one.state === 'unknown' ? 'up to ' : ''}${count} times`;
    return [[`${effect.noun} `, one.id ? { value: one.id } : missing, ` ${effect[one.state]}${often}`]];
  });
  const { rows, more } = capped(all, 'effects', whole);
  return joined(more === '' ? rows : [...rows, more], '; ');
}

/** Counts of what is the same in every report, or decides no verdict. */
function elsewhere({ summary, notAsked, documentNotes }: Report, whole: string | null): string {
  const some = (count: number, noun: string, where = '') => count > 0 && `${plural(count, noun)}${where}`;
  const counted = said(
    some(summary.observations, 'observation'),
    some(notAsked.length, 'open question'),
    some(documentNotes.length, 'note', ' on the document (docs/document.md)'),
  );
  return said(...counted, counted.length > 0 && whole !== null && `see ${whole}`).join(', ');
}

/** How many problems there are, and how many requirements conform or are accepted; the others are listed. */
export function counts(report: Report): readonly Chip[] {
  const problems = report.problems;
  const security = problems.filter(({ severity }) => severity === 'security').length;
  const failed = failing({ ...report, problems }).length - security;
  const counted = report.requirements.filter(countsIn(report));
  const of = (verdict: Verdict) => counted.filter((one) => one.verdict === verdict).length;
  const [conform, waived] = [of('conforms'), of('waived')];
  const share = `${conform} of ${plural(counted.length, 'requirement')} ${verb(conform, 'conform')}`;
  const deviating = (count: number, noun: string, kind: Chip['kind']): readonly Chip[] =>
    count === 0 ? [] : [{ text: plural(count, noun), kind, to: 'deviations' }];
  return [
    ...deviating(security, 'security problem', 'security'),
    ...deviating(failed, 'problem', 'deviates'),
    ...deviating(problems.length - failed - security, 'minor problem', 'shown-deviates'),
    { text: share, kind: conform === 0 ? 'not-exercised' : 'conforms' },
    ...(waived === 0 ? [] : [{ text: `${waived} accepted`, kind: 'waived', to: 'accepted' } as const]),
  ];
}

/** Why a report comes to what it does, or will soon. */
interface ShownCause {
  readonly label: 'why' | 'failed' | 'waiver';
  readonly sign: Sign;
  readonly sentence: string;
  /** Null where all causes have one owner, whom the action names, and for a waiver, whose sentence does. */
  readonly owner: string | null;
  /** Index of the problem that it is. */
  readonly problem?: number | undefined;
}

const signs: Readonly<Record<Act['kind'], Sign>> = {
  deviation: 'deviates',
  secret: 'deviates',
  answer: 'deviates',
  'not-checked': 'not-exercised',
  waiver: 'notice',
};

function causes(report: Report): readonly ShownCause[] {
  const all = [
    ...report.conclusion.acts.map(({ kind, sentence, owner, problem }) => {
      const label = kind === 'waiver' ? 'waiver' : 'why';
      return { label, sign: signs[kind], sentence, owner, problem: problem ?? undefined } as const;
    }),
    ...serviceFailuresIn(report).map((sentence) => {
      return { label: 'failed', sign: failedSign(report), sentence, owner: 'the service' } as const;
    }),
    ...endings(report).map(({ text: sentence, owner }) => {
      return { label: 'waiver', sign: 'notice', sentence, owner } as const;
    }),
  ];
  const isOne = new Set(all.map(({ owner }) => owner)).size < 2;
  return all.map((one) => ({ ...one, owner: isOne || one.label === 'waiver' ? null : one.owner }));
}

/** What is said first of a page: each cause, with its owner. */
export function acts(report: Report): readonly Row[] {
  const { rows, more } = capped(causes(report), 'causes');
  const rest: Row = { title: [{ ref: more, to: 'deviations' }] };
  return [...rows.map((cause) => causeRow(report, cause)), ...(more === '' ? [] : [rest])];
}

function causeRow(report: Report, { label, sign, sentence, owner, problem: at = -1 }: ShownCause): Row {
  const lines = [fact('owner', owner)];
  const problem = report.problems[at];
  if (problem === undefined)
    return { sign, title: label === 'failed' ? [{ ref: sentence, to: 'failed' }] : sentence, lines };
  const { mark, title, rows } = findingOf(report, problem);
  const since = rows[0] === undefined ? null : sinceWhen(report, rows[0].id);
  const anchor = `problem.${at + 1}`;
  return {
    sign: mark,
    title: [{ ref: title, to: anchor }],
    chips: [severityChip(problem, severityNames[problem.severity]), ...sinceChips(since, since?.brief)],
    lines,
    copies: `${anchor}.issue`,
  };
}
