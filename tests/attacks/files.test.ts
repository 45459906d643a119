import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { prototypeNames } from '../support/boundary-values.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { runs } from '../support/properties.ts';
import { anyDamage, anyEdge, textWith } from './generators.ts';
import { partProblems, printedProblems, problemsOf, textsIn } from './outputs.ts';
import { besides, environment, type ReadFile, readFiles } from './read-files.ts';

/**
 * Numbers at every bound and every form of text, in every place of a document, and documents that are damaged: each command
 * that reads one ends with 0 to 3, and what it writes is well-formed.
 */

let folder = '';
let cwd = '';
let files: readonly ReadFile[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  cwd = join(folder, 'cwd');
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(besides)) writeFileSync(join(cwd, name), text);
  files = await readFiles(cwd);
  rmSync(join(cwd, 'out'), { recursive: true });
});

const ran = (args: readonly string[]) => conformance(args, { cwd, env: environment });

/** Files that a command should not have touched, and what it wrote that is not well-formed. */
async function filesProblems(args: readonly string[]): Promise<readonly string[]> {
  const before = textsIn(folder);
  const { code, stdout, stderr } = await ran(args);
  const after = textsIn(folder);
  const isPart = args.includes('--partial') && stdout !== '';
  const mayWrite = /^cwd\/(?:out\/|waived\.json$)/;
  const names = Object.keys({ ...before, ...after });
  const problems = [
    ...([0, 1, 2, 3].includes(code ?? -1) ? [] : [`exit ${code}: ${stderr}`]),
    ...(isPart ? partProblems(stdout) : printedProblems(stdout)),
    ...printedProblems(stderr),
    ...((stdout + stderr).includes(environment.CONFORMANCE_ACCESS_TOKEN) ? ['printed a secret'] : []),
    ...names.flatMap((name) => {
      if (before[name] === after[name]) return [];
      return mayWrite.test(name) ? problemsOf(name, after[name] ?? '') : [`${name} was written or removed`];
    }),
  ];
  rmSync(join(cwd, 'out'), { recursive: true, force: true });
  rmSync(join(cwd, 'waived.json'), { force: true });
  return problems;
}

const kinds = [
  ...['report', 'traffic report', 'recording', 'waivers', 'previous'],
  ...['environment', 'HAR', 'NDJSON'],
];

function fileOf(kind: string) {
  const found = files.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no file of the kind ${kind}`);
  return found;
}

test('every kind of file that is read back is here', () =>
  expect(files.map(({ kind }) => kind).sort()).toEqual([...kinds].sort()));

/** The gate tries the same cases each time; others are tried by CONFORMANCE_PROPERTY_SEED. */
const seed = process.env['CONFORMANCE_PROPERTY_SEED'] === undefined ? 27 : runs().seed;

describe.each(kinds)('%s', (kind) => {
  test('a sound one is read by every command', async () => {
    const { name, text, commands } = fileOf(kind);
    writeFileSync(join(cwd, name), text);
    for (const args of commands) expect([0, 1, 3], args.join(' ')).toContain((await ran(args)).code);
    for (const args of commands) expect(await filesProblems(args), args.join(' ')).toEqual([]);
    rmSync(join(cwd, name));
  });

  test('any bound in any place', async () => {
    // The others have no schema.
    if (['environment', 'HAR', 'NDJSON'].includes(kind)) return;
    const { name, text, commands } = fileOf(kind);
    await fc.assert(
      fc.asyncProperty(anyEdge(text), fc.nat(commands.length - 1), async (content, which) => {
        writeFileSync(join(cwd, name), content);
        const args = commands[which] ?? [];
        expect(await filesProblems(args), args.join(' ')).toEqual([]);
      }),
      { ...runs(0.1), seed },
    );
    rmSync(join(cwd, name));
  });

  test('changed at random, it is read or refused', async () => {
    const { name, text, commands } = fileOf(kind);
    const damaged = anyDamage.map((damage) => damage(text));
    await fc.assert(
      fc.asyncProperty(damaged, fc.nat(commands.length - 1), async (content, which) => {
        writeFileSync(join(cwd, name), content);
        const args = commands[which] ?? [];
        expect(await filesProblems(args), args.join(' ')).toEqual([]);
      }),
      runs(0.08),
    );
    rmSync(join(cwd, name));
  });
});

/** What such values have found, and where it ended in exit 4. */
const found: readonly (readonly [kind: string, path: string, text: string, code: number])[] = [
  ['report', 'run/durationMs', '1e308', 2],
  ['report', 'run/durationMs', '1e400', 2],
  ['report', 'run/durationMs', '8640000000000000', 0],
  ['report', 'exchanges/0/timings/totalMs', '1e400', 2],
  ['report', 'problems/0/cause', '"__proto__"', 0],
  ['report', 'problems/0/cause', '"toString"', 0],
  ['report', 'exchanges/0/request/url', '"/entity/e"', 0],
  ['report', 'exchanges/0/request/url', '"javascript:alert(1)"', 0],
  ['report', 'run/startedAt', '"9999-12-31T23:59:59Z"', 0],
];

test.each(found)('%s: %s is %s', async (kind, path, text, code) => {
  const { name, text: sound, commands } = fileOf(kind);
  const [first = '', ...rest] = sound.split('\n');
  writeFileSync(join(cwd, name), [textWith(JSON.parse(first), path.split('/'), text), ...rest].join('\n'));
  for (const args of commands) {
    expect(await filesProblems(args), args.join(' ')).toEqual([]);
    const ended = (await ran(args)).code;
    expect(code === 2 ? ended === 2 : (ended ?? 4) <= 1, args.join(' ')).toBe(true);
    rmSync(join(cwd, 'waived.json'), { force: true });
  }
  rmSync(join(cwd, name));
});

/** Each place of a command line and of a file where somebody writes a name. */
const named: readonly ((name: string) => readonly string[])[] = [
  (name) => ['explain', name],
  (name) => ['explain', `put.${name}:type`],
  (name) => ['explain', '--format', name],
  (name) => ['explain', '--operation', name],
  (name) => ['explain', '--side', name],
  (name) => ['serve', '--port', '0', '--fault', name],
  (name) => ['completion', name],
  (name) => ['help', name],
  (name) => [name],
  (name) => ['run', '--plan', '--operation', name],
  (name) => ['run', '--reference', '--reporter', name],
  (name) => ['run', '--reference', `--${name}`],
  (name) => ['render', 'ours.json', '--reporter', name],
  (name) => ['compare', 'ours.json', 'ours.json', '--reporter', name],
  (name) => ['check', 'ours.traffic', '--operation', name],
  (name) => ['check', 'ours.traffic', '--side', name],
  (name) => ['check', 'ours.traffic', '--format', name],
  (name) => ['check', 'ours.traffic', '--require', name],
];

test.each(prototypeNames)(
  '%s is no name of a command, a flag, a format, a fault or a requirement',
  async (name) => {
    for (const args of named.map((command) => command(name)))
      expect(await ran(args), args.join(' ')).toMatchObject({ code: 2 });
  },
);

test.each(prototypeNames)('%s is no id in a file', async (name) => {
  const entry = { id: name, reason: 'r', owner: 'o', expires: '2099-01-01' };
  writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers: [entry] }));
  expect(await ran(['render', 'ours.ndjson', '--waivers', 'waivers.json'])).toMatchObject({ code: 2 });
});
