import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type ReferenceService, startReference } from '../../../reference/service.ts';
import { runAgain, type Triggers } from '../../../src/cli/run/run-again.ts';
import { withTriggers } from '../../../src/cli/run/run-triggers.ts';
import { without } from '../../commands/targets.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { fakeIo } from '../../support/io.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { environmentOf } from '../../support/run-target.ts';
import { contract, loadSettings, reporters } from '../../support/subject.ts';

/** A watch whose events and quiet moments come from the test. */
function injected() {
  const listeners: ((what: string) => void)[] = [];
  const quiets: (() => void)[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const triggers: Triggers = {
    listen: (told) => void listeners.push(told),
    quiet: () => new Promise((resolve) => void quiets.push(resolve)),
    ended,
  };
  return {
    triggers,
    save: (what = 'service.ts changed') => {
      for (const told of listeners) told(what);
    },
    /** Waits until the watch waits for a quiet moment, and gives it one. */
    settle: async () => {
      while (quiets.length === 0) await new Promise((resolve) => setImmediate(resolve));
      quiets.shift()?.();
    },
    end: () => end(),
  };
}

interface Watching extends ReturnType<typeof injected> {
  readonly io: ReturnType<typeof fakeIo>;
  readonly finished: Promise<number>;
  /** Resolves when a run is over and the watch waits. */
  readonly waits: (runs: number) => Promise<void>;
}

/** A watch of a service that the test started, over a rule command. */
async function watching(
  { baseUrl, token, entityId, settings: values }: ReferenceService,
  command: string,
): Promise<Watching> {
  const cwd = temporaryFolder();
  const environment = {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_ACCESS_TOKEN: token,
    CONFORMANCE_ENTITY_ID: entityId,
    ...without(environmentOf(values), 'CONFORMANCE_AUTOMATION_RULE_ID'),
    ...(command === '' ? {} : { CONFORMANCE_RULE_COMMAND: command }),
  };
  const loaded = await loadSettings({
    contract,
    flags: {},
    environment,
    cwd,
    reporters: reporters.map(({ name }) => name),
    usual: ['terminal', 'json'],
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const io = fakeIo();
  const injection = injected();
  const { settings, sources } = loaded;
  const input = { settings, sources, environment: { PATH: process.env['PATH'] }, cwd, io };
  const finished = runAgain(input, injection.triggers);
  const waits = (runs: number) =>
    expect.poll(() => io.errors().split('Watching; ').length - 1, { timeout: 60_000 }).toBe(runs);
  return { ...injection, io, finished, waits };
}

/** Prints the next seeded rule each time. */
async function seededService(faults: readonly string[] = []) {
  const service = await startReference({ seedRules: 20, faults });
  onTestFinished(() => service.close());
  const list = join(temporaryFolder(), 'rules');
  writeFileSync(list, `${ruleIdsOf(service).join('\n')}\n`);
  return { service, command: `head -n 1 '${list}' && sed -i 1d '${list}'` };
}

test('ten saves are one run, saves during a run are one more, and the end is clean', async () => {
  const { service, command } = await seededService();
  const watched = await watching(service, command);
  await watched.waits(1);
  const each = service.received.length;
  for (let save = 0; save < 10; save += 1) watched.save();
  await watched.settle();
  await expect.poll(() => service.received.length, { timeout: 60_000 }).toBeGreaterThan(each);
  watched.save('a.ts changed');
  watched.save('b.ts changed');
  await watched.settle();
  await watched.waits(3);
  expect(service.received).toHaveLength(3 * each);
  expect(watched.io.errors()).toContain('service.ts changed: running again.');
  expect(watched.io.errors()).toContain('b.ts changed: running again.');
  watched.end();
  expect(await watched.finished).toBe(0);
});

test('tells what changed before the report', async () => {
  const { service, command } = await seededService();
  const watched = await watching(service, command);
  await watched.waits(1);
  expect(watched.io.printed()).not.toContain('Same as run');
  watched.save();
  await watched.settle();
  await watched.waits(2);
  const second = watched.io.printed().split(/CONFORMS \(exit 0\)/)[1] ?? '';
  expect(second.trim()).toMatch(/^[^\n]*\n*Same as run/);
  watched.end();
  await watched.finished;
});

test('what changed is said against the last complete run; one that a change spoiled is not printed', async () => {
  const { service } = await seededService();
  const folder = temporaryFolder();
  const [first, last] = ruleIdsOf(service);
  writeFileSync(join(folder, 'rules'), `${first}\n\n\n${last}\n`);
  // The third run waits until the test has changed something.
  const command = `cd '${folder}' && head -n 1 rules && sed -i 1d rules && if [ $(wc -l < rules) = 1 ]; then touch third; while [ ! -e changed ]; do sleep 0.02; done; fi`;
  const watched = await watching(service, command);
  await watched.waits(1);
  watched.save();
  await watched.settle();
  await watched.waits(2);
  watched.save();
  await watched.settle();
  await expect.poll(() => existsSync(join(folder, 'third')), { timeout: 60_000 }).toBe(true);
  watched.save('the service changed');
  writeFileSync(join(folder, 'changed'), '');
  await watched.settle();
  await watched.waits(4);
  const printed = watched.io.printed();
  expect(printed.match(/INCOMPLETE \(exit 3\)/g)).toHaveLength(1);
  const [before = ''] = [...printed.matchAll(/^run +(\w{12}),/gm)].map(([, id]) => id);
  expect(printed).toMatch(new RegExp(`^Worse than run ${before} `, 'm'));
  expect(printed).toMatch(new RegExp(`^Same as run ${before} .*: nothing changed`, 'm'));
  watched.end();
  expect(await watched.finished).toBe(0);
});

test('a rule command that fails is told, and the next save runs again', async () => {
  const { service } = await seededService();
  const watched = await watching(service, 'exit 7');
  await watched.waits(1);
  watched.save();
  await watched.settle();
  await watched.waits(2);
  expect(watched.io.printed() + watched.io.errors()).toMatch(/exit(?:ed)?[^\n]*7/i);
  watched.end();
  expect(await watched.finished).toBe(0);
});

const warn = () => undefined;

test('files and Enter are noticed; what runs write and what is installed is not', async () => {
  const cwd = temporaryFolder();
  const keys = new PassThrough();
  for (const name of ['src', 'src/node_modules', 'src/out']) mkdirSync(join(cwd, name));
  const seen: string[] = [];
  await withTriggers(
    { paths: ['src'], ownFolders: [join(cwd, 'src/out')], cwd, keys, warn },
    async ({ listen }) => {
      listen((what) => void seen.push(what));
      for (const name of ['src/node_modules/a', 'src/out/report.json', 'src/service.ts'])
        writeFileSync(join(cwd, name), 'edited');
      await expect.poll(() => seen, { timeout: 60_000 }).toContain('src/service.ts changed');
      keys.write('\n');
      await expect.poll(() => seen, { timeout: 60_000 }).toContain('Enter');
    },
  );
  expect(new Set(seen)).toEqual(new Set(['src/service.ts changed', 'Enter']));
});

test('refuses a host that nobody allowed writes to, and a plan', async () => {
  const env = { CONFORMANCE_ACCESS_TOKEN: 'token-of-somebody', CONFORMANCE_ENTITY_ID: 'e' };
  const remote = ['--base-url', 'https://staging.example.com', '--operation', 'put'];
  const { code, stderr } = await conformance(['run', '--watch', '.', ...remote], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('a run writes to staging.example.com only if this setting contains it');
  expect((await conformance(['run', '--reference', '--watch', '--plan'])).code).toBe(2);
});

test('refuses a path that does not exist', async () => {
  const around = {
    paths: ['nothing'],
    ownFolders: [],
    cwd: temporaryFolder(),
    keys: new PassThrough(),
    warn,
  };
  await expect(withTriggers(around, async () => 0)).rejects.toThrow(/--watch nothing does not exist/);
});
