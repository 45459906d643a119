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

/** Files that a command should not have touched, what it wrote that is not well-formed, and a code that is none of these. */
async function problemsAfter(args: readonly string[], codes = [0, 1, 2, 3]): Promise<readonly string[]> {
  const before = textsIn(folder);
  const { code, stdout, stderr } = await ran(args);
  const after = textsIn(folder);
  const isPart = args.includes('--partial') && stdout !== '';
  const mayWrite = /^cwd\/(?:out\/|waived\.json$)/;
  const names = Object.keys({ ...before, ...after });
  const problems = [
    ...(codes.includes(code ?? -1) ? [] : [`exit ${code}: ${stderr}`]),
    ...(isPart ? partProblems(stdout) : printedProblems(stdout)),
    ...printedProblems(stderr),
    ...((stdout + stderr).includes(environment.CONFORMANCE_ACCESS_TOKEN) ? ['printed a secret'] : []),
    ...names.flatMap((name) => {
      if (before[name] === after[name]) return [];
      return mayWrite.test(name) ? problemsOf(name, after[name] ?? '') : [`${name} was written or removed`];
    }),
  ];
  for (const name of ['out', 'waived.json']) rmSync(join(cwd, name), { recursive: true, force: true });
  return problems;
}

const kinds = 'report, traffic report, recording, waivers, previous, environment, HAR, NDJSON'.split(', ');

function fileOf(kind: string) {
  const found = files.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no file of the kind ${kind}`);
  return found;
}

test('every kind of file that is read back is here', () =>
  expect(files.map(({ kind }) => kind).sort()).toEqual([...kinds].sort()));

/** Holds each command, or the one that is named, to its codes where the file has this content. */
async function expectSound(kind: string, content: string | Buffer, codes?: number[], which?: number) {
  const { name, commands } = fileOf(kind);
  writeFileSync(join(cwd, name), content);
  for (const args of which === undefined ? commands : commands.slice(which, which + 1))
    expect(await problemsAfter(args, codes), args.join(' ')).toEqual([]);
  rmSync(join(cwd, name));
}

/** The gate tries the same cases each time; others are tried by CONFORMANCE_PROPERTY_SEED. */
const seed = process.env['CONFORMANCE_PROPERTY_SEED'] === undefined ? 27 : runs().seed;

/** One of the commands, on one of the contents. */
function holdsFor(kind: string, contents: fc.Arbitrary<string | Buffer>, parameters: object) {
  const which = fc.nat(fileOf(kind).commands.length - 1);
  const property = fc.asyncProperty(contents, which, (content, at) =>
    expectSound(kind, content, undefined, at),
  );
  return fc.assert(property, parameters);
}

describe.each(kinds)('%s', (kind) => {
  test('a sound one is read by every command', () => expectSound(kind, fileOf(kind).text, [0, 1, 3]));

  test('changed at random, it is read or refused', () =>
    holdsFor(
      kind,
      anyDamage.map((damage) => damage(fileOf(kind).text)),
      runs(0.08),
    ));
});

const withSchema = kinds.filter((kind) => !['environment', 'HAR', 'NDJSON'].includes(kind));
test.each(withSchema)('%s: any bound in any place', (kind) =>
  holdsFor(kind, anyEdge(fileOf(kind).text), { ...runs(0.1), seed }),
);

/** What such values of a report have found, and where it ended in exit 4. */
test.each([
  ['run/durationMs', '1e308', 2],
  ['run/durationMs', '1e400', 2],
  ['run/durationMs', '8640000000000000', 0],
  ['exchanges/0/timings/totalMs', '1e400', 2],
  ['problems/0/cause', '"__proto__"', 0],
  ['problems/0/cause', '"toString"', 0],
  ['exchanges/0/request/url', '"/entity/e"', 0],
  ['exchanges/0/request/url', '"javascript:alert(1)"', 0],
  ['run/startedAt', '"9999-12-31T23:59:59Z"', 0],
])('%s is %s', (path, text, code) =>
  expectSound(
    'report',
    textWith(JSON.parse(fileOf('report').text), path.split('/'), text),
    code === 2 ? [2] : [0, 1],
  ),
);

/** Each place of a command line and of a file where somebody writes a name. */
const named =
  `explain NAME, explain put.NAME:type, explain --format NAME, explain --operation NAME, explain --side NAME,
  serve --port 0 --fault NAME, completion NAME, help NAME, NAME, run --plan --operation NAME,
  run --reference --reporter NAME, run --reference --NAME, render ours.json --reporter NAME,
  compare ours.json ours.json --reporter NAME, check ours.traffic --operation NAME, check ours.traffic --side NAME,
  check ours.traffic --format NAME, check ours.traffic --require NAME`.split(/,\s+/);

test.each(prototypeNames)(
  '%s is no name of a command, a flag, a format, a fault or a requirement',
  async (name) => {
    for (const line of named.map((command) => command.replace('NAME', name)))
      expect(await ran(line.split(' ')), line).toMatchObject({ code: 2 });
  },
);

test.each(prototypeNames)('%s is no id in a file', async (name) => {
  const entry = { id: name, reason: 'r', owner: 'o', expires: '2099-01-01' };
  writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers: [entry] }));
  expect(await ran(['render', 'ours.ndjson', '--waivers', 'waivers.json'])).toMatchObject({ code: 2 });
});
