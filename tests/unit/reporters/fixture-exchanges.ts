import type { Exchange, Header, Response } from '../../support/subject.ts';

const requestBody =
  '{"name":"Conformance run 5d0c, it\'s a test","businessDataTypeId":"0f","conditions":[],"derivativeType":"FUTURE","action":{"timezone":"Europe/Zurich"}}';

const putRequest = {
  method: 'PUT',
  url: 'https://staging.example/api/entity/e-1/valuation/derivative/fact/transformer/',
  addressed: { entityId: 'e-1' },
  body: requestBody,
} as const;

const automationRuleId = '0123456789abcdef0123456789abcdef';
const deleteRequest = {
  method: 'DELETE',
  url: `https://staging.example/api/entity/e-1/automationRule/${automationRuleId}`,
  addressed: { entityId: 'e-1', automationRuleId },
} as const;

const common = [
  ['accept', 'application/json'],
  ['x-gateway-key', '[masked: x-gateway-key]'],
  ['user-agent', 'entity-config-conformance/0.1.0 (run 5d0c)'],
] as const;

const content = ['content-type', 'application/json'] as const;
const token = ['authorization', 'Bearer [masked: access token]'] as const;
const masked = [
  { part: 'request-header', at: 'authorization', what: 'access token' },
  { part: 'request-header', at: 'x-gateway-key', what: 'x-gateway-key' },
] as const;

const answer = '{"status":"success","requestId":"8f14e45f-ceea-467f-a0e6-6ab2d9f0c111","data":{}}';

/** An answer in UTF-8. */
const answered = (reason: string, headers: readonly Header[], decoded: readonly string[]): Response => ({
  status: 200,
  reason,
  headers,
  body: { encoding: 'utf8', text: answer, bytes: 81 },
  decoded,
});

const timingsOf = (at: string, connectMs: number | null, firstByteMs: number | null, totalMs: number) => ({
  startedAt: `2026-03-01T12:00:00.${at}Z`,
  connectMs,
  firstByteMs,
  totalMs,
});

const withoutHeader = 'the same request without the Authorization header';

export const exchanges: readonly Exchange[] = [
  {
    id: 'e1',
    probe: 'put-authorised',
    operation: 'put',
    credentials: 'authorised',
    purpose: 'write a transformer',
    request: { ...putRequest, headers: [token, content, ...common] },
    response: answered('OK', [content], ['gzip']),
    masked: [...masked, { part: 'body', at: '/data/note', what: 'access token' }],
    timings: timingsOf('100', 12, 31.5, 40),
  },
  {
    id: 'e2',
    probe: 'put-authorised-2',
    operation: 'put',
    credentials: 'authorised',
    purpose: 'write a transformer again',
    request: { ...putRequest, headers: [token, content, ...common] },
    response: { ...answered('OK', [content], []), body: { encoding: 'base64', text: '/w==', bytes: 1 } },
    masked,
    timings: timingsOf('150', 12, 31.5, 40),
  },
  {
    id: 'e3',
    probe: 'put-no-header',
    operation: 'put',
    credentials: 'none',
    purpose: withoutHeader,
    request: { ...putRequest, headers: [content, ...common] },
    response: answered('OK', [], []),
    masked: masked.slice(1),
    timings: timingsOf('200', 12, 31.5, 40),
  },
  {
    id: 'e4',
    probe: 'delete-authorised',
    operation: 'delete',
    credentials: 'authorised',
    purpose: 'delete the rule',
    request: { ...deleteRequest, headers: [token, ...common] },
    response: answered('', [], []),
    masked,
    timings: timingsOf('300', 9, 20, 22.25),
  },
  {
    id: 'e5',
    probe: 'delete-no-header',
    operation: 'delete',
    credentials: 'none',
    purpose: withoutHeader,
    request: { ...deleteRequest, headers: common },
    failure: {
      kind: 'timeout',
      message: 'the connection timed out after 1000 ms',
      sent: true,
      head: { status: 200, reason: 'OK', headers: [] },
    },
    masked: masked.slice(1),
    timings: timingsOf('400', null, null, 1000),
  },
];
