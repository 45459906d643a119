import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { root } from '../../support/cli.ts';
import { type Environment, job, recipes } from './recipes.ts';
import { type Registry, startRegistry } from './registry.ts';
import { makeWorkspace, runIn, type Workspace } from './workspace.ts';

/** What a checkout holds chooses nothing of what is installed: npm itself, over two registries on loopback. */

const spec = `${packageJson.name}@${packageJson.version}`;
let honest: Registry;
let hostile: Registry;
/** npm's cache as a hostile registry at the honest one's address would fill it. */
let poisoned: string;

beforeAll(async () => {
  const first = await startRegistry('hostile');
  const { folder } = makeWorkspace({ installed: false });
  poisoned = join(folder, 'cache');
  const npm = ['npm', 'cache', 'add', spec, '--cache', poisoned, '--registry', first.url];
  const added = await runIn({ folder, programs: folder, temp: folder }, npm, {});
  expect(added).toMatchObject({ code: 0 });
  await first.close();
  honest = await startRegistry('honest', Number(new URL(first.url).port));
  hostile = await startRegistry('hostile');
}, 60_000);

afterAll(() => Promise.all([honest.close(), hostile.close()]));

/** A file of the checkout, and a plain way to install that falls for it. */
interface Trap {
  readonly name: string;
  readonly lay: (workspace: Workspace) => void;
  /** Run in the checkout. */
  readonly naive: string;
  /** Variables that a build service may well set so. */
  readonly env?: (workspace: Workspace) => Environment;
}

function write({ folder }: Workspace, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const install = `npm install --no-save --no-audit --no-fund ${spec}`;
const within = `mkdir -p .conformance && cd .conformance && ${install} --prefix . && node_modules/.bin/conformance`;
const npmrc = () => `registry=${hostile.url}\nscript-shell=/bin/false\n`;
const traps: readonly Trap[] = [
  {
    name: '.npmrc',
    lay: (workspace) => write(workspace, '.npmrc', npmrc()),
    naive: `${install} && node_modules/.bin/conformance`,
  },
  {
    name: '.conformance/.npmrc',
    lay: (workspace) => write(workspace, '.conformance/.npmrc', npmrc()),
    naive: within,
  },
  {
    name: 'a home in the checkout',
    lay: (workspace) => write(workspace, '.npmrc', npmrc()),
    naive: `cd "$(mktemp -d)" && ${install} --prefix . && node_modules/.bin/conformance`,
    env: ({ folder }) => ({ HOME: folder }),
  },
  {
    name: 'a cache in the checkout',
    lay: ({ folder }) => cpSync(poisoned, join(folder, '.npm'), { recursive: true }),
    naive: `cd "$(mktemp -d)" && ${install} --prefix . && node_modules/.bin/conformance`,
    env: ({ folder }) => ({ npm_config_cache: join(folder, '.npm') }),
  },
  {
    name: 'a folder for temporary files in the checkout',
    lay: (workspace) => {
      write(workspace, 'temp/package.json', '{}');
      write(workspace, 'temp/.npmrc', npmrc());
    },
    naive: `cd "$(mktemp -d)" && ${install} && "$TMPDIR"/node_modules/.bin/conformance`,
    env: ({ folder }) => ({ TMPDIR: join(folder, 'temp') }),
  },
];

/** The honest registry is that of the machine: what says least, so that anything else would count more. */
function machine(workspace: Workspace): Environment {
  const settings = join(workspace.temp, 'machine.npmrc');
  writeFileSync(settings, `registry=${honest.url}\nupdate-notifier=false\n`);
  return {
    npm_config_globalconfig: settings,
    CI_PROJECT_DIR: workspace.folder,
    GITHUB_WORKSPACE: workspace.folder,
  };
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1);
}

/** A checkout with these traps, and the variables that go with them. */
function laid(...some: readonly Trap[]) {
  const workspace = makeWorkspace({ installed: false });
  for (const { lay } of some) lay(workspace);
  const set = some.map(({ env = () => ({}) }) => env(workspace));
  return { workspace, variables: Object.assign(machine(workspace), ...set) as Environment };
}

test.each(traps)('$name chooses what a plain installation takes', async (trap) => {
  const { workspace, variables } = laid(trap);
  const { code, stdout, stderr } = await runIn(workspace, ['sh', '-c', trap.naive], variables);
  expect({ code, last: lastLine(stdout) }, stderr).toEqual({ code: 0, last: 'hostile' });
});

describe.each(Object.entries(recipes))('%s installs what it was told:', (_, recipe) => {
  test.each([
    ['a checkout of traps', traps.filter(({ env }) => env === undefined)],
    ['a checkout of traps, with a home, a cache and a folder for temporary files inside', traps],
  ])('%s chooses nothing', async (_name, some) => {
    const { workspace, variables } = laid(...some);
    const before = hostile.asked();
    const { stdout, stderr } = await recipe(workspace, variables);
    expect({ last: lastLine(stdout), stderr }).toEqual({ last: 'honest', stderr: '' });
    expect(hostile.asked()).toBe(before);
  });
});

test('ci/gitlab.yml installs by the lines of ci/generic.sh', () => {
  const generic = readFileSync(join(root, 'ci/generic.sh'), 'utf8');
  const shared = [
    /^in_checkout\(\) .*\n/m,
    /^if in_checkout "\$folder".*\n/m,
    /^source_of\(\) \{\n(?:.+\n)*?\}\n/m,
    /^install_suite\(\) \(\n(?:.+\n)*?\)\n/m,
  ];
  const flat = (text: string) => text.replaceAll(/^ +/gm, '');
  for (const lines of shared) {
    const [found = 'no such lines'] = lines.exec(generic) ?? [];
    expect(flat(job.script.join('\n'))).toContain(flat(found));
  }
});
