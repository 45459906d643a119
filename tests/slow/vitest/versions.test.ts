import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aimedAt } from '../../commands/targets.ts';
import { root, start } from '../../support/cli.ts';
import { type Script, sendPrepared, startService } from '../../support/service.ts';
import { configurations, installed, type Project, packed, type Version, versions } from './projects.ts';

/** However a vitest of somebody's own is started, the service gets one set of requests, or none at all; and the matchers work in it. */

/** So that retries have something to retry, and every start that judges ends with 1. */
const deviates: Script = (_, prepared, response) =>
  sendPrepared({ ...prepared, body: prepared.body.replace('"priority":1', '"priority":"1"') }, response);
const deviation = 'delete.data.priority:type';

/** Requests of a run. */
const once = 6;

const usual = '`vitest run`';
const list = '`vitest list`';

interface Start {
  /** Arguments of each vitest that is started; several run at the same time. */
  readonly args: readonly (readonly string[])[];
  /** Requests under the shipped configuration, which sends anew at each start, and refuses what goes on or is a part. */
  readonly shipped: 0 | typeof once;
  /** Requests under a configuration of somebody's own, with two copies of the suite and a recording that is named. */
  readonly own: 0 | typeof once;
}

/** Each file has modules of its own (`--isolate`) unless it says otherwise. */
const starts: Readonly<Record<string, Start>> = {
  [usual]: { args: [['run']], shipped: once, own: once },
  [list]: { args: [['list']], shipped: 0, own: 0 },
  '`vitest run --shard=1/2` and `2/2`': {
    args: [
      ['run', '--shard=1/2'],
      ['run', '--shard=2/2'],
    ],
    shipped: 0,
    own: once,
  },
};

const tries = (['shipped', 'own'] as const).flatMap((whose) =>
  Object.keys(starts).map((name) => [name, whose] as const),
);

const installing = new Map<Version, Promise<Project>>();

/** All at once: installing is mostly waiting. */
beforeAll(async () => {
  const tarball = await packed();
  for (const version of versions) installing.set(version, installed(tarball, version));
});

/** @returns how vitest ended, and how many requests arrived meanwhile */
async function counted(project: Project, version: Version, name: string, whose: keyof typeof configurations) {
  const { args } = starts[name] as Start;
  await using service = await startService(deviates);
  const env = {
    ...aimedAt(service),
    CONFORMANCE_LIVE: '1',
    NO_COLOR: '1',
    ...(whose === 'own' && { CONFORMANCE_EXCHANGES: `out/${Object.keys(starts).indexOf(name)}.ndjson` }),
  };
  const { folder, node } = project;
  const ends = args.map(([command = '', ...flags]) => {
    const more = command === 'list' ? version.list : flags;
    const line = [command, '--config', configurations[whose], ...more];
    const vitest = start(join(folder, 'node_modules/vitest/vitest.mjs'), line, { env, cwd: folder, node });
    return vitest.ended;
  });
  const finished = await Promise.all(ends);
  return { finished, requests: service.calls.length };
}

describe.each(versions)('vitest $vitest', (version) => {
  let project: Project;

  beforeAll(async () => {
    project = (await installing.get(version)) as Project;
  }, 0);

  test.each(tries)('%s under the %s configuration', { timeout: 0 }, async (name, whose) => {
    const { finished, requests } = await counted(project, version, name, whose);
    const output = finished.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    expect(requests, output).toBe(starts[name]?.[whose]);
    for (const { code } of finished) expect(code, output).toBe(name === list ? 0 : 1);
    if (requests > 0 || name === list) expect(output).toContain(deviation);
    else expect(output).toContain('CONFORMANCE_LIVE=1 goes neither with watch mode nor with --shard');
  });
});

afterAll(async () => {
  await Promise.allSettled(installing.values());
});

test('docs/api.md has the requests that the service counted', () => {
  const rows = Object.entries(starts).map(([name, { shipped, own }]) => [name, shipped, shipped, own, own]);
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
  for (const row of rows) expect(page).toContain(`\n| ${row.join(' | ')} |\n`);
});
