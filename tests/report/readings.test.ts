import { describe, expect, test } from 'vitest';
import { cures, noJson, noJsonRun } from '../cases/cures.ts';
import { refusals } from '../cases/refusals.ts';
import { verdicts } from '../cases/verdicts.ts';
import { waivedRuns } from '../cases/waivers.ts';
import { terminal } from '../support/rendered.ts';
import { type Run, recorded } from '../support/runs.ts';
import { buildReport, type Report, suite } from '../support/subject.ts';
import { together } from '../support/together.ts';

/** What a report says of a run. `npm run golden` writes the files; what has to hold of every run is asserted here. */

const of = (one: Run) => buildReport(recorded(one));

/** What vitest makes of each requirement, and of the run. */
async function settled(report: Report) {
  const counts = { pass: 0, fail: 0, skip: 0, annotate: 0 };
  const messages: string[] = [];
  for (const { id } of report.requirements) {
    let kind: keyof typeof counts = 'pass';
    const note = (as: 'skip' | 'annotate') => (message?: string) => {
      kind = as;
      messages.push(message ?? '');
    };
    try {
      await suite.settle(report, id, { skip: note('skip'), annotate: note('annotate') } as never);
    } catch (error) {
      kind = 'fail';
      messages.push((error as Error).message);
    }
    counts[kind] += 1;
  }
  let run = 'passes';
  try {
    suite.settleRun(report);
  } catch (error) {
    run = 'fails';
    messages.push((error as Error).message);
  }
  return { ...counts, run, messages };
}

const wrong = ({ problems }: Report) =>
  problems.flatMap(({ cause, severity, title, cure, seen, blocks }) => [
    `  ! ${cause} (${severity}, ${seen.deviates}/${seen.judged}, blocks ${blocks}) ${title}`,
    `    ${cure ?? 'NO CURE'}`,
  ]);

/** What golden/next.txt has, of each kind of rule. */
const usualNext = /^(?:Fix the service|Fix what deviates|Nothing now)/;

async function told(report: Report): Promise<readonly string[]> {
  const { summary, conclusion, unanswered } = report;
  const { fail, annotate, skip, run } = await settled(report);
  const hints = new Set(unanswered.flatMap(({ hint }) => hint ?? []));
  const retry = summary.retryMayHelp ? ', retry' : '';
  return [
    `  ${summary.outcome} ${summary.exitCode}, ${conclusion.actor}${retry}; ${fail} fail, ${annotate} annotate, ${skip} skip, the run ${run}`,
    `  act  ${conclusion.act}`,
    ...(usualNext.test(conclusion.next) ? [] : [`  next ${conclusion.next}`]),
    ...[...hints].map((hint) => `  hint ${hint}`),
  ];
}

const whole = async (report: Report) => [
  `  ${report.conclusion.verdict}`,
  ...(await told(report)),
  ...report.conclusion.acts.map(({ sentence }) => `  why  ${sentence}`),
  ...wrong(report),
];

async function listed(
  all: Readonly<Record<string, Run>>,
  lines: (report: Report) => readonly string[] | Promise<readonly string[]>,
): Promise<string> {
  const rows: [string, string][] = [];
  for (const [name, one] of Object.entries(all)) rows.push([`# ${name}`, (await lines(of(one))).join('\n')]);
  return `${together(rows)}\n`;
}

const tables = { refusals, verdicts, cures };
const tellings = { refusals: told, verdicts: whole, cures: wrong };
const owners: Readonly<Record<string, string>> = {
  service: 'the service',
  operator: 'whoever runs this check',
};

describe.each(['refusals', 'verdicts', 'cures'] as const)('%s', (table) => {
  test('are told as expected', async () =>
    await expect(await listed(tables[table], tellings[table])).toMatchFileSnapshot(
      `../cases/golden/readings/${table}.txt`,
    ));

  test.each(Object.entries(tables[table]))('%s: the parts of the report agree', async (_, one) => {
    const report = of(one);
    const { summary, conclusion, problems } = report;
    const { fail, run, messages } = await settled(report);
    // vitest is red exactly where the exit code is.
    expect(fail > 0 || run === 'fails').toBe(summary.exitCode !== 0);
    expect(summary.actor).toBe(conclusion.actor);
    const owner = owners[conclusion.actor] ?? '';
    expect(
      conclusion.act.replace('the operators of ', '').startsWith(owner === '' ? '' : `By ${owner}`),
    ).toBe(true);
    if (table === 'refusals') expect(conclusion.acts.map((act) => act.owner)).toContain(owner);
    expect(problems.filter(({ cure }) => cure === null)).toEqual([]);
    expect(messages.join('')).not.toMatch(/[\u009b\u202e\u2028]/);
    // Of a run that is incomplete, an operation is not called conforming.
    const signs = [...terminal(report).matchAll(/^ {2}(\S) (?:PUT|DELETE) .*\(section/gm)].map(
      ([, sign]) => sign,
    );
    const isIncomplete = summary.outcome === 'incomplete' && report.unanswered.length === 0;
    expect(isIncomplete && signs.every((sign) => sign === '✓')).toBe(false);
  });
});

test.each(Object.entries(waivedRuns))(
  'with waivers, vitest is red where the exit code is: %s',
  async (_, one) => {
    const report = buildReport(recorded(one.run, { waivers: one.waivers }));
    const { fail, run } = await settled(report);
    expect(fail > 0 || run === 'fails').toBe(report.summary.exitCode !== 0);
  },
);

test.each(noJson)('a byte order mark before what is not JSON changes nothing: %s', (...one) =>
  expect(of(noJsonRun(one, '\ufeff')).problems).toEqual(of(noJsonRun(one)).problems),
);
