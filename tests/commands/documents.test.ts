import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { conformance, endAll, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import { comparisonReporters, reporters } from '../support/subject.ts';
import { asEntry, asHar, asLine } from '../support/traffic.ts';

/** Every file that a command writes, or prints, given to every command that reads one. */

afterAll(endAll);

const cwd = temporaryFolder();
const every = reporters.map(({ name }) => name).join();

async function run(...args: readonly string[]) {
  return conformance(args, { cwd });
}

/** Writes what a command prints. */
async function print(file: string, ...args: readonly string[]): Promise<void> {
  writeFileSync(join(cwd, file), (await run(...args)).stdout);
}

writeFileSync(join(cwd, 'traffic.ndjson'), conformingExchanges().map(asLine).join('\n'));
writeFileSync(join(cwd, 'traffic.har'), asHar(conformingExchanges().map(asEntry)));
writeFileSync(
  join(cwd, 'odd.ndjson'),
  conformingExchanges().map(asLine).join('\n').replaceAll('"priority\\":1', '"priority\\":\\"1'),
);
writeFileSync(join(cwd, 'answers.json'), JSON.stringify({ formatVersion: 1, found: {}, declared: {} }));
await run('run', '--reference', '--reporter', every, '--out', 'run');
await run('run', '--reference', '--reporter', every, '--out', 'once more', '--history', 'kept');
await run('explore', '--reference', '--allow', 'refusal', '--max-requests', '5', '--out', 'asked');
await run('check', 'traffic.ndjson', '--reporter', every, '--out', 'check');
await run('check', 'traffic.ndjson', '--partial', 'part.json', '--part-id', '1', '--parts', '3');
const many = temporaryFolder();
for (let file = 0; file < 1_001; file += 1) writeFileSync(join(many, `${file}`), '');
await run('check', join(many, '*'), '--reporter', 'json', '--out', 'many');
await run('check', 'part.json', '--reporter', every, '--out', 'merge');
await run('compare', 'run/report.json', 'run/report.json', '--out', 'compare');
await run('compare', 'run', '--out', 'matrix');
await run('check', 'odd.ndjson', '--reporter', 'json', '--out', 'odd');
await run('waive', 'odd/report.json', '--out', 'drafted.json');
writeFileSync(
  join(cwd, 'filled.json'),
  readFileSync(join(cwd, 'drafted.json'), 'utf8').replaceAll('FILL IN', 'known:'),
);
await print('printed-report.json', 'run', '--reference', '--json', '--out', 'again');
await print('doctor.json', 'doctor', '--json');
await print('requirements.json', 'explain', '--format', 'json');
await print('requirements.md', 'explain', '--format', 'markdown');
await print('requirements.txt', 'explain');
await print('openapi.json', 'export', 'openapi');
await print('contract.schema.json', 'export', 'json-schema');
await print('explained.txt', 'explain', 'put:json');
await print('completion.sh', 'completion', 'bash');
writeFileSync(join(cwd, 'staging.env'), 'CONFORMANCE_BASE_URL=https://staging.example\n');

/** A draft is refused until reasons and owners are filled in. */
const documents = readdirSync(cwd, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
  .filter((name) => name !== 'drafted.json' && !name.startsWith('again') && !name.startsWith('once more'))
  .sort();

/** What a file is, by the command that wrote it: only what is here is read by another. */
const kinds: readonly (readonly [kind: string, files: RegExp])[] = [
  ['report', /^(?!compare|matrix|kept).*report\.json$|^kept\/.*\.json$/],
  ['exploration', /^asked\/explore\/exchanges\.ndjson$/],
  ['recording', /\/exchanges\.ndjson$/],
  ['part', /^part\.json$/],
  ['traffic', /^(?:traffic|odd)\./],
  ['waivers', /waivers\.json$|^filled\.json$/],
  ['answers', /^answers\.json$/],
];
const kindOf = (name: string) => kinds.find(([, files]) => files.test(name))?.[0] ?? null;

const isUnknown = (name: string) => [null, 'answers'].includes(kindOf(name));

const asReport = ['report', 'recording'];

interface Reader {
  readonly args: (file: string) => readonly string[];
  readonly accepts: readonly string[];
}

/** By the argument or the flag, as the help of the program names them. */
const readers: Readonly<Record<string, Reader>> = {
  'run --waivers': {
    args: (file) => ['run', '--reference', '--reporter', 'json', '--waivers', file],
    accepts: ['waivers'],
  },
  'run --answers': {
    args: (file) => ['run', '--reference', '--reporter', 'json', '--answers', file],
    accepts: ['answers'],
  },
  'explore --answers': { args: (file) => ['explore', '--list', '--answers', file], accepts: ['answers'] },
  'run --previous': {
    args: (file) => ['run', '--reference', '--reporter', 'json', '--previous', file],
    accepts: asReport,
  },
  'render <file>': { args: (file) => ['render', file, '--out', 'o'], accepts: asReport },
  'render --waivers': {
    args: (file) => ['render', 'run/exchanges.ndjson', '--out', 'o', '--waivers', file],
    accepts: ['waivers'],
  },
  'render --previous': {
    args: (file) => ['render', 'run/report.json', '--out', 'o', '--previous', file],
    accepts: asReport,
  },
  'render --verify': {
    args: (file) => ['render', 'run/exchanges.ndjson', '--verify', file],
    accepts: ['report'],
  },
  'waive <file>': {
    args: (file) => ['waive', file, '--out', `waivers of ${file.replaceAll('/', ' ')}`],
    accepts: asReport,
  },
  'compare <reports...>': { args: (file) => ['compare', 'run/report.json', file], accepts: asReport },
  'check <files...>': {
    args: (file) => ['check', file, '--reporter', 'json', '--out', 'o'],
    accepts: ['recording', 'exploration', 'traffic', 'part'],
  },
  'check --waivers': {
    args: (file) => ['check', 'traffic.ndjson', '--reporter', 'json', '--out', 'o', '--waivers', file],
    accepts: ['waivers'],
  },
  'check --answers': {
    args: (file) => ['check', 'traffic.ndjson', '--reporter', 'json', '--out', 'o', '--answers', file],
    accepts: ['answers'],
  },
};

/** Files that are written, and those that hold no document: certificates, tokens, headers, settings and bodies of an operator. */
const others = /--(?:partial|record|out|ca-file|token-file|env-file|transformer-file)$/;
/** Read as by `run` or `doctor`, by commands that then wait for clients or ask. */
const alike = [
  ...['watch --answers', 'watch --waivers'],
  ...['previous', 'waivers'].map((flag) => `explore --${flag}`),
];

test('no command that reads a file is left out', async () => {
  const help = (await run('--help')).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z]+) (?:\[options\]|<)/gm)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const command of commands.filter((name) => name !== 'help')) {
    const { stdout } = await run(command, '--help');
    const usage = stdout.split('\n')[0] ?? '';
    const places = [...usage.matchAll(/<(?:file|files|reports)(?:\.\.\.)?>/g)].map(([place]) => place);
    const flags = [...stdout.matchAll(/^ +(--[a-z-]+) <file>/gm)].map(([, flag = '']) => flag);
    found.push(...[...places, ...flags].map((place) => `${command} ${place}`));
  }
  expect(found.filter((place) => !others.test(place)).sort()).toEqual(
    [...Object.keys(readers), ...alike].sort(),
  );
});

