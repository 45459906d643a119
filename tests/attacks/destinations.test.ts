import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { fakeIo } from '../support/io.ts';
import { buildReport, main } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';
import { type Obstacle, obstacles, precious } from './obstacles.ts';

/**
 * Every option that names one file to write × every kind of destination: written to where it is absent or an ordinary file;
 * otherwise refused by name with exit 2.
 */

interface Destination extends Pick<Obstacle, 'name' | 'put'> {
  readonly becomes: 'written' | 'refused';
}

const destinations: readonly Destination[] = [
  { name: 'nothing', put: () => undefined, becomes: 'written' },
  { name: 'an ordinary file', put: (path) => writeFileSync(path, 'old'), becomes: 'written' },
  ...obstacles
    .filter(({ isReplaceable }) => !isReplaceable)
    .map(({ name, put }): Destination => ({ name, put, becomes: 'refused' })),
  ...(process.getuid?.() === 0
    ? [
        {
          name: 'a block device',
          put: (path: string) => void execFileSync('mknod', [path, 'b', '7', '250']),
          becomes: 'refused' as const,
        },
      ]
    : []),
];

interface Writer {
  readonly name: string;
  readonly args: readonly string[];
  /** Exit code where it writes: `init` then finds that nothing is listening at its base URL. */
  readonly ends: number;
  /** What it writes begins so. */
  readonly begins: string;
  /** Of the destinations that others write to. */
  readonly refuses: readonly string[];
}

const traffic = conformingExchanges().map((exchange) => asLine(exchange));
const deviating = buildReport(
  contract,
  recordingOf(withBody('put', '{"code":200,"data":{},"requestId":"x"}')),
);

const target = 'destination';
/** They need a file that nobody had before, and that is read back or grows. */
const others = destinations.map(({ name }) => name).filter((name) => name !== 'nothing');

const writers: readonly Writer[] = [
  {
    name: 'check --partial',
    args: ['check', 'traffic.ndjson', '--partial', target, '--part-id', '1', '--parts', '1'],
    ends: 0,
    begins: '{"partial":1',
    refuses: [],
  },
  {
    name: 'waive --out',
    args: ['waive', 'report.json', '--out', target],
    ends: 0,
    begins: '{\n  "waivers"',
    refuses: ['an ordinary file'],
  },
  {
    name: 'init --env-file',
    args: ['init', '--yes', '--base-url', 'http://127.0.0.1:9', '--env-file', target],
    ends: 3,
    begins: '',
    refuses: others.filter((name) => name !== 'an ordinary file'),
  },
];

async function conformance(cwd: string, args: readonly string[]) {
  const io = fakeIo();
  const environment = {
    CONFORMANCE_ACCESS_TOKEN: 'a-token-of-the-environment',
    CONFORMANCE_ALLOW_WRITES_TO: '127.0.0.1',
    CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b',
    CONFORMANCE_ENTITY_ID: 'e',
    CONFORMANCE_AUTOMATION_RULE_ID: 'r',
  };
  const code = await main({ args, environment, cwd, io, input: () => Readable.from([]) });
  return { code, errors: io.errors() };
}

function folderOf(): string {
  return folderWith({
    file: precious,
    'traffic.ndjson': `${traffic.join('\n')}\n`,
    'report.json': JSON.stringify(deviating),
  });
}

function kindAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mode;
}

const cases = writers.flatMap((writer) =>
  destinations.map((destination) => ({ writer, destination, option: writer.name, kind: destination.name })),
);

async function writing({ writer, destination }: (typeof cases)[number]) {
  const cwd = folderOf();
  const path = join(cwd, target);
  await destination.put(path, cwd);
  const before = kindAt(path);
  const ended = await conformance(cwd, writer.args);
  return { ...ended, cwd, path, before };
}

describe('an option that names one file', () => {
  const isRefused = ({ writer, destination }: (typeof cases)[number]) =>
    destination.becomes === 'refused' || writer.refuses.includes(destination.name);

  test.each(cases.filter((one) => !isRefused(one)))('writes: $option, $kind', async (given) => {
    const { code, errors, cwd, path } = await writing(given);
    expect(code, errors).toBe(given.writer.ends);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(path, 'utf8').startsWith(given.writer.begins)).toBe(true);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe(precious);
  });

  test.each(cases.filter(isRefused))('is refused by name: $option, $kind', async (given) => {
    const { code, errors, cwd, path, before } = await writing(given);
    expect({ code, kind: kindAt(path) }, errors).toEqual({ code: 2, kind: before });
    expect(errors).toContain(target);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe(precious);
  });
});
