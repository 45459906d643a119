import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { idsAndRecords, notRfc3339, rfc3339, valuesSeen } from '../cases/open-questions.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { exchangesOf, only, record, run as runOf } from '../support/runs.ts';
import { sendPrepared, startService } from '../support/service.ts';
import { asLine } from '../support/traffic.ts';
import { aimedAt, reportIn, row, run } from './targets.ts';

/** What a run and `check` say of open questions, and of timestamps. */

function answerOf({ answers = [] }: ReturnType<typeof reportIn>, id: string) {
  return answers.find((one) => one.id === id);
}

describe('the answer of a run', () => {
  test.each(idsAndRecords)('PUTs that return the ids %j: %s', async (ids, answer, seen) => {
    let at = 0;
    await using service = await startService((call, prepared, response) => {
      if (call.operation !== 'put' || call.credentials !== 'authorised')
        return sendPrepared(prepared, response);
      const body = JSON.parse(prepared.body);
      body.data.derivativeFactTransformerId = ids[at];
      at += 1;
      sendPrepared({ ...prepared, body: JSON.stringify(body) }, response);
    });
    const repeat = ['--operation', 'put', '--repeat', String(ids.length), '--reporter', 'json'];
    const { report } = await run(repeat, { env: aimedAt(service) });
    const found = answerOf(report(), 'question.put.create-or-replace');
    expect([at, found?.answer ?? null, found?.seen ?? 0]).toEqual([ids.length, answer, seen]);
    const said = report().observations.some(({ id }) => id === 'question.put.create-or-replace');
    expect(said).toBe(ids.filter((id) => typeof id === 'string' && id !== '').length > 1);
  });
});

async function checked(change: Readonly<Record<string, unknown>>) {
  const cwd = temporaryFolder();
  const lines = exchangesOf(runOf(only('put'), record('put', change))).map(asLine);
  writeFileSync(join(cwd, 'traffic.ndjson'), lines.join('\n'));
  await conformance(['check', 'traffic.ndjson', '--operation', 'put', '--reporter', 'json'], { cwd });
  return reportIn(join(cwd, 'traffic-report'));
}

describe.concurrent('values other than those of the examples', () => {
  test.each(valuesSeen)('%j: %j', async (change, answer) => {
    const report = await checked(change);
    expect(answerOf(report, 'question.put.values')?.answer).toEqual(answer);
    const { answer: words = '' } = report.observations.find(({ id }) => id === 'question.put.values') ?? {};
    expect(words === 'none').toBe(answer.length === 0);
    for (const shown of ['DOING', 'CURRENCY_TYPE', 'BUSINESS_CURRENCY', 'EQ', 'FUTURE_UNREALIZED'])
      expect(words).not.toContain(`"${shown}"`);
  });
});

describe.concurrent('timestamp text', () => {
  const verdict = async (text: string) =>
    row(await checked({ createdAt: text }), 'put.data.createdAt:format').verdict;
  test.each(rfc3339)('%s conforms', async (text) => expect(await verdict(text)).toBe('conforms'));
  test.each(notRfc3339)('%s deviates', async (text) => expect(await verdict(text)).toBe('deviates'));
});
