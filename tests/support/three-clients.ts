import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  recordingOf,
  sentTransformer,
  utf8Response,
} from './conforming.ts';
import { buildReport, type Report, type Sides } from './subject.ts';
import { asLine, readOf } from './traffic.ts';

/**
 * Traffic of three clients over some days, a line each exchange: two clients are sound, one sends text where the document
 * has an integer. The service changes the form of a timestamp from one moment on, and fails now and then.
 */

const agents = {
  sound: 'okhttp/4.12.0',
  textual: 'python-requests/2.32.3',
  browser:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
} as const;

const baseUrl = 'https://staging.example.com/api';
const start = Date.parse('2026-11-20T08:00:00Z');
/** Seconds between two exchanges. */
const apart = 20;
/** Statuses of requests that fail, in turn; null for no response. */
const failing: readonly (number | null)[] = [503, 429, 503, 500, 401, null];
/** One of so many requests fails, but for the last ones. */
const failsEvery = 20;
const failsUntil = 0.984;

/** When the service begins to write a timestamp in another form, among so many exchanges. */
const regressionAt = (count: number) => Math.floor(count * 0.55);

const momentOf = (at: number) => new Date(start + at * apart * 1000).toISOString();

const [put, remove] = ['put', 'delete'].map((name) =>
  conformingExchanges().find(
    ({ operation, credentials }) => operation === name && credentials === 'authorised',
  ),
);

const requestId = (at: number) => `3f2b8c1e-9d4a-4e6b-8f70-${at.toString(16).padStart(12, '0')}`;

function agentOf(at: number): string {
  const turn = at % 10;
  if (turn < 5) return agents.sound;
  return turn < 8 ? agents.textual : agents.browser;
}

/** @param givesBack whether the service returns the text that it got, in place of the number that it means */
function putLine(at: number, isTextual: boolean, givesBack: boolean) {
  const body = isTextual
    ? { ...sentTransformer, action: { ...sentTransformer.action, amount: '16' } }
    : sentTransformer;
  const action = { ...putAnswer.data.action, ...(isTextual && givesBack ? { amount: '16' } : {}) };
  return {
    sent: JSON.stringify(body),
    answer: JSON.stringify({ ...putAnswer, requestId: requestId(at), data: { ...putAnswer.data, action } }),
  };
}

function deleteLine(at: number, isLater: boolean) {
  const createdAt = isLater ? '2025-01-05T10:20:30Z' : deleteAnswer.data.createdAt;
  return JSON.stringify({
    ...deleteAnswer,
    requestId: requestId(at),
    data: { ...deleteAnswer.data, createdAt },
  });
}

interface Line {
  readonly request: { readonly headers: (readonly [string, string])[] };
}

function failure(at: number): object | null {
  const status = failing[Math.floor(at / failsEvery) % failing.length] ?? null;
  if (status === null) return null;
  return { status, headers: [['Content-Type', 'application/json']], body: `{"error":"status ${status}"}` };
}

/** @param count of exchanges; of 10,000, 492 fail */
export function threeClients(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const isPut = at % 3 !== 2;
    const [agent, exchange] = [agentOf(at), isPut ? put : remove];
    if (exchange === undefined) throw new Error('there is no conforming exchange');
    const isFailed = at % failsEvery === failsEvery - 1 && at < count * failsUntil;
    const isTextual = isPut && agent === agents.textual;
    const { sent, answer } = isPut
      ? putLine(at, isTextual, at % 7 === 0)
      : { sent: undefined, answer: deleteLine(at, at >= regressionAt(count)) };
    const made: Line = JSON.parse(
      asLine({
        ...exchange,
        request: {
          ...exchange.request,
          url: `${baseUrl}${new URL(exchange.request.url).pathname}`,
          ...(sent === undefined ? {} : { body: sent }),
        },
        response: utf8Response(answer),
        timings: { ...exchange.timings, startedAt: momentOf(at) },
      }),
    );
    made.request.headers.push(['User-Agent', agent]);
    return JSON.stringify(isFailed ? { ...made, response: failure(at) } : made);
  });
}

/** The report of `check` on such lines. */
export async function reportOfLines(lines: readonly string[], side: Sides = 'both'): Promise<Report> {
  const { info, judgement, requirements, exchanges } = await readOf(lines.join('\n'), { side });
  const { header, ...recording } = recordingOf(exchanges, { target: { baseUrl, reference: false } });
  return buildReport(
    {
      ...recording,
      header: { ...header, scope: { ...header.scope, required: [] } },
      traffic: { info, requirements },
    },
    judgement,
  );
}
