import { describe, expect, test } from 'vitest';
import { reporters } from '../../../reporters/index.ts';
import type { Report } from '../../../src/model/report.ts';
import {
  automationRuleId,
  entityId,
  operationNames,
  requestCount,
  usualValues,
} from '../../support/conforming.ts';
import { contract, methodsInWords, ofEach } from '../../support/engine.ts';
import { runScript } from '../../support/run-target.ts';
import { type Script, sendPrepared } from '../../support/service.ts';

/** Whole runs against services that say no, or ought to, in ways of their own. */

const json = { 'content-type': 'application/json' };

function refusing(answer: Script): Script {
  return (call, prepared, response, socket) =>
    call.credentials === 'authorised'
      ? sendPrepared(prepared, response)
      : answer(call, prepared, response, socket);
}

function saying(body: unknown, status = 200): Script {
  return (_, __, response) => sendPrepared({ status, headers: json, body: JSON.stringify(body) }, response);
}

describe('a service that refuses', () => {
  const empty: Script = (_, __, response) =>
    void response.writeHead(401, { ...json, 'content-encoding': 'gzip' }).end('{}');

  test('in a coding that it is not in: is judged in full and conforms', async () => {
    const { report, calls } = await runScript(refusing(empty));
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    expect(calls).toHaveLength(requestCount);
    const effects = contract.operations.filter(({ effect }) => effect !== null);
    expect(report.effects.filter(({ state }) => state === 'confirmed')).toHaveLength(effects.length);
  });

  test('the token too: is incomplete, and deviates in nothing', async () => {
    const { report, deviating } = await runScript(empty);
    expect(deviating).toEqual([]);
    expect(report.summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(report.unanswered).toHaveLength(operationNames.length);
  });

  test('says what the service said in the first line', async () => {
    const { report } = await runScript(saying({ code: 500, msg: 'please log in' }));
    expect(report.summary.reasons[0]).toBe(
      `${ofEach('-authorised')}: the service returned 200 with code 500, msg "please log in"`,
    );
  });
});

test('another message in every response does not drown the outcome', async () => {
  let count = 0;
  const { report } = await runScript(
    (call, prepared, response, socket) => {
      count += 1;
      saying({ code: 429, msg: `try again after ${count}` })(call, prepared, response, socket);
    },
    { operations: ['put'], unauthorized: false, repeat: 30 },
  );
  expect(report.unanswered).toHaveLength(30);
  expect(report.summary.reasons).toHaveLength(12);
  expect(report.summary.reasons[10]).toBe('and 20 more reasons why a request did not succeed');
});

test('an empty object to the unauthorised is unclear, and no more', async () => {
  const { report, deviating, calls } = await runScript(refusing(saying({})));
  expect(deviating).toEqual([]);
  expect(calls).toHaveLength(requestCount);
  expect(report.summary.reasons).toEqual([
    expect.stringContaining(
      `${methodsInWords}: it is not known whether the operation is protected: without a valid token, the service returned 200 with `,
    ),
    `${operationNames.length} requirements of the document in scope were not checked: ${ofEach(':authorization')}`,
  ]);
});

test.each([
  ['deep', '['.repeat(300)],
  ['large', `[${'0,'.repeat(20_000)}0]`],
])('a response that is too %s says so in the first line', async (excess, body) => {
  const { report } = await runScript((call, prepared, response) =>
    sendPrepared(call.credentials === 'authorised' ? { ...prepared, body } : prepared, response),
  );
  expect(report.summary.outcome).toBe('incomplete');
  expect(report.summary.reasons[0]).toMatch(
    new RegExp(`^${ofEach('-authorised')}: the response is too ${excess} to judge: it `),
  );
});

test('one page for everybody is probably not the service, and breaks nothing', async () => {
  const { report, deviating } = await runScript(
    (_, __, response) => void response.end('<html>Sign in</html>'),
  );
  expect(deviating).toEqual([]);
  expect(report.summary.outcome).toBe('incomplete');
  expect(report.summary.reasons[0]).toContain('the base URL is probably not that of the service');
});

describe('a service that serves whoever asks', () => {
  /** Serves some callers besides those with the token. */
  const serving =
    (...credentials: readonly string[]): Script =>
    (call, prepared, response) => {
      if (!credentials.includes(call.credentials)) return sendPrepared(prepared, response);
      const requestId = `${call.operation} ${call.credentials}`;
      const body = JSON.stringify({ status: 'success', requestId, data: {} });
      sendPrepared({ status: 200, headers: json, body }, response);
    };

  async function formats(report: Report): Promise<Readonly<Record<string, string>>> {
    const texts = reporters.map(async ({ name, load }) => [
      name,
      (await load())(report, { colour: false, columns: 200 }),
    ]);
    return Object.fromEntries(await Promise.all(texts));
  }

  test.each([
    ['made-up', 'a made-up token is accepted'],
    ['none', 'requests without credentials are served'],
  ])('%s: the outcome says it in words, and so does every format', async (credentials, words) => {
    const { report } = await runScript(serving(credentials));
    expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1 });
    expect(report.summary.reasons[0]).toContain(words);
    for (const [name, text] of Object.entries(await formats(report)))
      expect(text.replaceAll(/\s+/g, ' '), name).toContain(words);
  });

  test.each([201, 204, 205])('%i to everybody: whoever runs the service has to act', async (status) => {
    const rules = [automationRuleId, entityId];
    const { report, deviating } = await runScript(
      (_, __, response) => void response.writeHead(status).end(),
      { values: { ...usualValues, automationRuleId: rules } },
    );
    expect(deviating.join(', ')).toBe(ofEach(':authorization'));
    expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1, actor: 'service' });
    expect(report.conclusion.verdict).toContain(`it serves ${methodsInWords} requests without credentials`);
    const deleted = report.effects.filter(({ operation }) => operation === 'delete');
    expect(deleted.map(({ id, state }) => [id, state])).toEqual([
      [automationRuleId, 'confirmed'],
      [entityId, 'unknown'],
    ]);
  });

  test('a made-up token that is neither served nor refused is an observation, and the run complete', async () => {
    const { report } = await runScript((call, prepared, response) =>
      call.credentials === 'made-up'
        ? saying({ error: 'x' }, 500)(call, prepared, response, response.socket as never)
        : sendPrepared(prepared, response),
    );
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    expect(report.summary.reasons[0]).toBe(
      `every requirement of the document in scope but ${ofEach(':made-up-token')} was checked and none deviates`,
    );
    expect(report.observations.find(({ id }) => id === 'question.authorization.made-up-token')).toMatchObject(
      {
        prominent: true,
        answer: expect.stringMatching(/^put-made-up-token: the service returned 500 with error "x"; delete-/),
      },
    );
  });
});
