import { answer, fail, type Run, redirect, run } from '../support/runs.ts';

/** What services say to requests that conform to the document; golden/readings/refusals.txt has who acts, and the hints. */

const notFound = { error: 'Not Found' };
const no = { error: 'no' };
const record = { integrationId: 'a', journalTypeId: 'b', businessDataTypeId: 'c' };

export const refusals: Readonly<Record<string, Run>> = {
  '405': run(answer('delete', 405, { error: 'Not Allowed' })),
  '415 without a body': run(answer('delete', 415, { message: 'Content-Type must be application/json' })),
  '406': run(answer('put', 406, no)),
  '411': run(answer('delete', 411, no)),
  'a field or a value': run(
    answer('put', 422, { detail: [{ loc: ['body', 'description'], msg: 'Field required' }] }),
  ),
  'an error under 200': run(answer('put', 200, { success: false, errorCode: 'E1001' })),
  'an error of a database under 200': run(
    answer('put', 200, { status: 'error', data: null, message: 'database is down' }),
  ),
  'a state that forbids it': run(answer('delete', 409, { error: 'the rule is in use' })),
  '404 to the DELETE': run(answer('delete', 404, notFound)),
  '404 to the PUT': run(answer('put', 404, { ...notFound, path: '/entity/1' })),
  '401 to one': run(answer('put', 401, no)),
  'a redirect of one': run(redirect('put', '/login')),
  'a redirect of all with the token': run(redirect('both', '/login')),
  'every request redirected': run(redirect('*', '/login')),
  '304 is no redirect': run(answer('put', 304, '')),
  'a record beside a denial': run(answer('delete', 200, { success: false, data: record })),
  '404 with a page': run(
    answer('delete', 404, '<p>The requested URL was not found on the server. If you entered it'),
  ),
  '404 to all DELETEs': run(answer('delete*', 404, notFound)),
  '429 without a token': run(answer('none', 429, { error: 'slow down' })),
  '403': run(answer('put', 403, no)),
  '404 to the PUT, and no DELETE': run(answer('put', 404, notFound), answer('delete', 422, no)),
  'closed to requests without a token': run(
    fail('none', 'closed', 'closed', true),
    fail('made-up', 'closed', 'closed', true),
    answer('put', 403, no),
  ),
};
