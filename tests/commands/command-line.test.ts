import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { conformance, temporaryFolder } from '../support/cli.ts';
import { putAnswer, recordingOf, withBody } from '../support/conforming.ts';
import { recordingLineProblem } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

const { name } = packageJson;

const { header } = recordingOf([]);

interface Start {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly script?: string;
}

/** The words, which a recording may have. */
async function started({ environment: env = {}, cwd = '/project', script = '' }: Start): Promise<string> {
  const { stdout } = await conformance(['explain'], { env, cwd, script });
  const command = /^\d+ requirements: .* More about one: ([\s\S]*) explain ID$/m.exec(stdout)?.[1] ?? '';
  const line = { line: 'run', formatVersion: 1, header: { ...header, tool: { ...header.tool, command } } };
  expect(recordingLineProblem(line)).toBeNull();
  return command;
}

describe('it was started as', () => {
  const local = '/project/node_modules/.bin/conformance';
  const scriptOf = (npm_lifecycle_event: string, npm_package_name: string) => ({
    environment: { npm_lifecycle_event, npm_package_name },
  });
  const onPath = { environment: { PATH: '/bin:/opt/bin' }, script: '/opt/bin/conformance' };
  const elsewhere = '/project-2/node_modules/.bin/conformance';
  test.each<[string, Start, string]>([
    ['a command on the path', onPath, 'conformance'],
    ['a program elsewhere', { ...onPath, script: '/a b/conformance' }, "'/a b/conformance'"],
    [
      'a program whose folder has a line feed',
      { script: "/it's\na/conformance" },
      "$'/it\\047s\\012a/conformance'",
    ],
    ['npx', { environment: { npm_command: 'exec' } }, 'npx conformance'],
    ['a program of a folder above', { cwd: '/project/a/b', script: local }, 'npx conformance'],
    ['a program of another project', { script: elsewhere }, elsewhere],
    ['a script of this repository', scriptOf('demo', name), 'npm run conformance --'],
    [
      'a script of another project',
      { ...scriptOf('conformance', 'theirs'), script: local },
      'npx conformance',
    ],
  ])('%s', async (_, given, command) => expect(await started(given)).toBe(command));

  test.each([
    [[`${name}@0.1.0`], `npx --package=${name}@0.1.0 conformance`],
    [['/tmp/a suite.tgz'], "npx --package='/tmp/a suite.tgz' conformance"],
    [['https://user:secret@example.com/suite.tgz'], `npx --package=${name} conformance`],
  ])('what npx was told to get: %j', async (packages, command) => {
    const folder = join(temporaryFolder(), '_npx/0123');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ _npx: { packages } }));
    const script = join(folder, 'node_modules/.bin/conformance');
    expect(await started({ environment: { npm_command: 'exec' }, script })).toBe(command);
  });
});

describe('the words are those that it was started with in', () => {
  const env = { npm_command: 'exec' };

  test.each([
    [['--help'], /npx conformance run --reference/],
    [['nothing'], /See npx conformance --help/],
    [['run', '--nothing'], /See npx conformance run --help/],
    [['explain'], /npx conformance explain ID/],
    [['explain', 'put.nothing:type'], /All requirements: npx conformance explain/],
    [['serve', '--fault', 'list'], /npx conformance serve --fault [\s\S]*All ids: npx conformance explain/],
    [['serve', '--fault', 'nothing'], /All faults: npx conformance serve --fault list/],
    [['run', '--reference', '--require-shown', 'x'], /all of them: npx conformance explain/],
    [['check', '--help'], /docs\/traffic\.md; judging/],
    [['check', 'empty.ndjson'], /next +Record again as docs\/traffic\.md/],
  ])('%j', async (args, words) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'empty.ndjson'), '');
    const { stdout, stderr } = await conformance(args, { env, cwd });
    expect(stdout + stderr).toMatch(words);
    expect(stdout + stderr).not.toMatch(/npx npx/);
  });
});

test.each([
  ['run --base-url http://127.0.0.1:1 --serial --waivers w.json', 'doctor --base-url http://127.0.0.1:1 '],
  ['run --env-file staging.env', 'doctor --env-file staging.env '],
  [
    'run --reference --serial --delay-ms 1 --waivers w.json --out o',
    'run --serial --delay-ms 1 --reference --waivers w.json ',
  ],
  [
    'check t.ndjson --side response --headers-complete --waivers w.json --max-bad 3',
    'check t.ndjson --max-bad 3 --waivers w.json --side response --headers-complete ',
  ],
])('what comes next has the flags that decide what is sent and judged: %s', async (line, words) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'staging.env'), 'CONFORMANCE_BASE_URL=http://127.0.0.1:1\n');
  const waiver = { id: 'put.status:type', reason: 'known', owner: 'us', expires: '2099-01-01' };
  writeFileSync(join(cwd, 'w.json'), JSON.stringify({ waivers: [waiver] }));
  const wrong = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
  writeFileSync(join(cwd, 't.ndjson'), wrong.map((one) => `${asLine(one)}\n`).join(''));
  const env = {
    CONFORMANCE_ACCESS_TOKEN: 'a-token-of-a-test',
    CONFORMANCE_ENTITY_ID: 'e'.repeat(32),
    CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b'.repeat(32),
  };
  const { stdout } = await conformance(line.split(' '), { cwd, env });
  expect(`${stdout.replaceAll(/\s+/g, ' ')} `).toContain(`conformance ${words}`);
});
