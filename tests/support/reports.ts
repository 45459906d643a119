import { putAnswer, refusalBody, sentTransformer } from './conforming.ts';
import { answer, change, fail, type Run, record, recorded, run } from './runs.ts';
import { buildReport, type Exchange, type Report } from './subject.ts';

/** One report in which there is something of all that formats say, and its run an evening before. */

const masked = [
  { part: 'request-header', at: 'authorization', what: 'access token' },
  { part: 'request-header', at: 'x-gateway-key', what: 'x-gateway-key' },
] as const;

function withHeaders(one: Exchange): Partial<Exchange> {
  const own = one.credentials === 'authorised' ? masked : masked.slice(1);
  const token = ['authorization', 'Bearer [masked: access token]'] as const;
  const key = ['x-gateway-key', '[masked: x-gateway-key]'] as const;
  const headers = [...(one.credentials === 'authorised' ? [token] : []), key];
  return { request: { ...one.request, headers }, masked: own };
}

const waiver = (id: string, more: object = {}) => ({
  ...{ id, reason: 'until release 7', owner: 'ledger team', expires: '2025-01-15' },
  ...more,
});

const action = { ...sentTransformer.action, datetime: '11', timezone: 'Mars/Olympus' };
const wrongDelete = record('delete', { journalTypeId: undefined, createdAt: '2025-01-05T10:20:30Z' });

/** Many deviations in problems, a served stranger, a failed and a refused request, and waivers in five states. */
export const everything: Run = run(
  record('put', { enabled: 'true', name: 'FX revaluatio', action }),
  wrongDelete,
  answer('put* none', 200, putAnswer),
  change('*', withHeaders),
  change('put', ({ masked: known }) => ({
    masked: [...known, { part: 'body', at: '/data/businessDataTypeId', what: 'access token' }],
  })),
  answer('delete* made-up', 403, refusalBody),
  fail('delete* none', 'timeout', 'the connection timed out after 1000 ms', true, {
    ...{ status: 200, reason: 'OK', headers: [] },
  }),
  {
    waivers: [
      waiver('put.data.name:echo', { ticket: 'LED-4711' }),
      waiver('put.data.enabled:type', { actual: '"7"' }),
      waiver('put.requestId:format', { owner: 'platform' }),
      waiver('put.requestId:uniqueness', { owner: 'platform', flaky: true }),
      waiver('delete.data.journalTypeId:format*', { expires: '2025-12-31' }),
    ],
  },
);

export const report: Report = buildReport(recorded(everything));

/** The same service an evening before, with one cause only. */
export const earlier: Report = buildReport(
  recorded(run(wrongDelete), { runId: 'run0', startedAt: '2025-01-06T08:09:10.000Z' }),
);
