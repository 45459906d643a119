import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { byHand } from './by-hand.ts';
import { finished, root, temporaryFolder } from './cli.ts';
import { aimedAt, run } from './targets.ts';

/** A fault of the suite itself is exit 4, whatever the target does: a broken copy of the package is started. */

interface Break {
  readonly name: string;
  /** File of the package, and what becomes of its text. */
  readonly file: string;
  readonly change: (text: string) => string;
  readonly says: RegExp;
}

const breaks: readonly Break[] = [
  {
    name: 'a suite that imports what is not there',
    file: 'suites/envelope.suite.js',
    change: (text) => `import './not-there.js';\n${text}`,
    says: /test module .*envelope\.suite\.js did not load: .*not-there/s,
  },
  {
    name: 'a suite that throws',
    file: 'suites/envelope.suite.js',
    change: (text) => `${text}\nthrow new Error('thrown on purpose');\n`,
    says: /test module .*envelope\.suite\.js did not load: .*thrown on purpose/s,
  },
  {
    name: 'a suite that is no JavaScript',
    file: 'suites/answer.suite.js',
    change: () => 'defineSuite(',
    says: /test module .*answer\.suite\.js did not load/s,
  },
  {
    name: 'a suite that has no tests',
    file: 'suites/answer.suite.js',
    change: () => '',
    says: /answer\.suite\.js|put:json/,
  },
  {
    name: 'a judge that throws',
    file: 'src/judge/judge.js',
    change: (text) =>
      text.replace(
        'export function findingsOf(',
        'export function findingsOf() { throw new Error("thrown on purpose"); }\nfunction unused(',
      ),
    says: /failed before it could judge: thrown on purpose/,
  },
  {
    name: 'a schema that is no JSON',
    file: 'schemas/envelope.schema.json',
    change: (text) => text.slice(1),
    says: /JSON/,
  },
  {
    name: 'a schema that refers to what is not there',
    file: 'schemas/put-response.schema.json',
    change: (text) => text.replace('transformer-record.schema.json', 'not-there.schema.json'),
    says: /not-there\.schema\.json/,
  },
  {
    name: 'a schema with a format that nobody knows',
    file: 'schemas/envelope.schema.json',
    change: (text) => text.replace(/"format": "[^"]+"/, '"format": "no-such-format"'),
    says: /no-such-format/,
  },
];

/** Of the suites that this process runs; vitest started by hand has deadlines and a net of its own. */
const stuck: readonly (Break & { readonly isShort?: true })[] = [
  {
    name: 'a suite that never comes to its end',
    file: 'suites/envelope.suite.js',
    change: (text) => `${text}\nawait new Promise(() => undefined);\n`,
    says: /the suites did not come to an end within 0\.5 s/,
    isShort: true,
  },
  {
    name: 'a test that never comes to its end',
    file: 'suites/support/given-recording.js',
    change: (text) =>
      text.replace(/(async function givenRecording\(\) \{)/, '$1\nawait new Promise(() => undefined);'),
    says: /the suites did not come to an end within 0\.5 s/,
    isShort: true,
  },
  {
    name: 'a rejection that no suite awaits',
    file: 'suites/envelope.suite.js',
    change: (text) => `${text}\nPromise.reject(new Error('rejected on purpose'));\n`,
    says: /rejected on purpose/,
  },
  {
    name: 'a rejection that no test awaits',
    file: 'suites/support/given-recording.js',
    change: (text) =>
      text.replace(
        /(async function givenRecording\(\) \{)/,
        '$1\nPromise.reject(new Error("rejected on purpose"));',
      ),
    says: /rejected on purpose/,
  },
];

function shortenDeadline(copy: string): void {
  const path = join(copy, 'src/cli/judging.js');
  writeFileSync(path, readFileSync(path, 'utf8').replace('deadlineMs = 120_000', 'deadlineMs = 500'));
}

function brokenCopy({ file, change }: Pick<Break, 'file' | 'change'>): string {
  const folder = temporaryFolder();
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'dist', file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} is not broken`);
  writeFileSync(path, changed);
  return join(folder, 'dist');
}

/** vitest reads every module and JSON file that a configuration imports before any code of ours runs, and ends with 1. */
const unreadable = 'a schema that is no JSON';
const vitestCannotStart = 1;

let recording: string;

beforeAll(async () => {
  const service = await startService();
  const { out } = await run(['--reporter', 'json'], { env: aimedAt(service) });
  await service.close();
  recording = join(out, 'exchanges.ndjson');
});

describe.concurrent('a fault of the suite itself', () => {
  test.each(breaks)('conformance run, $name: exit 4', async (broken) => {
    const copy = brokenCopy(broken);
    const { code, stdout, stderr } = await finished(join(copy, 'src/cli/main.js'), ['run', '--reference']);
    expect({ code, stdout }, stderr).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(broken.says);
    expect(stderr).toMatch(/^conformance: fault of the suite itself: /m);
  });

  test.each(stuck)('conformance run, $name: exit 4', async ({ isShort = false, ...broken }) => {
    const copy = brokenCopy(broken);
    if (isShort) shortenDeadline(copy);
    const { code, stdout, stderr } = await finished(join(copy, 'src/cli/main.js'), ['run', '--reference']);
    expect({ code, stdout }, stderr).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(broken.says);
    expect(stderr).toMatch(/^conformance: fault of the suite itself: /m);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test.each(breaks)('vitest by hand, $name: exit 4', async (broken) => {
    const config = join(brokenCopy(broken), 'vitest.target.config.js');
    const { code, stderr } = await byHand(['run'], { CONFORMANCE_EXCHANGES: recording }, { config });
    expect(code, stderr).toBe(broken.name === unreadable ? vitestCannotStart : 4);
    expect(stderr).toMatch(broken.says);
  });

  test('a copy that is whole judges as it should', async () => {
    const copy = brokenCopy({ file: 'suites/answer.suite.js', change: (text) => `${text}\n` });
    const { code } = await finished(join(copy, 'src/cli/main.js'), ['run', '--reference']);
    expect(code).toBe(0);
  });
});
