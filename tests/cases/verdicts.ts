import { deleteAnswer, putAnswer } from '../support/conforming.ts';
import { again, answer, change, fail, type Run, record, redirect, run } from '../support/runs.ts';
import type { Exchange } from '../support/subject.ts';

/** Whole runs; golden/readings/verdicts.txt has the outcome, the verdict, who acts and what comes next. */

const foreign = { ok: true, result: [] };
const broken = { message: 'jwt malformed' };
const no = { error: 'no' };
const head = { status: 200, reason: 'OK', headers: [] };
const announced = { ...head, headers: [['content-length', '813']] as const };
const masked = (at: string, part: 'body' | 'header', what = 'access token') =>
  change('put', () => ({ masked: [{ part, at, what }] }) as Partial<Exchange>);
const wrong = record('put', { entityId: '', enabled: 'yes' });

export const verdicts: Readonly<Record<string, Run>> = {
  'a proxy': run(fail('*', 'proxy', 'proxy', true, { ...head, status: 407 })),
  'a certificate, or nobody listens': run(
    fail('*', 'refused', 'refused', false),
    fail('put*', 'tls', 'tls', false),
  ),
  'a deadline': run(fail('*', 'timeout', 'timeout', true)),
  'a connection that was closed': run(fail('*', 'closed', 'closed', true)),
  'a redirect for everybody': run(redirect('*', '/login?next=%2F')),
  '405 everywhere': run(answer('*', 405, '')),
  'another API': run(answer('both', 200, { id: '4711', items: [], total: 0 })),
  'another API, with one member of the envelope': run(
    answer('put', 200, foreign),
    answer('delete', 200, { ...foreign, requestId: deleteAnswer.requestId }),
  ),
  '404 to every PUT': run(answer('put*', 404, no)),
  '301 to every PUT': run(answer('put*', 301, no)),
  'a difference from an example blocks': run(record('put', { conditions: [] })),
  'neither refusal nor record without a token': run(answer('none', 200, { message: 'unauthorized' })),
  'a response that stopped': run(fail('put', 'timeout', 'timeout', true, head)),
  '500 beside a rule that is gone': run(
    answer('put', 500, broken),
    answer('delete', 404, { error: 'no rule' }),
  ),
  '500 only for a made-up token': run(answer('made-up', 500, broken)),
  '429, wait 30 s': run(answer('put', 429, { error: 'slow down' }, [['retry-after', '30']])),
  '429, wait <b>': run(answer('put', 429, { error: 'slow down' }, [['retry-after', '<b>']])),
  'a body truncated': run(fail('put', 'truncated', 'truncated', true, announced)),
  'the token comes back in the body': run(masked('/debug/authorization', 'body')),
  'the token comes back in a header': run(masked('x-debug', 'header')),
  'the token in place of the name': run(masked('/data/name', 'body')),
  'the token in place of the requestId': run(masked('/requestId', 'body')),
  'another secret where it may be': run(masked('set-cookie', 'header', 'set-cookie')),
  'one served without credentials, a type, a form and an example': run(
    answer('put', 200, {
      ...putAnswer,
      status: 'OK',
      data: { ...putAnswer.data, enabled: 'true', createdAt: '2025-02-30' },
    }),
    answer('delete-no-header', 200, putAnswer),
  ),
  'a record with a status that refuses': run(
    answer('put-no-header', 401, { ...putAnswer, requestId: '11111111-2222-4333-8444-555555555555' }),
  ),
  'the same for a made-up token': run(
    answer('put-made-up-token', 401, { ...putAnswer, requestId: '11111111-2222-4333-8444-555555555555' }),
  ),
  'a type, and an example': run(wrong),
  'a request without success beside another': run(again('put-authorised', answer('*', 503, ''))),
  'what acts, in a status': run(record('put', {}, { status: 'x\u009b31m\u202e\u2028::error::y' })),
  'what acts, in a refusal': run(answer('put', 422, '{"error":"\u202e\u2028x"}')),
};