test('no file that a command writes is left out', () => {
  const named = [reporters, comparisonReporters].flatMap((list) => list.map(({ file }) => file));
  const names = documents.map((name) => name.split('/').at(-1));
  expect(names).toEqual(expect.arrayContaining(named.filter((file) => file !== null)));
});

/** One of each kind, or of each ending: whoever refuses a report refuses every report. */
const likeness = (name: string) => kindOf(name) ?? extname(name);
const different = documents.filter(
  (name, at) => documents.findIndex((other) => likeness(other) === likeness(name)) === at,
);

describe.each(Object.entries(readers))('%s', (_, { args, accepts }) => {
  const read = documents.filter((name) => accepts.some((kind) => kind === kindOf(name)));

  test.each([...new Set([...read, ...different])])('%s is read, or refused by name', async (name) => {
    const kind = kindOf(name);
    const { code, stderr: err } = await run(...args(name));
    const isRead = kind !== null && accepts.includes(kind);
    // A text that is like no document may be a log.
    const isLog = isUnknown(name) && args(name)[0] === 'check' && args(name)[1] === name;
    const codes = isRead ? [0, 1, 3] : isLog ? [3] : [2];
    expect({ code, err }).toMatchObject({ code: expect.toBeOneOf(codes) });
    if (isRead || isLog) return;
    expect(err).toContain(name);
    if (!isUnknown(name)) expect(err).toMatch(/ is .+: (?:.*\breads? it\b|pass it with )/);
  });
});
