import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declared, fileOf, found } from '../support/answers.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { contract } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';
import { aimedAt, run } from './targets.ts';

/** A service that changes an answer to an open question between two runs, and a team that declared the first one. */

const name = 'conformance.answers.json';
const id = 'question.put.success-status';
const declaring = () =>
  folderWith({ [name]: JSON.stringify(fileOf({ [id]: found(['200'], 1) }, { [id]: declared(['200']) })) });

/** A PUT of it succeeds with this status. */
const withStatus =
  (status: number): Script =>
  (call, prepared, response) => {
    const isServed = call.operation === 'put' && prepared.status === 200;
    sendPrepared(isServed ? { ...prepared, status } : prepared, response);
  };

async function judged(status: number, cwd: string, ...args: readonly string[]) {
  await using service = await startService(withStatus(status));
  const formats = ['--reporter', 'terminal,json,junit,markdown,html,sarif,code-quality'];
  return await run([...args, ...formats], { cwd, env: { ...aimedAt(service), GITHUB_ACTIONS: 'true' } });
}

const sentence = `${id} is declared as 200, but seen: 201`;

describe('a service that changes an answer', () => {
  test('conforms, and every format says it', async () => {
    const cwd = declaring();
    const { code, stdout, stderr, report, out } = await judged(201, cwd);
    expect([code, report().summary.outcome]).toEqual([0, 'conforms']);
    const finding = {
      id,
      declared: ['200'],
      seen: ['201'],
      requests: ['put-authorised'],
      kind: 'contradicted',
    };
    expect(report().answerFindings).toContainEqual(finding);
    const verify = ['render', join(out, 'exchanges.ndjson'), '--verify', join(out, 'report.json')];
    expect((await conformance(verify, { cwd })).code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`» ${sentence}`);
    expect(stderr).toContain(`\n::notice title=answers to open questions::${sentence}`.trimStart());
    const text = (file: string) => readFileSync(join(out, file), 'utf8');
    const says = (file: string) =>
      [text(file), text(file).replaceAll(/<[^>]*>|\\/g, '')]
        .join()
        .includes('declared as 200, but seen: 201');
    const saying = ['gl-code-quality.json', 'junit.xml', 'report.html', 'report.md', 'report.sarif'];
    expect(readdirSync(out).filter(says).sort()).toEqual(saying);
  });

  test('fails with --gate-answers, and again when it is rendered; nothing while it says the same', async () => {
    const cwd = declaring();
    const { code, report } = await judged(201, cwd, '--gate-answers');
    const { summary, conclusion, answerFindings } = report();
    expect([code, summary.outcome, summary.actor]).toEqual([1, 'deviates', 'service']);
    expect([summary.reasons, conclusion.acts.length]).toEqual([[sentence], 1]);
    const again = await conformance(
      ['render', 'conformance-report/exchanges.ndjson', '--json', '--out', 'o'],
      { cwd },
    );
    expect(JSON.parse(again.stdout)).toMatchObject({ summary: { exitCode: 1 }, answerFindings });
    const same = await judged(200, declaring(), '--gate-answers');
    expect(same.code).toBe(0);
    expect(same.report().answerFindings?.filter(({ kind }) => kind !== 'seen-not-declared')).toEqual([]);
  });

  test('is noticed in recorded traffic, too', async () => {
    const cwd = declaring();
    const lines = conformingExchanges().map(asLine).join('\n').replaceAll('"status":200', '"status":201');
    writeFileSync(join(cwd, 'traffic.ndjson'), lines);
    const check = (...args: readonly string[]) =>
      conformance(['check', 'traffic.ndjson', '--json', ...args], { cwd });
    const lenient = await check();
    expect(JSON.parse(lenient.stdout).answerFindings).toContainEqual(
      expect.objectContaining({ id, kind: 'contradicted' }),
    );
    const codes = [
      lenient,
      await check('--gate-answers'),
      await check('--gate-answers', '--answers', 'none.json'),
    ];
    expect(codes.map(({ code }) => code)).toEqual([0, 1, 2]);
  });
});

test('explore --list has every question, with what was found and what is declared', async () => {
  const { stdout, code } = await conformance(['explore', '--list'], { cwd: declaring() });
  expect(code).toBe(0);
  for (const question of contract.questions) expect(stdout).toContain(`${question.id}  (section`);
  expect(stdout).toContain('  answer    200 (seen 1 ×, since 2026-01-01)\n  declared  200\n');
});

test('explore --accept refuses what is no question, and names the nearest one', async () => {
  const unknown = await conformance(['explore', '--accept', 'question.put.sucess-status'], {
    cwd: declaring(),
  });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining(`the nearest one is ${id}`) });
});
