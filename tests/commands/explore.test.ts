import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answersName } from '../../src/model/answer.ts';
import { decided } from '../cases/explored.ts';
import { conformance, folderWith, temporaryFolder } from '../support/cli.ts';
import { type SmallService, startSmallService, type Traits } from '../support/explored-service.ts';
import { goodToken } from '../support/service.ts';
import { aimedAt, reportFolder } from './targets.ts';

/** `conformance explore`: the plan, what is sent, what it prints and leaves, and its exit codes. */

const all = ['--allow', 'refusal,write,delete', '--max-requests', '200'];

async function withService<T>(
  traits: Traits,
  task: (service: SmallService, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  await using service = await startSmallService(traits);
  return await task(service, { ...aimedAt(service), CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1,rule-2' });
}

const { strict, legacy } = decided;

const explore = (args: readonly string[], env: Record<string, string> = {}, cwd = temporaryFolder()) =>
  conformance(['explore', ...args], { env, cwd });

/** Ids of the questions to which an answer was found. */
function foundIn(cwd: string): readonly string[] {
  const { found } = JSON.parse(readFileSync(join(cwd, answersName), 'utf8'));
  return Object.keys(found).filter((id) => found[id].answer !== null);
}

const journalIn = (cwd: string) => join(cwd, reportFolder, 'explore', 'exchanges.ndjson');

describe.concurrent('explore', () => {
  test.each([[''], ['--plan'], ['--plan --allow refusal']])(
    'with %j: sends nothing, and says what would be sent',
    async (flags) => {
      const args = flags.split(' ').filter((word) => word !== '');
      await withService({}, async (service, env) => {
        const cwd = temporaryFolder();
        const { code, stdout } = await explore(args, env, cwd);
        expect([code, service.ledger, readdirSync(cwd)]).toEqual([0, [], []]);
        expect(stdout).toMatch(/^refusal: \d+ requests at most; a sound service refuses them\.$/m);
        expect(stdout).toMatch(
          /^ +19 × question\.put\.null-fields: PUT with one field null, for each of 19$/m,
        );
        expect(/^write: /m.test(stdout)).toBe(!args.includes('refusal'));
        expect(/say what is allowed/.test(stdout)).toBe(!args.includes('--allow'));
        expect(stdout).not.toContain(goodToken);
      });
    },
  );

  test('prints the answers, and leaves a recording with each request', async () => {
    await withService(legacy.traits, async (service, env) => {
      const cwd = temporaryFolder();
      const { code, stdout } = await explore(all, env, cwd);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ {2}question\.put\.limit\.name +255 is accepted; 256 is refused$/m);
      expect(stdout).toMatch(/^Security: the response to question\.put\.malformed-json-1 shows SQL\.$/m);
      expect(stdout).toMatch(
        /^Done at the service: \d+ × transformer written, 3 × transformer may have been written and 1 × automation rule deleted\.$/m,
      );
      const text = readFileSync(journalIn(cwd), 'utf8');
      expect(text.match(/^\{"line":"exchange"/gm)).toHaveLength(service.ledger.length);
      expect(text + stdout).not.toContain(goodToken);
    });
  });

  test('a run before it shows that requests are served, so that refusals can be asked alone', async () => {
    await withService(strict.traits, async (service, env) => {
      const cwd = temporaryFolder();
      const alone = await explore(['--allow', 'refusal'], env, cwd);
      expect(alone.stdout).toMatch(
        /question\.put\.malformed-json +\(could not be asked: nothing shows that the PUT of a run is served/,
      );
      await conformance(['run', '--reporter', 'json'], { env, cwd });
      const before = service.ledger.length;
      const { code, stdout } = await explore(['--allow', 'refusal'], env, cwd);
      expect([code, existsSync(join(cwd, reportFolder, 'report.json'))]).toEqual([0, true]);
      expect(stdout).toMatch(/^ {2}question\.put\.malformed-json +refused$/m);
      const sent = service.ledger.slice(before);
      expect(sent.length).toBeGreaterThan(30);
      expect(stdout).not.toContain('Done at the service');
    });
  });

  test('the cleanup command reads what was written', async () => {
    await withService({}, async (_, env) => {
      const cwd = temporaryFolder();
      const command = 'cat > $TEST_FOLDER/left.json';
      const cleaning = { ...env, CONFORMANCE_CLEANUP_COMMAND: command };
      const planned = (await explore(['--plan'], cleaning, cwd)).stdout.replaceAll(/\s+/g, ' ');
      expect(planned).toContain('the command in CONFORMANCE_CLEANUP_COMMAND is run');
      expect((await explore(['--plan'], env, cwd)).stdout).not.toContain('Afterwards');
      await explore(['--allow', 'write', '--max-requests', '3'], cleaning, cwd);
      const { effects, runId } = JSON.parse(readFileSync(join(cwd, 'left.json'), 'utf8'));
      expect(effects).toHaveLength(3);
      expect(effects[0]).toMatchObject({ operation: 'put', state: 'confirmed', exchange: 'served.put-1' });
      expect(runId).toMatch(/^[0-9a-f]{12}$/);
    });
  });

  test('a rule command is run only where a rule may be used up', async () => {
    await withService({}, async (_service, env) => {
      const cwd = temporaryFolder();
      const { CONFORMANCE_AUTOMATION_RULE_ID: _, ...rest } = env;
      const made = { ...rest, CONFORMANCE_RULE_COMMAND: `echo made >> $TEST_FOLDER/ran; echo rule-1` };
      const first = await explore(['--allow', 'refusal,write', '--max-requests', '5'], made, cwd);
      expect([first.code, existsSync(join(cwd, 'ran'))]).toEqual([0, false]);
      const { stdout } = await explore(['--allow', 'delete'], made, cwd);
      expect(stdout).toMatch(/^ {2}question\.delete\.second-time +not-found$/m);
      expect(readFileSync(join(cwd, 'ran'), 'utf8')).toBe('made\n');
    });
  });

  test('a service that cannot be reached: nothing is answered, exit 3', async () => {
    await withService({}, async (_, env) => {
      const away = { ...env, CONFORMANCE_BASE_URL: 'http://127.0.0.1:9' };
      const { code, stdout } = await explore(all, away);
      expect(code).toBe(3);
      expect(stdout).toContain('0 answers from');
    });
  });

  test('keeps what was found, and asks again what is declared, in the requests that showed it', async () => {
    const cwd = temporaryFolder();
    const file = () => JSON.parse(readFileSync(join(cwd, answersName), 'utf8'));
    const ids = [
      'question.put.limit.name',
      'question.put.required.name',
      'question.put.without-trailing-slash',
    ];
    await withService(strict.traits, async (service, env) => {
      const first = await explore(all, env, cwd);
      expect([first.code, first.stdout]).toEqual([
        0,
        expect.stringMatching(/^Kept in conformance\.answers\.json$/m),
      ]);
      expect(file().found['question.put.limit.name']).toMatchObject({
        answer: { largestAccepted: 64, smallestRefused: 65 },
        basis: 'observed',
        seen: 1,
        requests: [1, 2].map(() => expect.stringMatching(/^question\.put\.limit\.name-\d$/)),
      });
      expect(file().found['question.put.transitions']).toEqual({ answer: null, why: 'never asked' });
      expect(file().declared).toEqual({});
      const nothing = await explore(['--again', '--allow', 'write'], env, cwd);
      expect([nothing.code, nothing.stderr]).toEqual([
        2,
        expect.stringContaining('declares none that explore can ask'),
      ]);
      expect((await conformance(['explore', '--accept', ...ids], { cwd })).code).toBe(0);
      const before = service.ledger.length;
      const again = await explore(['--again', '--allow', 'write'], env, cwd);
      expect(again.code).toBe(0);
      expect(service.ledger.length - before).toBe(5);
      expect(file().found['question.put.limit.name'].seen).toBe(2);
      expect(Object.keys(file().declared)).toEqual(ids);
    });
    await withService(legacy.traits, async (_, env) => {
      const args = ['--again', '--allow', 'write'];
      const changed = await explore(args, env, cwd);
      expect(changed.code).toBe(0);
      expect(changed.stdout).toMatch(
        /^question\.put\.limit\.name is declared as 64 is accepted; 65 is refused, but seen: 255 is accepted; 256 is refused\.$/m,
      );
      expect(changed.stdout).toMatch(
        /^question\.put\.without-trailing-slash is declared as refused, but seen: redirected\.$/m,
      );
      expect(file().found['question.put.limit.name'].why).toBe('answers differed');
      expect((await explore([...args, '--gate-answers'], env, cwd)).code).toBe(1);
    });
  });

  test.each(Object.entries(decided))(
    'a run of the same service contradicts nothing of it: %s',
    async (_, { traits }) => {
      await withService(traits, async (_service, env) => {
        const cwd = temporaryFolder();
        await explore(all, env, cwd);
        expect((await conformance(['explore', '--accept', ...foundIn(cwd)], { cwd })).code).toBe(0);
        const rules = { ...env, CONFORMANCE_AUTOMATION_RULE_ID: 'rule-3,rule-4' };
        await conformance(['run', '--gate-answers', '--reporter', 'json'], { cwd, env: rules });
        const report = JSON.parse(readFileSync(join(cwd, reportFolder, 'report.json'), 'utf8'));
        expect(report.answerFindings.filter(({ kind }: { kind: string }) => kind === 'contradicted')).toEqual(
          [],
        );
      });
    },
  );

  test('what the embedded service does is kept only in a file that is named', async () => {
    const cwd = temporaryFolder();
    const args = ['--reference', '--allow', 'refusal'];
    expect((await explore(args, {}, cwd)).stdout).not.toContain('Kept in');
    expect(readdirSync(cwd)).toEqual([reportFolder]);
    expect((await explore([...args, '--answers', 'mine.json'], {}, cwd)).stdout).toContain(
      'Kept in mine.json',
    );
    expect(readdirSync(cwd).sort()).toEqual([reportFolder, 'mine.json'].sort());
  });

  test('a file of answers that cannot be used is refused before anything is sent, and stays', async () => {
    await withService({}, async (service, env) => {
      const cwd = folderWith({
        'mine.json': '{"formatVersion":1,"found":{},"declared":{"question.none":{}}}',
      });
      const { code, stderr } = await explore([...all, '--answers', 'mine.json'], env, cwd);
      expect([code, stderr]).toEqual([2, expect.stringContaining('mine.json')]);
      expect([service.ledger, readdirSync(cwd)]).toEqual([[], ['mine.json']]);
    });
  });
});
