import { describe, expect, test } from 'vitest';
import { conformingExchanges, putAnswer, recordingOf, utf8Response } from '../../support/conforming.ts';
import {
  buildReport,
  checkedReport,
  contract,
  type Exchange,
  type Header,
  judge,
  type Recorded,
  type Report,
  reporters,
  type Sides,
  type Waiver,
} from '../../support/subject.ts';

const whole: Recorded = {
  request: { headers: 'partial', body: 'whole' },
  response: { headers: 'partial', body: 'whole' },
};

function withHeaders(exchange: Exchange): Exchange {
  const bearer: Header[] =
    exchange.credentials === 'none' ? [] : [['authorization', 'Bearer [masked: access token]']];
  const headers: Header[] = [...bearer, ['content-type', 'application/json']];
  return { ...exchange, request: { ...exchange.request, headers } };
}

/** The exchanges of a run, the PUT as somebody else's record: text/plain, and a number too much in the answer. */
function exchangesWith(mistakes: {
  readonly request: boolean;
  readonly answer: boolean;
}): readonly Exchange[] {
  return conformingExchanges().map((exchange) => {
    const made = withHeaders(exchange);
    if (made.probe !== 'put-authorised') return made;
    const data = { ...putAnswer.data, ...(mistakes.answer ? { createdAt: 7 } : {}) };
    const response = utf8Response(JSON.stringify({ ...putAnswer, data }));
    const headers = made.request.headers.map(
      ([name, value]): Header => [name, mistakes.request && name === 'content-type' ? 'text/plain' : value],
    );
    return { ...made, request: { ...made.request, headers }, response, recorded: whole };
  });
}

function reportOf(
  mistakes: { readonly request: boolean; readonly answer: boolean },
  side: Sides,
  waivers: readonly Waiver[] = [],
): Report {
  const exchanges = exchangesWith(mistakes);
  const recording = recordingOf(exchanges);
  const { header } = recording;
  const judgement = judge(contract, exchanges, { side });
  return buildReport(contract, { ...recording, header: { ...header, waivers } }, judgement);
}

const both = { request: true, answer: true };
const clientOnly = { request: true, answer: false };
const none = { deviates: 0, waived: 0 };

describe('the gate of each side', () => {
  test('looks at responses alone where only they were judged', () => {
    const { summary, requirements, problems } = reportOf(clientOnly, 'response');
    expect([summary.exitCode, summary.requests, problems]).toEqual([0, undefined, []]);
    expect(requirements).toHaveLength(contract.requirements.length);
  });

  test('looks at requests alone where only they were judged', () => {
    const { summary, requirements, conclusion } = reportOf(both, 'request');
    expect(summary).toMatchObject({ exitCode: 1, actor: 'client', requests: { stated: { deviates: 1 } } });
    expect(summary.stated).toMatchObject(none);
    expect(requirements.every(({ side }) => side === 'request')).toBe(true);
    expect(conclusion.verdict).toBe('The clients do not conform: one problem in their requests');
    expect(conclusion.act).toBe('By the operators of the clients: fix what deviates in their requests');
  });

  test('tells of each what deviates', () => {
    const { summary, conclusion, problems } = reportOf(both, 'both');
    expect(summary).toMatchObject({ exitCode: 1, actor: 'service', stated: { deviates: 1 } });
    expect(summary.requests).toMatchObject({ stated: { deviates: 1 }, shown: none });
    expect(summary.reasons).toEqual(conclusion.why);
    expect(conclusion.verdict).toBe(
      'The service does not conform: one problem in its responses; its clients do not conform either: one problem in their requests',
    );
    expect(problems.map(({ side, title }) => [side, title])).toEqual([
      [undefined, expect.stringContaining('createdAt')],
      ['request', 'PUT requests: the Content-Type is not application/json'],
    ]);
    expect(problems[1]?.cure).toBe('send "Content-Type: application/json"');
    expect(conclusion.act).toBe(
      'By the operators of the service: fix what deviates. By the operators of the clients: fix what deviates in their requests',
    );
  });

  test('holds requests against clients where responses conform', () => {
    const { summary, conclusion } = reportOf(clientOnly, 'both');
    expect(summary).toMatchObject({ exitCode: 1, actor: 'client', stated: none });
    expect(conclusion.why).toEqual([
      'PUT requests: the Content-Type is not application/json in 1 of 3 requests; send "Content-Type: application/json"',
    ]);
  });

  test('accepts what a waiver covers', () => {
    const reason = 'an old client';
    const waiver = { id: 'put.request:content-type', reason, owner: 'them', expires: '2090-01-01' };
    const { summary } = reportOf(clientOnly, 'both', [waiver]);
    expect(summary).toMatchObject({ exitCode: 0, requests: { stated: { waived: 1, deviates: 0 } } });
  });

  test('never misses a request', () => {
    const exchanges = conformingExchanges()
      .map(withHeaders)
      .filter(({ operation }) => operation === 'put');
    const found = judge(contract, exchanges, { side: 'both' });
    const report = buildReport(contract, recordingOf(exchanges), found);
    expect(report.summary.reasons.join()).not.toContain('.request');
  });
});

describe('a report on requests', () => {
  const report = reportOf(both, 'both');

  test('is one of the format that is read back', () =>
    expect(checkedReport(JSON.parse(JSON.stringify(report)))).toEqual(report));

  test.each(reporters.map(({ name, load }) => [name, load] as const))('is told as %s', async (_, load) => {
    const render = await load();
    const text = render(report, { columns: 100, colour: false, detail: 'verbose' });
    expect(text).toContain('put.request:content-type');
  });
});
