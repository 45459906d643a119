import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hostileTexts } from '../cases/hostile-texts.ts';
import { aimedAt, without } from '../commands/targets.ts';
import { conformance, endAll, type Finished, type StartOptions, temporaryFolder } from '../support/cli.ts';
import { exchangeOf, putAnswer, recordingOf, utf8Response } from '../support/conforming.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { asEntry, asHar, recordingText } from '../support/traffic.ts';
import { folderProblems, printedProblems } from './outputs.ts';

/** Texts of others in what commands print and write: in flags, names of files, traffic, recordings, reports and waivers. */

afterEach(endAll);

const formats = ['--reporter', 'terminal,json,junit,markdown,html,code-quality,sarif'];

/** No argument holds a NUL, and no name of a file a slash. */
const inArgument = (text: string) => text.replaceAll('\0', '');
const inName = (text: string) => `t${Array.from(inArgument(text).replaceAll('/', '')).slice(0, 40).join('')}`;

/** The names of a help text, of commands or of flags with a value. */
async function namesIn(args: readonly string[], name: RegExp): Promise<readonly string[]> {
  const { stdout } = await conformance([...args, '--help']);
  return [...stdout.matchAll(name)].map(([, found = '']) => found);
}

const commands = await namesIn([], /^ {2}([a-z]+) (?:\[|<| {2})/gm);

/** What keeps a command that is right otherwise from starting a server. */
const neverStarts: Readonly<Record<string, readonly string[]>> = { serve: ['--port', 'none'] };

test('commands are known from the help text', () =>
  expect(commands).toEqual(expect.arrayContaining('run check watch compare serve completion'.split(' '))));

test.each(commands)('%s: as an argument, as a flag, and as the value of each flag', async (command) => {
  const flags = await namesIn([command], /^ +(?:-\w, )?(--[\w-]+) <\w/gm);
  const problems: string[] = [];
  for (const text of sampleOf(hostileTexts, gateTakesAFifth).map(inArgument)) {
    const lines = [[text], [`--${text}`], ...flags.map((flag) => ['none', flag, text])];
    for (const line of lines) {
      const bare = /^(run|watch|init|doctor|serve)$/.test(command);
      const given = [command, ...line.filter((word) => word !== 'none' || !bare)];
      const more = line.includes('--port') ? [] : (neverStarts[command] ?? []);
      const ended = await conformance([...given, ...more]);
      const found = printedProblems(ended.stdout + ended.stderr);
      problems.push(...found.map((problem) => `${JSON.stringify(given)}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
});

async function tried(line: readonly string[], options: StartOptions): Promise<Finished> {
  const ended = await conformance(line, options);
  const { code, stdout, stderr } = ended;
  expect(code, `${line.join(' ')}: ${stderr}`).not.toBe(4);
  for (const text of [stdout, stderr]) expect(printedProblems(text), line.join(' ')).toEqual([]);
  return ended;
}

function exchangesWith(text: string) {
  const data = { ...putAnswer.data, name: text, enabled: text, createdAt: text, [text]: 1 };
  const said = { ...putAnswer, [text]: text, data };
  const headers = [
    ['content-type', text],
    ['x-y', text],
  ] as const;
  const response = { ...utf8Response(JSON.stringify(said), 200, headers), reason: text };
  const served = exchangeOf('put', 'authorised', response);
  const failed = exchangeOf('delete', 'authorised', { ...utf8Response(text, 500, headers), reason: text });
  return [served, failed].map((one) => ({
    ...one,
    request: { ...one.request, headers: [['user-agent', text]] as const },
  }));
}

const waived = { id: 'put.data.enabled:type', expires: '2999-01-01' };

test.each(sampleOf(hostileTexts))(
  'in traffic, recordings, reports, waivers and the names of files: %j',
  async (text) => {
    const cwd = temporaryFolder();
    const name = inName(text);
    const exchanges = exchangesWith(text);
    writeFileSync(join(cwd, `${name}.har`), asHar(exchanges.map(asEntry)));
    writeFileSync(join(cwd, 'later.har'), asHar(exchanges.slice(1).map(asEntry)));
    mkdirSync(join(cwd, 'run'));
    const recording = recordingText(recordingOf(exchanges, { label: text }));
    writeFileSync(join(cwd, 'run', 'exchanges.ndjson'), recording);
    const waiver = { ...waived, reason: text, owner: text, ticket: text };
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers: [waiver] }));
    const env = { GITHUB_ACTIONS: 'true' };
    const part = '--partial one.part --part-id 1 --parts 1';
    const waivers = '--waivers waivers.json';
    const lines = [
      [`${name}.har`, `check ${waivers} --out traffic`, ...formats],
      [`${name}.har`, `check ${name}.gone ${part}`],
      [`${name}.har`, `check ${part}`],
      ['later.har', 'check --out later', ...formats],
      ['one.part', 'check --out merged', ...formats],
      ['run/exchanges.ndjson', `render ${waivers} --previous traffic/report.json --out rendered`, ...formats],
      ['traffic/report.json', 'compare later/report.json --out compared'],
      ['{traffic,rendered}/report.json', 'compare --out side'],
      ['rendered/report.json', 'waive', '--out', `${name}.json`],
    ].map(([file = '', line = '', ...more]) => [...line.split(' ').toSpliced(1, 0, file), ...more]);
    for (const line of lines) await tried(line, { cwd, env });
    for (const folder of ['traffic', 'merged', 'rendered', 'compared', 'side'])
      expect(folderProblems(join(cwd, folder)), folder).toEqual([]);
  },
);

/** A service that is not there: port 9 of this machine. */
const aim = without(aimedAt({ baseUrl: 'http://127.0.0.1:9' }), 'CONFORMANCE_AUTOMATION_RULE_ID');

test.each(sampleOf(hostileTexts, gateTakesAFifth))(
  'in what commands of an operator print: %j',
  async (text) => {
    const cwd = temporaryFolder();
    const said = join(cwd, 'said.txt');
    writeFileSync(said, text);
    const prints = `cat '${said}' >&2; cat '${said}'`;
    const env = { ...aim, GITHUB_ACTIONS: 'true' };
    const ways = {
      rule: { ...env, CONFORMANCE_RULE_COMMAND: prints },
      token: { ...without(env, 'CONFORMANCE_ACCESS_TOKEN'), CONFORMANCE_ACCESS_TOKEN_COMMAND: prints },
      left: { ...env, CONFORMANCE_CLEANUP_COMMAND: prints },
    };
    for (const [out, given] of Object.entries(ways))
      await tried(['run', ...formats, '--out', out], { cwd, env: given });
    expect(readFileSync(join(cwd, 'rule', 'report.json'), 'utf8')).toContain('RULE_COMMAND printed');
    for (const folder of Object.keys(ways)) expect(folderProblems(join(cwd, folder)), folder).toEqual([]);
  },
);
