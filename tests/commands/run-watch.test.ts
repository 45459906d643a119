import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/service.ts';
import { startHere, temporaryFolder } from '../support/cli.ts';
import { ruleIdsOf } from '../support/reference-run.ts';
import { environmentOf } from '../support/run-target.ts';

/** `run --watch`: a run at each change and at Enter, one at a time, each compared with the one before. */

/** A watch of `src` over a service whose rule command prints the next seeded rule each time, or does something else. */
async function watching(command?: string) {
  let responses = 0;
  const onAnswer = () => {
    responses += 1;
  };
  const service = await startReference({ seedRules: 20, onAnswer });
  onTestFinished(() => service.close());
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'src/node_modules'), { recursive: true });
  writeFileSync(join(cwd, 'rules'), `${ruleIdsOf(service).join('\n')}\n`);
  const env = {
    ...environmentOf(service.settings),
    CONFORMANCE_BASE_URL: service.baseUrl,
    CONFORMANCE_ACCESS_TOKEN: service.token,
    CONFORMANCE_ENTITY_ID: service.entityId,
    CONFORMANCE_AUTOMATION_RULE_ID: '',
    CONFORMANCE_RULE_COMMAND: command ?? `cd '${cwd}' && head -n 1 rules && sed -i 1d rules`,
  };
  const started = await startHere(['run', '--watch', 'src', '--out', 'src/out'], { cwd, env });
  const waits = (runs: number) => started.printed('stderr', new RegExp(`(?:Watching; [\\s\\S]*){${runs}}`));
  const end = async () => {
    started.signal('SIGINT');
    return started.ended;
  };
  const edit = (name: string) => writeFileSync(join(cwd, 'src', name), 'edited');
  await waits(1);
  return { ...started, cwd, service, waits, end, edit, responses: () => responses };
}

test('ten times Enter are one run, what comes during a run is one more, and the end is clean', async () => {
  const watched = await watching();
  const each = watched.responses();
  for (let pressed = 0; pressed < 10; pressed += 1) watched.type('\n');
  await expect.poll(watched.responses).toBeGreaterThan(each);
  watched.type('\n');
  watched.type('\n');
  await watched.waits(3);
  expect(watched.responses()).toBe(3 * each);
  const { code, stdout, stderr } = await watched.end();
  expect(code).toBe(0);
  expect(stderr.match(/^Enter: running again\.$/gm)).toHaveLength(2);
  const [first = '', second = ''] = stdout.split(/CONFORMS \(exit 0\)/);
  expect(first).not.toContain('Same as run');
  expect(second.trim()).toMatch(/^[^\n]*\n*Same as run/);
});

test('a change is noticed; what runs write and what is installed is not', async () => {
  const watched = await watching();
  watched.edit('node_modules/a');
  watched.edit('out/report.md');
  watched.edit('service.ts');
  await watched.waits(2);
  const { code, stderr } = await watched.end();
  expect(code).toBe(0);
  expect(stderr.match(/^.*: running again\.$/gm)).toEqual(['src/service.ts changed: running again.']);
});

test('a rule command that fails is told, and Enter runs again', async () => {
  const watched = await watching('exit 7');
  watched.type('\n');
  await watched.waits(2);
  const { code, stdout } = await watched.end();
  expect(code).toBe(0);
  expect(stdout.match(/CONFORMANCE_RULE_COMMAND ended with exit\s+code 7/g)?.length).toBeGreaterThanOrEqual(
    2,
  );
});

test('what changed is said against the last complete run; one that a change spoiled is not printed', async () => {
  const watched = await watching(
    // The second prints no rule; the third waits until something has changed, and prints none.
    'cd "$TEST_FOLDER"; echo >> ran; case $(wc -l < ran) in 1) head -n 1 rules;; 2) ;; 3) while [ ! -e changed ]; do sleep 0.02; done;; *) tail -n 1 rules;; esac',
  );
  watched.type('\n');
  await watched.waits(2);
  watched.type('\n');
  await expect.poll(() => readFileSync(join(watched.cwd, 'ran'), 'utf8')).toBe('\n\n\n');
  watched.type('\n');
  writeFileSync(join(watched.cwd, 'changed'), '');
  await watched.waits(4);
  const { code, stdout } = await watched.end();
  expect(code).toBe(0);
  expect(stdout.match(/INCOMPLETE \(exit 3\)/g)).toHaveLength(1);
  const [before = ''] = [...stdout.matchAll(/^run +(\w{12}),/gm)].map(([, id]) => id);
  expect(stdout).toMatch(new RegExp(`^Worse than run ${before} `, 'm'));
  expect(stdout).toMatch(new RegExp(`^Same as run ${before} .*: nothing changed`, 'm'));
});
