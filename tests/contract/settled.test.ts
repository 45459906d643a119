import { describe, expect, test } from 'vitest';
import { situations } from '../cases/situations.ts';
import { verdicts } from '../cases/verdicts.ts';
import { type WaivedRun, waivedRuns } from '../cases/waivers.ts';
import { sampleOf } from '../support/properties.ts';
import { faults, runReference } from '../support/reference-run.ts';
import { type Run, recorded, run } from '../support/runs.ts';
import { buildReport, type Report, suite } from '../support/subject.ts';
import { together } from '../support/together.ts';

/** The tests of vitest, one for each requirement and one for the run, say what the gate says; golden/settled.txt has their words. */

type End = 'pass' | 'skip' | 'annotate' | 'fail';
interface Ended {
  readonly id: string;
  readonly end: End;
  readonly words: string;
}

async function endOf(id: string, task: (ending: (end: End) => (words?: string) => void) => Promise<void>) {
  let ended: Ended = { id, end: 'pass', words: '' };
  const ending =
    (end: End) =>
    (words = '') => {
      ended = { id, end, words };
    };
  await task(ending).catch((error: Error) => ending('fail')(error.message));
  return ended;
}

/** How the test of each requirement ends, and that of the run. */
async function ends(report: Report): Promise<readonly Ended[]> {
  const rows = report.requirements.map(({ id }) =>
    endOf(id, async (ending) => {
      const annotate = async (words: string) => ending('annotate')(words);
      await suite.settle(report, id, { skip: ending('skip'), annotate });
    }),
  );
  return Promise.all([...rows, endOf('the run', async () => suite.settleRun(report))]);
}

describe.each([false, true])('strict: %s', (strict) => {
  test.each(sampleOf(faults))('$name', async ({ name, trips }) => {
    const { report } = await runReference({ faults: [name] }, { strict });
    const all = await ends(report);
    const of = (...kinds: readonly End[]) => all.filter(({ end }) => kinds.includes(end)).map(({ id }) => id);
    expect(of('fail').length > 0).toBe(report.summary.exitCode !== 0);
    expect(of('fail', 'annotate')).toEqual(expect.arrayContaining([...trips]));
    if (strict) expect(of('annotate')).toEqual([]);
    const open = report.requirements.filter(({ verdict }) => verdict === 'not-exercised').map(({ id }) => id);
    expect(of('skip')).toEqual(open);
  });
});

test.each(Object.entries(situations['deviates-and-not-judged'] ?? {}))(
  'beside a deviation, the test of the run fails for what was not checked: %s',
  async (_, one) => {
    if (one.kind !== 'recorded') throw new Error('not recorded');
    const all = await ends(buildReport(recorded(one.run)));
    expect(all.at(-1)).toMatchObject({ id: 'the run', end: 'fail' });
  },
);

const judged = [
  'a proxy',
  '404 to every PUT',
  'a difference from an example blocks',
  'what acts, in a status',
];
const both = [
  'one served without credentials, a type, a form and an example',
  'a request without success beside another',
];
const waived = ['a stated deviation', 'what a missing member blocks', 'another value'];
const of = (table: Readonly<Record<string, Run | WaivedRun>>, names: readonly string[]) =>
  names.map((name): [string, Report] => {
    const found = table[name] ?? run();
    return [
      `# ${name}`,
      'run' in found ? buildReport(recorded(found.run, found)) : buildReport(recorded(found)),
    ];
  });

/** What fails or is annotated, whole; what is skipped, once for each reason. */
async function told(report: Report): Promise<string> {
  const all = await ends(report);
  const said = all.filter(({ end }) => end === 'fail' || end === 'annotate');
  const skipped = all.filter(({ end }) => end === 'skip').map(({ words }) => words);
  const reasons = [...new Set(skipped)].map(
    (words) => `  skip ${skipped.filter((one) => one === words).length}: ${words}`,
  );
  return [...said.map(({ id, end, words }) => `  ${end} ${id}\n${words}`), ...reasons].join('\n');
}

test('what tests say that do not pass', async () => {
  const rows: [string, string][] = [];
  for (const [name, report] of [...of(verdicts, [...judged, ...both]), ...of(waivedRuns, waived)])
    rows.push([name, await told(report)]);
  await expect(`${together(rows)}\n`).toMatchFileSnapshot('../cases/golden/settled.txt');
});
