import { describe, expect, test } from 'vitest';
import type { Exchange, Failure, Response } from '../../../src/model/exchange.ts';
import type { Report } from '../../../src/model/report.ts';
import { concluded } from '../../../src/report/conclusion.ts';
import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  recordingOf,
  refusalBody,
  utf8Response,
  withAnswer,
  withBody,
} from '../../support/conforming.ts';
import { contract, reportOf, requirements } from '../../support/engine.ts';

const all = conformingExchanges();

function answered(change: (exchange: Exchange) => Partial<Exchange>): Report {
  return reportOf(recordingOf(all.map((exchange) => ({ ...exchange, ...change(exchange) }))));
}

const page = utf8Response('<!doctype html><title>Log in</title>');
const toLogin = utf8Response('', 302, [['location', '/login?next=%2F']]);
const head = { status: 200, reason: 'OK', headers: [] };
const refused: Failure = { kind: 'refused', message: 'nothing is listening at 127.0.0.1:1', sent: false };
const unreached = all.map(({ response: _, ...exchange }) => ({ ...exchange, failure: refused }));

/** Every exchange, with another response to some. */
const withResponse = (response: Response, isIt: (exchange: Exchange) => boolean) =>
  all.map((one) => (isIt(one) ? { ...one, response } : one));

describe('what is probably not the service', () => {
  test('nobody listens', () => {
    const { conclusion, summary } = reportOf(recordingOf(unreached));
    expect(conclusion).toMatchObject({
      verdict: 'No connection to 127.0.0.1:1; nothing was checked',
      ...{ actor: 'operator', next: 'conformance doctor', why: ['Nothing is listening at 127.0.0.1:1'] },
    });
    expect(summary.retryMayHelp).toBe(true);
  });

  test.each([
    ['a proxy', { kind: 'proxy', sent: true, head: { ...head, status: 407 } }, 'connection to'],
    ['a certificate', { kind: 'tls', sent: true }, 'connection to'],
    ['a deadline before anything was sent', { kind: 'timeout', sent: false }, 'connection to'],
    ['a deadline', { kind: 'timeout', sent: true }, 'response from'],
    ['a connection that was closed', { kind: 'closed', sent: true }, 'response from'],
  ] as const)('%s', (_, failure, what) => {
    const exchanges = all.map(({ response: _, ...one }) => ({
      ...one,
      failure: { message: 'so', ...failure },
    }));
    const { conclusion } = reportOf(recordingOf(exchanges));
    expect(conclusion.verdict).toBe(`No ${what} 127.0.0.1:1; nothing was checked`);
    expect(conclusion.why).toEqual(['So']);
    const next =
      what === 'response from' ? /^Fix the service .*, then: conformance run$/ : /^conformance doctor$/;
    expect(conclusion.next).toMatch(next);
    expect(conclusion.actor).toBe(what === 'response from' ? 'service' : 'operator');
    expect(conclusion.act.match(/By /g)).toHaveLength(1);
  });

  test.each([
    ['the same page for everybody', page, /every request got the same page/],
    ['a redirect for everybody', toLogin, /every request was redirected/],
    ['404 everywhere', utf8Response('{"error":"no"}', 404), /every response is 404 or 405/],
    ['405 everywhere', utf8Response('', 405), /every response is 404 or 405/],
    [
      'a gateway',
      utf8Response('<html>Bad Gateway</html>', 502),
      /every response is 502, so a gateway probably responded/,
    ],
    ['the token refused', utf8Response(refusalBody, 401), /refused the access token/],
  ])('%s is incomplete, and whoever runs the check acts', (_, response, verdict) => {
    const { conclusion, summary } = answered(() => ({ response }));
    expect(summary).toMatchObject({ outcome: 'incomplete', exitCode: 3, actor: 'operator' });
    expect(conclusion.verdict).toMatch(verdict);
    expect(conclusion.act).toMatch(/^By whoever runs this check: /);
    const everything = `All ${requirements.length} requirements, among them whether PUT and DELETE are protected`;
    expect(conclusion.notChecked).toMatch(new RegExp(`^${everything}$`));
  });

  test('an API of another shape deviates, as the tables say, with the hint', () => {
    const { conclusion, summary } = answered(({ credentials }) =>
      credentials === 'authorised' ? { response: utf8Response('{"id":"4711","items":[],"total":0}') } : {},
    );
    expect(summary).toMatchObject({ outcome: 'deviates', exitCode: 1, actor: 'operator' });
    expect(conclusion.verdict).toMatch(/is probably another one: no response/);
    expect(conclusion.act).toMatch(
      /check CONFORMANCE_BASE_URL\. By the operators of the service: if it is right, return/,
    );
  });
});

