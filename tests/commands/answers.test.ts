import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answersText, noAnswers } from '../../src/answers/file.ts';
import { mergeAnswers } from '../../src/answers/merge.ts';
import { digestOf } from '../../src/contract/digest.ts';
import { answersName } from '../../src/model/answer.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { readAnswers, type SeenAnswer } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';
import { aimedAt, run } from './targets.ts';

/** A service that changes an answer to an open question between two runs, and a team that declared the first one. */

const id = 'question.put.success-status';

/** A PUT of it succeeds with this status. */
const withStatus =
  (status: number): Script =>
  (call, prepared, response) => {
    const isServed = call.operation === 'put' && prepared.status === 200;
    sendPrepared(isServed ? { ...prepared, status } : prepared, response);
  };

async function judged(status: number, cwd: string, ...args: readonly string[]) {
  await using service = await startService(withStatus(status));
  return await run(args, { cwd, env: { ...aimedAt(service), GITHUB_ACTIONS: 'true' } });
}

/** The file of answers as `explore` leaves it, with what a run saw. */
function written(cwd: string, seen: readonly SeenAnswer[]): void {
  const time = { day: '2026-01-01', contract: 'a'.repeat(64) };
  const found = mergeAnswers(noAnswers(contract).found, seen, contract.questions, time);
  writeFileSync(join(cwd, answersName), answersText({ formatVersion: 1, found, declared: {} }));
}

/** A folder in which what a first run saw is declared. */
async function declaring(): Promise<string> {
  const cwd = temporaryFolder();
  const { code, report } = await judged(200, cwd);
  expect(code).toBe(0);
  written(cwd, report().answers ?? []);
  const accepted = await conformance(['explore', '--accept', id], { cwd });
  expect(accepted.stdout).toBe(`${answersName}: 1 answer declared.\n`);
  return cwd;
}

function declaredIn(cwd: string): unknown {
  return JSON.parse(readFileSync(join(cwd, answersName), 'utf8')).declared;
}

const formats = ['--reporter', 'terminal,json,junit,markdown,html,sarif,code-quality'];
const sentence = `${id} is declared as 200, but seen: 201`;

describe('a service that changes an answer', () => {
  test('conforms, and every format says it', async () => {
    const cwd = await declaring();
    const { code, stdout, stderr, report, out } = await judged(201, cwd, ...formats);
    expect(code).toBe(0);
    expect(report().answerFindings).toContainEqual({
      id,
      declared: ['200'],
      seen: ['201'],
      requests: ['put-authorised'],
      kind: 'contradicted',
    });
    expect(report().summary.outcome).toBe('conforms');
    expect(report().evidence?.answers).toBe(digestOf(declaredIn(cwd)));
    const verify = ['render', join(out, 'exchanges.ndjson'), '--verify', join(out, 'report.json')];
    expect((await conformance(verify, { cwd })).code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`» ${sentence}`);
    expect(stderr).toMatch(new RegExp(`^::notice title=answers to open questions::${sentence}`, 'm'));
    const texts = readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')] as const);
    const says = (text: string) => text.includes('declared as 200, but seen: 201');
    const saying = texts.filter(([, text]) => says(text) || says(text.replaceAll(/<[^>]*>|\\/g, '')));
    expect(saying.map(([name]) => name).sort()).toEqual(
      ['gl-code-quality.json', 'junit.xml', 'report.html', 'report.md', 'report.sarif'].sort(),
    );
  });

  test('fails with --gate-answers, and again when it is rendered', async () => {
    const cwd = await declaring();
    const { code, report } = await judged(201, cwd, '--gate-answers', ...formats);
    expect(code).toBe(1);
    const { summary, conclusion, run: made } = report();
    expect(made.options.gateAnswers).toBe(true);
    expect(summary).toMatchObject({ outcome: 'deviates', actor: 'service' });
    expect(summary.reasons).toEqual([sentence]);
    expect(conclusion.verdict).toBe('The service contradicts one declared answer');
    expect(conclusion.why).toEqual([sentence]);
    const again = await conformance(
      ['render', 'conformance-report/exchanges.ndjson', '--json', '--out', 'o'],
      { cwd },
    );
    expect(JSON.parse(again.stdout)).toMatchObject({
      summary: { outcome: 'deviates', exitCode: 1 },
      answerFindings: report().answerFindings,
    });
  });

  test('fails nothing while it says the same', async () => {
    const { code, report } = await judged(200, await declaring(), '--gate-answers');
    expect(code).toBe(0);
    expect(report().answerFindings?.filter(({ kind }) => kind !== 'seen-not-declared')).toEqual([]);
  });

  test('is noticed in recorded traffic, too', async () => {
    const cwd = await declaring();
    const lines = conformingExchanges().map(asLine).join('\n').replaceAll('"status":200', '"status":201');
    writeFileSync(join(cwd, 'traffic.ndjson'), lines);
    const args = ['check', 'traffic.ndjson', '--reporter', 'json', '--json'];
    const lenient = await conformance(args, { cwd });
    expect(JSON.parse(lenient.stdout).answerFindings).toContainEqual(
      expect.objectContaining({ id, kind: 'contradicted' }),
    );
    expect(lenient.code).toBe(0);
    expect((await conformance([...args, '--gate-answers'], { cwd })).code).toBe(1);
    expect((await conformance([...args, '--gate-answers', '--answers', 'none.json'], { cwd })).code).toBe(2);
  });
});

describe('explore --list and --accept', () => {
  test('lists every question, with what was found and what is declared', async () => {
    const { stdout, code } = await conformance(['explore', '--list'], { cwd: await declaring() });
    expect(code).toBe(0);
    for (const question of contract.questions) expect(stdout).toContain(`${question.id}  (section`);
    expect(stdout).toContain('  answer    200 (seen 1 ×, since 2026-01-01)\n  declared  200\n');
    expect(stdout).toContain(
      '  answer    never asked, because the service might delete something that it should keep',
    );
  });

  test('accepts what was seen at least twice, or what is named', async () => {
    const cwd = await declaring();
    const headers = 'question.response.headers';
    expect((await conformance(['explore', '--accept'], { cwd })).stdout).toMatch(
      /answers declared; \d+ were seen only once/,
    );
    const read = readAnswers(readFileSync(join(cwd, answersName), 'utf8'), contract);
    expect(read).toHaveProperty(['value', 'declared', headers, 'basis'], 'declared');
    const named = await conformance(['explore', '--accept', 'question.delete.success-status'], { cwd });
    expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining('1 answer declared.') });
    const refused = await conformance(['explore', '--accept', 'question.put.transitions'], { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('(never asked)') });
    const unknown = await conformance(['explore', '--accept', 'question.put.sucess-status'], { cwd });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining(`the nearest one is ${id}`) });
  });
});
