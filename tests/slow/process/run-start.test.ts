import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRunning } from '../../../src/files/process-identity.ts';
import { reportFolder, reportIn, type Served, serve, until } from '../../commands/targets.ts';
import { endAll, root, startConformance, temporaryFolder } from '../../support/cli.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';

/** `run --start`, and `run --watch` beside a service that somebody else starts again: each save switches a fault. */

const fault = 'put.data.enabled:type';
const main = join(root, 'dist/src/cli/main.js');
let settings: Served['env'] = {};

beforeAll(async () => {
  const served = await serve();
  settings = served.env;
  await served.stop();
});

afterAll(endAll);

interface Project {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly save: (isFaulty: boolean) => void;
}

/** A project whose service writes its id to the file `pids` when it starts. */
async function project(): Promise<Project> {
  const cwd = temporaryFolder();
  const port = await freePort();
  mkdirSync(join(cwd, 'src'));
  const save = (isFaulty: boolean) => {
    const args = ['serve', '--port', `${port}`, ...(isFaulty ? ['--fault', fault] : [])];
    writeFileSync(
      join(cwd, 'src/server.mjs'),
      `import { appendFileSync } from 'node:fs';
appendFileSync('pids', process.pid + '\\n');
process.argv.splice(2, Infinity, ...${JSON.stringify(args)});
await import(${JSON.stringify(main)});
`,
    );
  };
  save(false);
  const { CONFORMANCE_AUTOMATION_RULE_ID: rule, ...others } = settings;
  const env = {
    ...others,
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}`,
    CONFORMANCE_RULE_COMMAND: `echo ${rule}`,
  };
  return { cwd, env, save };
}

function pidsIn(cwd: string): readonly number[] {
  return readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n').map(Number);
}

function living(cwd: string): readonly number[] {
  return pidsIn(cwd).filter((pid) => isRunning({ pid, started: '-' }));
}

function outcomeIn(cwd: string): string | null {
  try {
    return reportIn(join(cwd, reportFolder)).summary.outcome;
  } catch {
    return null;
  }
}

const command = 'node src/server.mjs';

test('--start alone starts, runs once, shows what the service prints, and ends it', async () => {
  const { cwd, env } = await project();
  const run = startConformance(['run', '--start', command], { cwd, env });
  const { code, stderr } = await run.ended;
  expect(code).toBe(0);
  expect(stderr).toContain(`Starting the service: ${command}\n`);
  expect(stderr).toMatch(/^service \| .*listens on/m);
  expect(stderr).not.toContain(settings['CONFORMANCE_ACCESS_TOKEN']);
  expect(living(cwd)).toEqual([]);
});

/** The service prints the token when it starts, and again in two lines; only a command prints it to the suite. */
describe.each([{ watch: [] }, { watch: ['--watch', 'src'] }])(
  '$watch: a token that a command prints',
  ({ watch }) => {
    test('is in no line of the service, whenever it was printed', async () => {
      const { cwd, env } = await project();
      const { CONFORMANCE_ACCESS_TOKEN: token = '', ...others } = env;
      writeFileSync(join(cwd, 'token'), token);
      const half = token.length / 2;
      const cut = [token.slice(0, half), token.slice(half)].map(
        (part) => `console.log(${JSON.stringify(part)});`,
      );
      writeFileSync(
        join(cwd, 'src/server.mjs'),
        `console.log('the token is ${token}');\n${cut.join('\n')}\n${readFileSync(join(cwd, 'src/server.mjs'), 'utf8')}`,
      );
      const settings = { ...others, CONFORMANCE_ACCESS_TOKEN_COMMAND: 'cat token' };
      const run = startConformance(['run', ...watch, '--start', command], { cwd, env: settings });
      if (watch.length > 0) {
        await run.printed('stderr', /Watching;/);
        run.signal('SIGINT');
      }
      const { code, stderr } = await run.ended;
      expect(code).toBe(0);
      expect(stderr).toContain('service | the token is [masked: access token]\n');
      expect(stderr).toMatch(/(?:service \| \[masked: access token\]\n){2}/);
      for (const part of [token, token.slice(0, half), token.slice(half)]) expect(stderr).not.toContain(part);
      expect(stderr.indexOf('the token is')).toBeLessThan(stderr.indexOf('[1/6]'));
    });
  },
);

test('lines of the service are shown where the command prints no token', async () => {
  const { cwd, env } = await project();
  const { CONFORMANCE_ACCESS_TOKEN: _, ...others } = env;
  const settings = { ...others, CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7' };
  const { code, stderr } = await startConformance(['run', '--start', command], { cwd, env: settings }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^service \| .*listens on/m);
  expect(stderr).toContain('CONFORMANCE_ACCESS_TOKEN_COMMAND ended with exit code 7');
});

test('a service that ends at once is said, and the run is incomplete', async () => {
  const { cwd, env } = await project();
  const { code, stderr } = await startConformance(
    ['run', '--start', "node -e 'console.log(1 + 1, process.env.CONFORMANCE_ACCESS_TOKEN); process.exit(7)'"],
    { cwd, env },
  ).ended;
  expect(code).toBe(3);
  expect(stderr).toContain('service | 2 undefined\n');
  expect(stderr).toContain('the service ended with exit code 7 before it accepted connections');
});

test('something that listens there already is refused, before anything is started', async () => {
  await using service = await startService();
  const { baseUrl } = service;

  const { cwd, env } = await project();
  const aimed = { ...env, CONFORMANCE_BASE_URL: baseUrl };
  const { code, stderr } = await startConformance(['run', '--start', command], { cwd, env: aimed }).ended;
  expect(code).toBe(2);
  expect(stderr).toContain('would be judged in place of the service that --start starts');
  expect(existsSync(join(cwd, 'pids'))).toBe(false);
});

describe.each([
  { name: '--start', start: ['--start', command] },
  { name: 'beside node --watch', start: [] },
])('$name', ({ start }) => {
  test('each save ends in a complete run of what was saved, and nothing is left', async () => {
    const { cwd, env, save } = await project();
    const isStarted = start.length > 0;
    const beside = isStarted ? null : spawn('node', ['--watch', 'src/server.mjs'], { cwd, stdio: 'ignore' });
    const watch = startConformance(['run', '--watch', 'src', ...start], { cwd, env });
    await until(() => outcomeIn(cwd) === 'conforms');
    for (const isFaulty of [true, false, true]) {
      save(isFaulty);
      await until(() => outcomeIn(cwd) === (isFaulty ? 'deviates' : 'conforms'));
    }
    watch.signal('SIGINT');
    const { stdout } = await watch.ended;
    expect(stdout).not.toContain('INCOMPLETE');
    expect(stdout).toMatch(/^Worse than run .*: 1 new deviation/m);
    beside?.kill();
    await until(() => living(cwd).length === 0);
  });
});
