import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds } from '../support/properties.ts';
import { type Answer, brokenTo, type RawService, startRaw } from '../support/raw-service.ts';
import { runAgainst, targetSettings } from '../support/run-target.ts';
import { type Operation, type ResponseHead, reporters } from '../support/subject.ts';
import { anyCoding, anyHead, bytesBody, changedAnswer, encoded, jsonBody, plainHead } from './generators.ts';
import { problemsOf } from './outputs.ts';

/** Whatever a service answers, a run ends, and every output is well-formed and does nothing. */

interface Reply {
  readonly head: ResponseHead;
  readonly body: Buffer;
  /** How the connection ends. */
  readonly ends?: Answer['ends'];
}

let answers: Readonly<Record<string, Answer>> = {};
let isToAll = false;
let service: RawService;
beforeAll(async () => {
  const conforming = brokenTo('nobody', {});
  service = await startRaw((request) => {
    const own = answers[request.slice(0, request.indexOf(' '))];
    return own !== undefined && (isToAll || request.includes('Bearer good')) ? own : conforming(request);
  });
});
afterAll(() => service.close());

/** As bytes of HTTP, which nobody checks on the way. */
function bytesOf({ head: { status, reason, headers }, body, ends }: Reply): Answer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines}content-length: ${body.length}\r\n\r\n`;
  const sends = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  return ends === undefined ? { sends } : { sends: sends.subarray(0, -1), ends };
}

interface Case {
  readonly put: Reply;
  readonly delete: Reply;
  /** Whether requests without credentials get the same; they are refused otherwise. */
  readonly everyone: boolean;
  readonly colour: boolean;
}

async function problemsAfter({ put, delete: remove, everyone, colour }: Case): Promise<readonly string[]> {
  answers = { PUT: bytesOf(put), DELETE: bytesOf(remove) };
  isToAll = everyone;
  const { report } = await runAgainst(targetSettings(service.baseUrl, { timeoutMs: 30_000 }));
  const texts = reporters.map(async ({ name, file, load }) => {
    const text = (await load())(report, { colour, columns: 80 });
    return problemsOf(file ?? name, text);
  });
  const { exitCode } = report.summary;
  return [...(await Promise.all(texts)).flat(), ...([1, 3].includes(exitCode) ? [] : [`exit ${exitCode}`])];
}

function runsEnd(replyTo: (operation: Operation) => fc.Arbitrary<Reply>): Promise<void> {
  const property = fc.asyncProperty(
    fc.record({
      put: replyTo('put'),
      delete: replyTo('delete'),
      everyone: fc.boolean(),
      colour: fc.boolean(),
    }),
    async (given) => {
      expect(await problemsAfter(given)).toEqual([]);
    },
  );
  return holds(property, 1 / 2);
}

test('any JSON value', () =>
  runsEnd(() => jsonBody.map((text) => ({ head: plainHead, body: Buffer.from(text) }))));

test('any bytes, under any coding', () =>
  runsEnd(() => fc.tuple(bytesBody, anyCoding).map(([bytes, coding]) => encoded(plainHead, bytes, coding))));

test('any status, reason phrase and headers, whole or not', () => {
  const body = fc.oneof(
    fc.constantFrom('{"status":"success","requestId":"x","data":{"name":1}}', ''),
    jsonBody,
  );
  const ends = fc.option(fc.constantFrom('close', 'reset'), { freq: 3, nil: undefined });
  return runsEnd(() =>
    fc.tuple(anyHead, body, ends).map(([head, text, end]) => ({
      ...{ head, body: Buffer.from(text) },
      ...(end === undefined ? {} : { ends: end as 'close' | 'reset' }),
    })),
  );
});

// Nearly right, it reaches further into the judge than noise does.
test('a conforming response, changed in a few places', () =>
  runsEnd((operation) => changedAnswer(operation).map((body) => ({ head: plainHead, body }))));