describe('a service without the route', () => {
  test.each([
    [404, /^requests without credentials got it too and the DELETE succeeded/],
    [405, /^requests without credentials got it too and the DELETE succeeded/],
    [301, /the service has to serve the path of the document itself/],
  ])('%d to every PUT is told as that, and who acts', (status, hint) => {
    const { conclusion, unanswered } = answered(({ operation }) =>
      operation === 'put' ? { response: utf8Response('{"error":"no"}', status) } : {},
    );
    expect(unanswered[0]?.hint).toMatch(hint);
    expect(conclusion.act).toMatch(/^By the operators of the service: serve the \S+/);
    expect(conclusion.act).not.toContain('CONFORMANCE_BASE_URL');
  });

  test('404 to the authorised request alone is about the resource', () => {
    const { conclusion, unanswered } = reportOf(
      recordingOf(withAnswer('delete', utf8Response('{"error":"no rule"}', 404))),
    );
    expect(unanswered[0]?.hint).toMatch(/^check that the automation rule exists/);
    expect(conclusion.act).toBe('By whoever runs this check: name an existing automation rule of the entity');
  });
});

test('what a difference from an example alone keeps from being checked is for the service', () => {
  const none = { ...putAnswer, data: { ...putAnswer.data, conditions: [] } };
  const { conclusion, summary } = reportOf(recordingOf(withBody('put', JSON.stringify(none))));
  expect(summary).toMatchObject({ outcome: 'incomplete', actor: 'service' });
  expect([conclusion.act, conclusion.next]).toEqual([
    'By the operators of the service: change what deviates, so that the rest can be checked',
    expect.stringMatching(/^Fix what deviates and .*, then: conformance run$/),
  ]);
});

describe('a service that fails', () => {
  const broken = utf8Response('{"message":"jwt malformed"}', 500);
  const withTimeout = (exchange: Exchange) => {
    const { response: _, ...rest } = exchange;
    const failure: Failure = { kind: 'timeout', message: 'no response within 10000 ms', sent: true };
    return { ...rest, failure };
  };

  const stopped = (exchange: Exchange) => {
    const { failure, ...rest } = withTimeout(exchange);
    return { ...rest, failure: { ...failure, head } };
  };

  test.each([
    [
      '500',
      withAnswer('put', broken),
      'The PUT could not be checked, because the service failed; what was checked conforms',
      'find out why the service failed (500 to put-authorised)',
    ],
    [
      'no response',
      all.map((one) => (one.id === 'delete-authorised' ? withTimeout(one) : one)),
      'The DELETE could not be checked, because the service failed; what was checked conforms',
      'find out why the service failed (no response to delete-authorised); trying again may help',
    ],
    [
      '500 to a request without a token',
      withResponse(broken, ({ credentials }) => credentials === 'none'),
      'Not everything could be checked, because the service failed; what was checked conforms',
      'return 401 to requests without a token (seen: 500 to put-no-header and delete-no-header)',
    ],
    [
      'neither a refusal nor a record to a request without a token',
      withResponse(utf8Response('{"message":"unauthorized"}'), ({ credentials }) => credentials === 'none'),
      'Not everything could be checked; what was checked conforms',
      'return 401 to requests without a token (seen: 200 to put-no-header and delete-no-header)',
    ],
    [
      'a response that stopped',
      all.map((one) => (one.id === 'put-authorised' ? stopped(one) : one)),
      'The PUT could not be checked, because the service failed; what was checked conforms',
      'find out why the service failed (an unfinished response to put-authorised); trying again may help',
    ],
    [
      '500 beside a rule that is gone',
      withAnswer('delete', utf8Response('{"error":"no rule"}', 404), withAnswer('put', broken)),
      'Nothing could be checked',
      'find out why the service failed (500 to put-authorised). By whoever runs this check: name an existing automation rule of the entity',
    ],
  ])('%s: its operators have to act', (_, exchanges, verdict, act) => {
    const { conclusion, summary } = reportOf(recordingOf(exchanges));
    expect(summary).toMatchObject({ exitCode: 3, actor: 'service' });
    expect(conclusion).toMatchObject({
      verdict,
      act: `By the operators of the service: ${act}`,
      next: expect.stringMatching(/^Fix the service\b.*, then: conformance run$/),
    });
    const owners = conclusion.acts?.map(({ owner }) => owner) ?? [];
    const isBoth = act.includes('By whoever runs this check');
    expect(new Set(owners)).toEqual(new Set(['the service', ...(isBoth ? ['whoever runs this check'] : [])]));
  });

  test.each([
    ['30', '; the service asks to wait 30 s (Retry-After)'],
    ['<b>', ''],
  ])('429 with Retry-After: %s', (value, words) => {
    const limited = utf8Response('{"error":"slow down"}', 429, [['retry-after', value]]);
    const { conclusion, unanswered } = reportOf(recordingOf(withAnswer('put', limited)));
    expect(unanswered[0]?.hint).toBe(`the service limits requests: see --serial and --delay-ms${words}`);
    expect(conclusion.why[0]).toBe('PUT: the service returned 429 with error "slow down"');
  });

  test('only for a made-up token: that is said, and the run is complete', () => {
    const exchanges = withResponse(broken, ({ credentials }) => credentials === 'made-up');
    const { conclusion, summary } = reportOf(recordingOf(exchanges));
    expect(summary.exitCode).toBe(0);
    expect(conclusion.notChecked).toMatch(/^Whether PUT and DELETE refuse a made-up token \(.*\); 2 of/);
  });
});

