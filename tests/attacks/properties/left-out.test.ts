import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conformance, endAll, temporaryFolder } from '../../support/cli.ts';
import { runs } from '../../support/properties.ts';
import type { Report } from '../../support/subject.ts';
import { type Made, recordingTextOf, trafficOf } from './left-out.ts';

/** What an output leaves out is counted only where the number is that of all, and is found where the output says so. */

const row = 'put.data.conditions.each.column:type';

/** Text as a reader has it: no tags, one line. */
function readable(text: string): string {
  return text
    .replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<(?!-)[^>]*>/g, '')
    .replaceAll(/`|<!-- -->/g, '')
    .replaceAll(/\s+/g, ' ');
}

interface Outputs {
  readonly texts: Readonly<Record<string, string>>;
  readonly report: Report;
}

async function outputsOf(folder: string, args: readonly string[]): Promise<Outputs> {
  const { stdout, stderr } = await conformance([...args, '--out', join(folder, 'out')], { cwd: folder });
  expect(stderr).toBe('');
  const names = readdirSync(join(folder, 'out'));
  const files = names.map((name) => [name, readFileSync(join(folder, 'out', name), 'utf8')] as const);
  const { 'report.json': json = '', ...texts } = Object.fromEntries(files);
  return { texts: { ...texts, stdout }, report: JSON.parse(json) as Report };
}

const all = 'terminal,json,junit,markdown,html,code-quality,sarif';

/** Every number that a list of `made` may leave out: of all there are, less what is listed. */
function totalsOf(
  { failed, deviating, places, conforming, clients }: Made,
  report: Report,
): ReadonlySet<number> {
  const kept = report.requirements.find(({ id }) => id === row)?.evidence.length ?? 0;
  const deviatingClients = new Set(Array.from({ length: deviating }, (_, at) => (failed + at) % clients))
    .size;
  const lists = [
    failed,
    deviating,
    failed + deviating,
    places,
    Math.min(clients, failed + deviating + conforming),
    deviatingClients,
    deviating * places,
  ];
  const listed = [0, 1, 2, 3, 5, 6, 20, kept];
  return new Set(lists.flatMap((length) => listed.map((shown) => length - shown)));
}

function problemsOf(made: Made, { texts, report }: Outputs): readonly string[] {
  const totals = totalsOf(made, report);
  const { evidence = [], spread = [] } = report.requirements.find(({ id }) => id === row) ?? {};
  const held = evidence.length + spread.length;
  return Object.entries(texts).flatMap(([name, text]) => {
    const told = readable(text);
    const wrong = [
      ...told.matchAll(/\band ([\d,]+) more(?: \w+?s?)?(?:, (?:see|(\d+) of them in) ([\w.]+))?/gi),
    ].filter(([words, number = '', some, file]) => {
      const count = Number(number.replaceAll(',', ''));
      const isThere = file === undefined || (file === 'report.json' && held >= Number(some ?? count));
      return !totals.has(count) || !isThere || (some !== undefined && / see /.test(words));
    });
    const samples = [...told.matchAll(/and others, (\d+) of them in/g)].filter(
      ([, some]) => Number(some) > held,
    );
    const headings = [...told.matchAll(/Requests that failed ?\(?(\d+)/g)].filter(
      ([, count]) => Number(count) !== made.failed,
    );
    return [...wrong, ...samples, ...headings].map(([words]) => `${name}: ${words}`);
  });
}

/** Each value that every PUT that was served answers with is counted as often. */
function countProblems({ deviating, conforming }: Made, { observations }: Report): readonly string[] {
  const { answer = '' } = observations.find(({ id }) => id === 'question.put.timestamps') ?? {};
  const served = deviating + conforming;
  const [, times] = /createdAt: "[^"]+" \((\d+) ×\)/.exec(answer) ?? [];
  return served < 2 || Number(times) === served ? [] : [answer];
}

const madeTraffic = fc.record({
  failed: fc.integer({ min: 0, max: 120 }),
  deviating: fc.integer({ min: 0, max: 120 }),
  places: fc.integer({ min: 1, max: 25 }),
  conforming: fc.integer({ min: 0, max: 40 }),
  clients: fc.integer({ min: 1, max: 90 }),
});
/** A run sends a PUT twenty times at most; its report keeps as many pieces of evidence. */
const madeRun = madeTraffic.map((made) => ({
  ...made,
  failed: made.failed % 12,
  deviating: made.deviating % 30,
}));

function tried(made: fc.Arbitrary<Made>, look: (made: Made, folder: string) => Promise<readonly string[]>) {
  const usable = made.filter(({ failed, deviating, conforming }) => failed + deviating + conforming > 0);
  const property = fc.asyncProperty(usable, async (one) => {
    expect(await look(one, temporaryFolder())).toEqual([]);
    await endAll();
  });
  return fc.assert(property, runs(1 / 60));
}

test('of recorded traffic, in one pass and in parts', async () => {
  await tried(madeTraffic, async (made, folder) => {
    writeFileSync(join(folder, 'f.ndjson'), trafficOf(made));
    const whole = await outputsOf(folder, ['check', 'f.ndjson', '--reporter', all]);
    expect(
      (
        await conformance(['check', 'f.ndjson', '--partial', 'one.part', '--part-id', '1', '--parts', '1'], {
          cwd: folder,
        })
      ).code,
    ).toBe(0);
    const merged = await outputsOf(folder, ['check', 'one.part', '--reporter', all]);
    return [whole, merged].flatMap((outputs) => [
      ...problemsOf(made, outputs),
      ...countProblems(made, outputs.report),
    ]);
  });
});

test('of a run that repeats a request', async () => {
  await tried(madeRun, async (made, folder) => {
    writeFileSync(join(folder, 'exchanges.ndjson'), recordingTextOf(made));
    const outputs = await outputsOf(folder, ['render', 'exchanges.ndjson', '--reporter', all]);
    return [...problemsOf(made, outputs), ...countProblems(made, outputs.report)];
  });
});
