import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { sampleOf } from '../support/properties.ts';
import { type ScriptedService, startService } from '../support/service.ts';
import { buildReport, comparisonReporters, reporters } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';
import { aimedAt } from './aimed-at.ts';
import { isUntouched, leftBehind, makeElsewhere, notOurs, obstacles, putIn, seen } from './obstacles.ts';

/**
 * Every file that a command writes × everything that may lie in its place: the command works or ends with exit 2 by
 * name, before anything is sent, and what a link leads to stays as it was.
 */

let service: ScriptedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Writing {
  readonly command: string;
  readonly args: readonly string[];
  /** Files that it writes, relative to the folder that it is started in. */
  readonly files: readonly string[];
  /** What becomes of an ordinary file that may not be written; everything else is refused. */
  readonly ofFile: 'replaced' | 'kept' | 'refused';
}

const inOut = (files: readonly (string | null)[]) =>
  files.flatMap((file) => (file === null ? [] : [join('out', file)]));
const files = inOut(reporters.map(({ file }) => file));
const compared = inOut(comparisonReporters.map(({ file }) => file));
const out = ['--out', 'out'];
const all = ['--reporter', reporters.map(({ name }) => name).join()];
const partial = ['--partial', 'one.part', '--part-id', '1', '--parts', '1'];

const writings: readonly Writing[] = [
  {
    command: 'run',
    args: ['run', ...out, ...all],
    files: [...files, 'out/exchanges.ndjson'],
    ofFile: 'replaced',
  },
  { command: 'render', args: ['render', 'given.json', ...out, ...all], files, ofFile: 'replaced' },
  {
    command: 'compare',
    args: ['compare', 'given.json', 'given.json', ...out],
    files: compared,
    ofFile: 'replaced',
  },
  { command: 'check', args: ['check', 'given.traffic', ...partial], files: ['one.part'], ofFile: 'replaced' },
  { command: 'waive', args: ['waive', 'given.json'], files: ['conformance.waivers.json'], ofFile: 'refused' },
  {
    command: 'waive --out',
    args: ['waive', 'given.json', '--out', 'w.json'],
    files: ['w.json'],
    ofFile: 'refused',
  },
  // It edits no file: it reads one that is there, and prints what to add to it.
  {
    command: 'init',
    args: ['init', '--yes', '--allow-writes-to', '127.0.0.1'],
    files: ['.env'],
    ofFile: 'kept',
  },
];

const deviating = buildReport(
  contract,
  recordingOf(withBody('put', '{"code":200,"data":{},"requestId":"x"}')),
);
const traffic = conformingExchanges().map((exchange) => `${asLine(exchange)}\n`);

const cases = writings.flatMap((writing) =>
  obstacles.flatMap((obstacle) => {
    const becomes = obstacle.isReplaceable ? writing.ofFile : 'refused';
    // A character device that an option names is written to, as `/dev/stdout` is.
    if (obstacle.name === 'a character device' && /--out|check/.test(writing.command)) return [];
    // What is refused is refused for each file alone; what is replaced, for all of them at once.
    const groups = becomes === 'replaced' ? [writing.files] : writing.files.map((file) => [file]);
    return groups.map((inPlace) => ({ ...writing, ...obstacle, becomes, inPlace, obstacle }));
  }),
);

async function meeting({ inPlace, obstacle, args }: (typeof cases)[number]) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'given.json'), JSON.stringify(deviating));
  writeFileSync(join(cwd, 'given.traffic'), traffic.join(''));
  const elsewhere = makeElsewhere(cwd);
  for (const file of inPlace) await putIn(join(cwd, file), obstacle, elsewhere);
  const looked = () => inPlace.map((file) => seen(join(cwd, file)));
  const before = looked();
  const callsBefore = service.calls.length;
  const { code, stderr } = await conformance(args, { cwd, env: aimedAt(service) });
  expect(isUntouched(elsewhere)).toBe(true);
  for (const folder of [cwd, join(cwd, 'out')]) expect(leftBehind(folder)).toEqual([]);
  return { code, stderr, cwd, before, after: looked(), calls: service.calls.length - callsBefore };
}

const becoming = (wanted: string) => sampleOf(cases.filter(({ becomes }) => becomes === wanted));

describe('is refused by name, and left as it is:', () => {
  test.each(becoming('refused'))('$command, $inPlace: $name', async (given) => {
    const { code, stderr, calls, before, after } = await meeting(given);
    expect({ code, calls, after }, stderr).toEqual({ code: 2, calls: 0, after: before });
    for (const file of given.inPlace) expect(stderr).toContain(file);
  });
});

describe('is replaced:', () => {
  test.each(becoming('replaced'))('$command: $name', async (given) => {
    const { code, stderr, after, cwd } = await meeting(given);
    expect([0, 1], stderr).toContain(code);
    expect(after).toEqual(given.inPlace.map(() => 'file'));
    for (const file of given.inPlace) expect(readFileSync(join(cwd, file), 'utf8')).not.toBe(notOurs);
  });
});

describe('is left as it is:', () => {
  test.each(becoming('kept'))('$command, $inPlace: $name', async (given) => {
    const { code, stderr, calls, cwd } = await meeting(given);
    expect({ code, calls }, stderr).toEqual({ code: 0, calls: 0 });
    for (const file of given.inPlace) expect(readFileSync(join(cwd, file), 'utf8')).toBe(notOurs);
  });
});

describe('where nothing is, it is written:', () => {
  test.each(writings)('$command', async ({ args, files: written, command }) => {
    const { cwd, code, stderr } = await meeting({
      ...(cases[0] as (typeof cases)[number]),
      args,
      inPlace: [],
    });
    expect([0, 1], `${command}: ${stderr}`).toContain(code);
    for (const file of written) expect(lstatSync(join(cwd, file)).isFile(), file).toBe(true);
  });
});