describe('a body that never fits what announces it', () => {
  const announced = { ...head, headers: [['content-length', '813']] as const };
  test.each([
    ['encoding', 'a wrongly encoded response'],
    ['truncated', 'a truncated response'],
  ] as const)('%s: the service has to change, and another try does not help', (kind, words) => {
    const failure: Failure = { kind, message: 'x', sent: true, head: announced };
    const { conclusion, summary } = reportOf(
      recordingOf(
        all.map(({ response, ...one }) =>
          one.id === 'put-authorised' ? { ...one, failure } : { ...one, ...(response && { response }) },
        ),
      ),
    );
    expect(summary).toMatchObject({ exitCode: 3, actor: 'service', retryMayHelp: false });
    expect(conclusion.act).toBe(
      `By the operators of the service: find out why the service failed (${words} to put-authorised)`,
    );
  });
});

describe('an access token that comes back', () => {
  const withToken = (at: string, part: 'body' | 'header' = 'body') =>
    all.map((one) =>
      one.id === 'put-authorised' ? { ...one, masked: [{ part, at, what: 'access token' }] } : one,
    );
  const verdictOn = (exchanges: readonly Exchange[]) => {
    const { conclusion, summary, requirements: results } = reportOf(recordingOf(exchanges));
    return { ...summary, ...conclusion, results };
  };

  test.each([
    ['/debug/authorization', 'body', 'the body at /debug/authorization'],
    ['x-debug', 'header', 'the header x-debug'],
  ] as const)('beside what is documented: %s', (at, part, place) =>
    expect(verdictOn(withToken(at, part))).toMatchObject({
      exitCode: 0,
      actor: 'service',
      act: `By the operators of the service: leave the access token out of responses (it was in ${place})`,
      next: expect.stringMatching(/^Fix the service\b.*, then: conformance run$/),
      why: [expect.stringMatching(/^A response contains a secret: .*; leave it out of the response$/)],
    }),
  );

  test.each(['/data/name', '/requestId'])('in place of what is documented: %s', (at) => {
    const { results, acts, ...found } = verdictOn(withToken(at));
    expect(found).toMatchObject({
      exitCode: 3,
      actor: 'service',
      act: `By the operators of the service: leave the access token out of responses (it was in the body at ${at})`,
    });
    expect(new Set(acts?.map(({ owner }) => owner))).toEqual(new Set(['the service']));
    const reasons = results
      .filter(({ id }) => /^put.*:(?:uniqueness|echo|format)/.test(id))
      .flatMap(({ reason }) => reason ?? []);
    expect(reasons).not.toContain('the response has no requestId that is a string');
  });

  test('another secret may belong where it is', () => {
    const masked = [{ part: 'header', at: 'set-cookie', what: 'set-cookie' }] as const;
    expect(verdictOn(all.map((one) => ({ ...one, masked })))).toMatchObject({
      exitCode: 0,
      actor: 'nobody',
      act: 'None',
    });
  });
});

