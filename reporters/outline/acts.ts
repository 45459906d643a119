import type { Act } from '../../src/model/conclusion.ts';
import type { Verdict } from '../../src/model/finding.ts';
import type { Report } from '../../src/model/report.ts';
import { failing } from '../../src/report/gate.ts';
import { andMore } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { findingOf, problemsIn, sinceWhen } from './finding.ts';
import { severityChip, sinceChips } from './finding-row.ts';
import { type Chip, fact, type Row, type Sign } from './outline.ts';
import { serviceFailuresIn } from './traffic.ts';
import { endings } from './waivers.ts';
import { severityName } from './words.ts';

/** Causes that have a row; the others are among the deviations. */
const mostActs = 10;

type Counted = readonly [count: number, text: string, kind: NonNullable<Chip['kind']>, to?: string];

/** How many mistakes there are, and what became of every requirement, which adds up. */
export function counts(report: Report): readonly Chip[] {
  const { requirements, change } = report;
  const problems = problemsIn(report);
  const security = problems.filter(({ severity }) => severity === 'security').length;
  const failed = failing({ ...report, problems }).length - security;
  const minor = problems.length - failed - security;
  const of = (verdict: Verdict) => requirements.filter((one) => one.verdict === verdict).length;
  const [conform, deviate, waived, open] = [
    of('conforms'),
    of('deviates'),
    of('waived'),
    of('not-exercised'),
  ];
  const fixed = change?.fixed.length ?? 0;
  const counted: readonly Counted[] = [
    [security, plural(security, 'security mistake'), 'security', 'deviations'],
    [failed, plural(failed, 'mistake'), 'deviates', 'deviations'],
    [minor, plural(minor, 'minor difference'), 'shown-deviates', 'deviations'],
    [
      1,
      `${conform} of ${plural(requirements.length, 'requirement')} ${verb(conform, 'conform')}`,
      conform === 0 ? 'not-exercised' : 'conforms',
    ],
    [deviate, `${deviate} ${verb(deviate, 'deviate')}`, 'deviates', 'deviations'],
    [waived, `${waived} accepted`, 'waived', 'accepted'],
    [open, `${open} not checked`, 'not-exercised', 'not-checked'],
    [fixed, `${fixed} fixed`, 'new', 'changes'],
  ];
  return counted.flatMap(([count, text, kind, to]) =>
    count === 0 ? [] : [{ text, kind, ...(to === undefined ? {} : { to }) }],
  );
}

/** What is said first of a page: each cause with its owner; a waiver that ends soon too. */
export function acts(report: Report): readonly Row[] {
  const rows = actsIn(report).map((act) => actRow(report, act));
  const left = rows.length - mostActs;
  const rest: Row = { title: [{ ref: andMore(left), to: 'deviations' }] };
  const soon = endings(report).map(
    ({ text, owner }): Row => ({ sign: 'notice', title: text, lines: [fact('owner', owner)] }),
  );
  const failures = serviceFailuresIn(report).map(
    (text): Row => ({
      sign: 'failed',
      title: [{ ref: text, to: 'failed' }],
      lines: [fact('owner', 'the service')],
    }),
  );
  return [...(left > 1 ? [...rows.slice(0, mostActs), rest] : rows), ...failures, ...soon];
}

/** Reports of earlier versions have the sentences alone. */
function actsIn({ conclusion: { acts: known, why } }: Report): readonly Act[] {
  return known ?? why.map((sentence) => ({ kind: 'not-checked', sentence, owner: '', problem: null }));
}

/** Every cause, as a sentence with its fix. */
export function causes(report: Report): readonly string[] {
  return actsIn(report).map(({ sentence }) => sentence);
}

/** Causes that are no deviation, which have rows of their own. */
export function otherCauses(report: Report): readonly string[] {
  return actsIn(report).flatMap(({ sentence, problem }) => (problem === null ? [sentence] : []));
}

const signs: Readonly<Record<Act['kind'], Sign>> = {
  deviation: 'deviates',
  secret: 'deviates',
  answer: 'deviates',
  'not-checked': 'not-exercised',
  waiver: 'notice',
};

function actRow(report: Report, { kind, sentence, owner, problem: at }: Act): Row {
  const problem = at === null ? undefined : report.problems[at];
  const owned = fact('owner', owner);
  if (problem === undefined) return { sign: signs[kind], title: sentence, lines: [owned] };
  const { mark, title, rows } = findingOf(report, problem);
  const since = rows[0] === undefined ? null : sinceWhen(report, rows[0].id);
  const anchor = `problem.${(at ?? 0) + 1}`;
  return {
    sign: mark,
    title: [{ ref: title, to: anchor }],
    chips: [severityChip(problem, severityName(problem)), ...sinceChips(since, since?.brief)],
    lines: [owned],
    copies: `${anchor}.issue`,
  };
}
