import type { Act, Report, Verdict } from '../../schemas/types.ts';
import { failing } from '../../src/report/gate.ts';
import { countsIn } from '../../src/report/scope.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMore, andMoreIn } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { elsewhere } from './about.ts';
import { leftBehind } from './effects.ts';
import { findingOf, sinceWhen } from './finding.ts';
import { severityChip, sinceChips } from './finding-row.ts';
import { type Chip, type Fact, fact, type OutlineOptions, type Row, type Sign } from './outline.ts';
import { failedSign, serviceFailuresIn } from './traffic.ts';
import { endings } from './waivers.ts';
import { explainCommand, notCheckedWords, severityNames, withCommands } from './words.ts';

/** What a report comes to: facts for a reader at a terminal or of a summary, counts and rows for the top of a page. */

/** Causes that are listed in a summary, which has them below too, and that have a row on a page. */
const mostWhy = 5;
const mostActs = 10;

/** Why, what action is needed, what changed, what was not checked, the effects on the service, and what to do next. */
export function conclusion(report: Report, options: OutlineOptions): readonly Fact[] {
  const { act, next, changed, notChecked } = report.conclusion;
  const open = notCheckedWords(report.conclusion);
  const { detail, pageUrl = null, files = [] } = options;
  const action = fact('action needed', act);
  const goOn = fact('next', withCommands(next));
  const rest = [
    ...fact('changed', changed),
    ...fact('not checked', notChecked === null ? open : [{ ref: open, to: 'not-checked' }]),
  ];
  if (detail === 'page') return [...action, ...goOn, ...rest];
  // What conforms as a whole is said by its operations.
  const isCounted = detail !== 'usual' || report.summary.outcome !== 'conforms';
  const counted = isCounted ? counts(report).map(({ text }) => text) : [];
  // What the document says of the first deviation.
  const [id] = report.problems[0]?.requirements ?? [];
  // The page with its path, the other files of the folder by their names.
  const reports = [...visibleDeep(files)]
    .sort((a, b) => Number(b.name === 'report.html') - Number(a.name === 'report.html'))
    .map(({ path, name }, at) => (at === 0 ? path : name).replaceAll(' ', glue));
  const owner = ownerWords(report);
  const facts = [
    ...fact('counts', counted.join(', ')),
    ...why(report, options),
    ...endings(report).flatMap(({ text }) => fact('waiver', text)),
    ...serviceFailuresIn(report).flatMap((text) => fact('failed', `${text}${owner('the service')}`)),
    ...action,
    ...rest,
    ...(detail === 'summary'
      ? fact('report', pageUrl && [{ link: pageUrl, url: pageUrl }])
      : fact('reports', reports.join(', '))),
    ...fact('explain', id === undefined ? null : [{ value: explainCommand(report.tool, id) }]),
    ...goOn,
  ];
  const others = [
    ...fact('effects', leftBehind(report, options.whole)),
    ...fact('also', elsewhere(report, options)),
  ];
  return detail === 'summary' ? [...facts, ...others] : [...others, ...facts];
}

/** A terminal has the deviations right above; a summary begins with them. */
function why(report: Report, { detail, whole }: OutlineOptions): readonly Fact[] {
  const own = report.conclusion.acts.filter(({ problem }) => detail === 'summary' || problem === null);
  const most = detail === 'summary' ? mostWhy : own.length;
  const named = ownerWords(report);
  // The owner of a waiver is in its sentence.
  const sentences = own
    .slice(0, most)
    .map(({ kind, sentence, owner }) => (kind === 'waiver' ? sentence : `${sentence}${named(owner)}`));
  const left = own.length - most;
  return [...sentences, andMoreIn(left, left, whole)].flatMap((text) => fact('why', text));
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

/** ` (owner: the service)`, where not all that has to be done is for the same owner: then the action says who that is. */
function ownerWords(report: Report): (owner: string) => string {
  const isOne = ownersIn(report).size < 2;
  return (owner) => (isOne ? '' : ` (owner: ${owner})`);
}

function ownersIn(report: Report): ReadonlySet<string> {
  const failed = serviceFailuresIn(report).map(() => 'the service');
  return new Set([...report.conclusion.acts, ...endings(report)].map(({ owner }) => owner).concat(failed));
}

/** What is said first of a page: each cause, with its owner where they differ; a waiver that ends soon too. */
export function acts(report: Report): readonly Row[] {
  const owned = (owner: string) => [fact('owner', ownersIn(report).size < 2 ? null : owner)];
  const rows = report.conclusion.acts.map((act) => actRow(report, act, owned(act.owner)));
  const left = rows.length - mostActs;
  const rest: Row = { title: [{ ref: andMore(left), to: 'deviations' }] };
  return [
    ...(left > 1 ? [...rows.slice(0, mostActs), rest] : rows),
    ...serviceFailuresIn(report).map(
      (ref): Row => ({
        sign: failedSign(report),
        title: [{ ref, to: 'failed' }],
        lines: owned('the service'),
      }),
    ),
    ...endings(report).map(({ text, owner }): Row => ({ sign: 'notice', title: text, lines: owned(owner) })),
  ];
}

const signs: Readonly<Record<Act['kind'], Sign>> = {
  deviation: 'deviates',
  secret: 'deviates',
  answer: 'deviates',
  'not-checked': 'not-exercised',
  waiver: 'notice',
};

function actRow(report: Report, { kind, sentence, problem: at }: Act, lines: NonNullable<Row['lines']>): Row {
  const problem = at === null ? undefined : report.problems[at];
  if (problem === undefined) return { sign: signs[kind], title: sentence, lines };
  const { mark, title, rows } = findingOf(report, problem);
  const since = rows[0] === undefined ? null : sinceWhen(report, rows[0].id);
  const anchor = `problem.${(at ?? 0) + 1}`;
  return {
    sign: mark,
    title: [{ ref: title, to: anchor }],
    chips: [severityChip(problem, severityNames[problem.severity]), ...sinceChips(since, since?.brief)],
    lines,
    copies: `${anchor}.issue`,
  };
}