test('a service that conforms', () => {
  const { conclusion, summary, problems } = reportOf(recordingOf(all));
  expect(conclusion).toMatchObject({
    verdict: 'The service conforms',
    why: [],
    actor: 'nobody',
    notChecked: null,
  });
  expect([summary.retryMayHelp, problems]).toEqual([false, []]);
});

test.each([
  [4, '8 of 148: 4 because of 0; 2 because of 1; 1 because of 2; 1 because of 3'],
  [5, '9 of 148: 4 because of 0; 2 because of 1; 1 because of 2; 2 for other reasons'],
])('of %d reasons one that is left is named, more are counted', (count, notChecked) => {
  const reasons = [0, 0, 0, 0, 1, 1, 2, 3, 4].filter((reason) => reason < count);
  const report = reportOf(recordingOf(all));
  const rows = report.requirements.map((row, at) => {
    const reason = reasons[at - 40];
    return reason === undefined ? row : { ...row, verdict: 'not-exercised' as const, reason: `of ${reason}` };
  });
  expect(concluded({ ...report, requirements: rows }, contract).conclusion.notChecked).toBe(notChecked);
});

test('who is served without credentials comes before any type, a type before a form, a form before what is only shown', () => {
  const body = JSON.stringify({
    ...putAnswer,
    status: 'OK',
    data: { ...putAnswer.data, enabled: 'true', createdAt: '2025-02-30' },
  });
  const isOpen = ({ id }: Exchange) => id === 'delete-no-header' || id === 'put-authorised';
  const open = withResponse(utf8Response(body), isOpen);
  const { problems, conclusion } = reportOf(recordingOf(open));
  const order = problems.map(({ severity }) => severity);
  expect(order).toEqual([...order].sort((a, b) => rank.indexOf(a) - rank.indexOf(b)));
  expect(new Set(order)).toEqual(new Set(rank));
  expect(conclusion.verdict).toMatch(
    /^The service does not conform: it serves DELETE requests without credentials; /,
  );
});
const rank = ['security', 'type', 'form', 'shown'];

test('a record that comes with a refusing status is told as such', () => {
  const body = JSON.stringify({ ...putAnswer, requestId: '11111111-2222-4333-8444-555555555555' });
  const open = withResponse(utf8Response(body, 401), ({ id }) => id === 'put-no-header');
  const { problems, conclusion } = reportOf(recordingOf(open));
  expect(problems.map(({ cure }) => cure)).toEqual(['refuse before anything is done, and return no record']);
  expect(conclusion.verdict).toBe(
    'The service does not conform: it returns the record to PUT requests without credentials',
  );
});

test('deviations of one cause are one problem, and what follows is counted', () => {
  const asText = (_: string, value: unknown) => (typeof value === 'number' ? `${value}` : value);
  const action = JSON.parse(JSON.stringify(putAnswer.data.action, asText));
  const { problems } = reportOf(recordingOf(withBody('put', put({ action }))));
  expect(problems).toMatchObject([
    {
      title: 'PUT: six fields of action are numbers sent as strings',
      cause: 'number-as-text',
      severity: 'type',
      cure: 'send numbers without quotes',
      seen: { deviates: 1, judged: 1 },
      blocks: 6,
    },
  ]);
  expect(problems[0]?.requirements).toHaveLength(6);
});

