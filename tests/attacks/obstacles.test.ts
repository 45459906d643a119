import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run/run.ts';
import { UsageError } from '../../src/output/exit.ts';
import { temporaryFolder } from '../support/cli.ts';
import { commandLine } from '../support/command-line.ts';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { fakeIo } from '../support/io.ts';
import { sampleOf } from '../support/properties.ts';
import { targetSettings } from '../support/run-target.ts';
import { type ScriptedService, startService } from '../support/service.ts';
import { buildReport, comparisonReporters, type Report, reporters } from '../support/subject.ts';
import { aimedAt } from './aimed-at.ts';
import {
  isUntouched,
  leftBehind,
  makeElsewhere,
  notOurs,
  type Obstacle,
  obstacles,
  putIn,
  seen,
} from './obstacles.ts';

/**
 * Every file that a command writes × everything that may lie in its place: the command works or ends with exit 2 by
 * name, before anything is sent, and what a link leads to stays as it was.
 */

let service: ScriptedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Ended {
  readonly code: number;
  readonly errors: string;
}

interface Writing {
  readonly command: string;
  /** Files that it writes, relative to the folder that it is started in. */
  readonly files: readonly string[];
  /** Whether it replaces what is there, or writes only what is new or an ordinary file. */
  readonly replaces: boolean;
  readonly start: (cwd: string) => Promise<Ended>;
}

function reportOf(exchanges = conformingExchanges()): Report {
  return buildReport(contract, recordingOf(exchanges));
}

const deviating = reportOf(withBody('put', '{"code":200,"message":"OK","data":{},"requestId":"x"}'));

async function ran(cwd: string): Promise<Ended> {
  const names = reporters.map(({ name }) => name);
  const settings = targetSettings(service.baseUrl, { reporters: names, out: join(cwd, 'out') });
  const io = fakeIo();
  try {
    return {
      code: await run({ settings, sources: [], environment: {}, io }),
      errors: io.errors(),
    };
  } catch (error) {
    return { code: error instanceof UsageError ? 2 : 4, errors: (error as Error).message };
  }
}

function calling(...args: readonly string[]): Writing['start'] {
  return async (cwd) => {
    writeFileSync(join(cwd, 'given.json'), JSON.stringify(deviating));
    return commandLine(args, { cwd, environment: aimedAt(service) });
  };
}

function inOut(files: readonly (string | null)[]): readonly string[] {
  return files.flatMap((file) => (file === null ? [] : [join('out', file)]));
}

const files = reporters.map(({ file }) => file);

const replacing = (command: string, files: readonly string[], start: Writing['start']): Writing => ({
  ...{ command, files, start },
  replaces: true,
});
const keeping = (file: string, ...args: readonly string[]): Writing => ({
  ...{ command: args[0] ?? '', files: [file], start: calling(...args) },
  replaces: false,
});
const init = ['init', '--yes', '--allow-writes-to', '127.0.0.1'];
const compared = inOut(comparisonReporters.map(({ file }) => file));

const commands: readonly Writing[] = [
  replacing('run', inOut([...files, 'exchanges.ndjson']), ran),
  replacing('render', inOut(files), calling('render', 'given.json', '--out', 'out')),
  replacing('compare', compared, calling('compare', 'given.json', 'given.json', '--out', 'out')),
  keeping('conformance.waivers.json', 'waive', 'given.json'),
  keeping('.env', ...init),
];

function works(writing: Writing, obstacle: Obstacle): boolean {
  return writing.replaces && obstacle.isReplaceable;
}

/** `init` edits no file: it reads one that is there, and prints what to add to it. */
function isKept({ command }: Writing, { isReplaceable }: Obstacle): boolean {
  return command === 'init' && isReplaceable;
}

interface Case {
  readonly command: string;
  readonly name: string;
  /** Where the obstacle lies. What is refused is refused for each file alone; what is replaced, for all of them at once. */
  readonly files: readonly string[];
  readonly writing: Writing;
  readonly obstacle: Obstacle;
}

/** One that an option names is written to: tests/attacks/destinations.test.ts has that. */
function isWrittenTo({ command }: Writing, { name }: Obstacle): boolean {
  return command === 'waive' && name === 'a character device';
}

const cases = commands.flatMap((writing) =>
  obstacles.flatMap((obstacle): readonly Case[] => {
    if (isWrittenTo(writing, obstacle)) return [];
    const { command, files: written } = writing;
    const groups = works(writing, obstacle) ? [written] : written.map((file) => [file]);
    return groups.map((files) => ({ command, name: obstacle.name, files, writing, obstacle }));
  }),
);

async function meeting({ files: inPlace, writing, obstacle }: Case) {
  const cwd = temporaryFolder();
  const elsewhere = makeElsewhere(cwd);
  for (const file of inPlace) await putIn(join(cwd, file), obstacle, elsewhere);
  const looked = () => inPlace.map((file) => seen(join(cwd, file)));
  const before = looked();
  const callsBefore = service.calls.length;
  const ended = await writing.start(cwd);
  return { ...ended, cwd, elsewhere, before, after: looked(), calls: service.calls.length - callsBefore };
}

function expectNothingElse({ cwd, elsewhere }: { readonly cwd: string; readonly elsewhere: string }): void {
  expect(isUntouched(elsewhere)).toBe(true);
  for (const folder of [cwd, join(cwd, 'out')]) expect(leftBehind(folder)).toEqual([]);
}

describe('is refused by name, and left as it is:', () => {
  const refused = cases.filter(
    ({ writing, obstacle }) => !works(writing, obstacle) && !isKept(writing, obstacle),
  );
  test.each(sampleOf(refused))('$command, $files: $name', async (given) => {
    const met = await meeting(given);
    const { code, errors, calls, before, after } = met;
    expect({ code, calls, after }, errors).toEqual({ code: 2, calls: 0, after: before });
    for (const file of given.files) expect(errors).toContain(file);
    expectNothingElse(met);
  });
});

describe('is replaced:', () => {
  const replaced = cases.filter(({ writing, obstacle }) => works(writing, obstacle));
  test.each(sampleOf(replaced))('$command: $name', async (given) => {
    const met = await meeting(given);
    expect([0, 1], met.errors).toContain(met.code);
    expect(met.after).toEqual(given.files.map(() => 'file'));
    expectNothingElse(met);
  });
});

describe('is left as it is:', () => {
  const kept = cases.filter(({ writing, obstacle }) => isKept(writing, obstacle));
  test.each(sampleOf(kept))('$command, $files: $name', async (given) => {
    const met = await meeting(given);
    const { code, errors, calls, cwd } = met;
    expect({ code, calls }, errors).toEqual({ code: 0, calls: 0 });
    for (const file of given.files) expect(readFileSync(join(cwd, file), 'utf8')).toBe(notOurs);
    expectNothingElse(met);
  });
});