const put = (changes: object) => JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, ...changes } });
const swapped = { createdAt: '2025-01-05', updatedAt: '2025-01-05 10:20:30' };
const exchangedForms = JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, ...swapped } });
const exchanged = put({ name: 'bdt-1', businessDataTypeId: 'FX revaluation' });
const otherOrder = put({ conditions: [...putAnswer.data.conditions].reverse() });

test.each([
  ['put', put({ createdAt: undefined, created_at: 'x' }), 'other-name', /^rename created_at to/],
  ['put', put({ enabled: 'true' }), 'boolean-as-text', /^send true, not "true"$/],
  ['put', put({ deletedAt: null }), 'null-for-text', /^send "", not null$/],
  ['put', put({ createdAt: 1736072430 }), 'moment-as-number', /^send "2025-01-05 10:20:30", not 17/],
  ['put', exchanged, 'exchanged', /^return businessDataTypeId and name as they were sent$/],
  ['put', JSON.stringify({ response: putAnswer }), 'wrapped', /./],
  ['delete', exchangedForms, 'forms-exchanged', /./],
  ['put', otherOrder, 'reordered', /./],
  ['put', put({ name: 'FX' }), 'cut-short', /./],
  ['put', '<?xml version="1.0"?><answer/>', 'xml', /./],
  ['put', JSON.stringify(put({})), 'encoded-twice', /./],
] as const)('%s %s: %s', (operation, body, cause, cure) => {
  const { problems } = reportOf(recordingOf(withBody(operation, body)));
  expect(problems).toMatchObject([{ cause, cure: expect.stringMatching(cure) }]);
});

test.each([
  ['none', 'refused-with-a-record'],
  ['made-up', 'any-token-gets-a-record'],
])('a record beside a status that refuses: credentials %s', (credentials, cause) => {
  const requestId = deleteAnswer.requestId.replaceAll(/\d/g, '7');
  const response = utf8Response(JSON.stringify({ ...putAnswer, requestId }), 401);
  const isIt = (one: Exchange) => one.operation === 'put' && one.credentials === credentials;
  const { problems } = reportOf(recordingOf(withResponse(response, isIt)));
  expect(problems.map((problem) => problem.cause)).toEqual([cause]);
});

test('a number that lost its last digits', () => {
  const exact = (text: string) => text.replace('"amount":16', '"amount":12345678901234567890');
  const rounded = JSON.stringify(putAnswer).replace('"amount":16', '"amount":12345678901234567000');
  const exchanges = withBody('put', rounded).map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, body: exact(exchange.request.body ?? '') },
  }));
  const { problems } = reportOf(recordingOf(exchanges));
  const cure = 'return what was sent: 12345678901234567890, not 12345678901234567000';
  expect(problems).toMatchObject([{ cause: 'rounded', cure }]);
});

test('a run that was cut says so, also where something deviates', () => {
  const wrong = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
  const cut = (exchanges: readonly Exchange[]) =>
    reportOf({ ...recordingOf(exchanges), cut: true }).conclusion;
  const sentence = 'The run was interrupted before all planned requests were sent';
  expect(cut(wrong).why).toContain(sentence);
  expect(cut(all)).toMatchObject({
    verdict: sentence,
    next: expect.stringMatching(/, then: conformance run$/),
  });
});

test('204 without a body', () => {
  const { problems } = reportOf(recordingOf(withAnswer('delete', utf8Response('', 204))));
  expect(problems).toMatchObject([{ cause: 'no-content', cure: expect.stringContaining('200') }]);
});

test('what comes next is the same run, with the flags that chose what is sent and judged', () => {
  const { header } = recordingOf(all);
  const wrong = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
  const { conclusion } = reportOf(
    recordingOf(
      wrong.filter(({ operation }) => operation === 'put'),
      {
        scope: { ...header.scope, operations: ['put'], unauthorized: false },
        options: {
          ...header.options,
          ...{ repeat: 3, strict: true, gateAnswers: true, staleWaivers: 'warn' },
          requireShown: ['put.data.currency.code:exact', 'put.status:exact'],
        },
      },
    ),
  );
  expect(conclusion.next).toBe(
    'Fix what deviates, then: conformance run --operation put --no-unauthorized --repeat 3 --strict --require-shown put.data.currency.code:exact,put.status:exact --gate-answers',
  );
});
