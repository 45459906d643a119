import { conformingExchanges } from '../support/conforming.ts';
import { again, answer, change, fail, type Run, redirect, run } from '../support/runs.ts';
import type { Exchange } from '../support/subject.ts';

/** What services say to requests that conform to the document; golden/readings/refusals.txt has who acts, and the hints. */

const notFound = { error: 'Not Found' };
const no = { error: 'no' };
const [{ request }] = conformingExchanges() as [Exchange];
const addressed = (entityId: string) =>
  change('*', (one) => ({ request: { ...one.request, addressed: { ...one.request.addressed, entityId } } }));
const body = (more: (sent: { action: object }) => object) =>
  change('put*', (one) => ({
    request: { ...one.request, body: JSON.stringify(more(JSON.parse(one.request.body ?? ''))) },
  }));
const atSso = change('put*', ({ request: { url, ...rest } }) => ({
  request: { ...rest, url: url.replace('127.0.0.1:1', '127.0.0.1:1/sso') },
}));
const record = { integrationId: 'a', journalTypeId: 'b', businessDataTypeId: 'c' };

export const refusals: Readonly<Record<string, Run>> = {
  '405': run(answer('delete', 405, { error: 'Not Allowed' })),
  '415 without a body': run(answer('delete', 415, { message: 'Content-Type must be application/json' })),
  '406': run(answer('put', 406, no)),
  '411': run(answer('delete', 411, no)),
  'a field not wanted': run(answer('put', 400, { details: [{ field: 'conditions[0].x' }] })),
  'another type': run(answer('put', 400, { error: 'column must be a string' })),
  'a field that the document does not have': run(
    answer('put', 422, { detail: [{ loc: ['body', 'description'], msg: 'Field required' }] }),
  ),
  'an error under 200': run(answer('put', 200, { success: false, errorCode: 'E1001' })),
  'an error of a database under 200': run(
    answer('put', 200, { status: 'error', data: null, message: 'database is down' }),
  ),
  'another form of an identifier': run(answer('both', 400, { error: 'entity_id must be a UUID' })),
  'an identifier in the path not known': run(answer('delete', 422, { error: 'unknown entityId' })),
  'a state that forbids it': run(answer('delete', 409, { error: 'the rule is in use' })),
  '404 to the DELETE': run(answer('delete', 404, notFound)),
  '404 to the PUT': run(answer('put', 404, { ...notFound, path: '/entity/1' })),
  '401 to one': run(answer('put', 401, no)),
  'a redirect of all to https': run(redirect('both', 'https://127.0.0.1:1/entity')),
  'a redirect to a login': run(redirect('both', '/users/sign_in')),
  'every request redirected to a login': run(redirect('*', '/login')),
  'a base path called like a login': run(
    atSso,
    redirect('put', '/sso/entity/0123456789abcdef0123456789abcdef/valuation/derivative/fact/transformer'),
  ),
  '304 is no redirect': run(answer('put', 304, '')),
  'a record beside a denial': run(answer('delete', 200, { success: false, data: record })),
  'no route: Express': run(answer('delete', 404, '<pre>Cannot DELETE /entity/1/automationRule/2</pre>')),
  'no route: NestJS': run(
    answer('delete', 404, { statusCode: 404, message: 'Cannot DELETE /entity/1', ...notFound }),
  ),
  'no route: Fastify': run(answer('delete', 404, { message: 'Route DELETE:/entity/1/rule/2 not found' })),
  'no route: Rails': run(answer('delete', 404, { error: 'No route matches [DELETE] "/entity/1"' })),
  'no route: Spring': run(answer('delete', 404, { detail: 'No static resource entity/1/automationRule/2.' })),
  'no route: Flask': run(
    answer('delete', 404, '<p>The requested URL was not found on the server. If you entered it'),
  ),
  'no route: Go': run(answer('delete', 404, '404 page not found\n')),
  'no route: Kong': run(answer('delete', 404, { message: 'no Route matched with those values' })),
  'no route: nginx': run(
    answer('delete', 404, '<center><h1>404 Not Found</h1></center><hr><center>nginx/1.27.0</center>'),
  ),
  'a rule: not found': run(answer('delete', 404, { error: 'rule not found' })),
  'a rule: cannot delete': run(answer('delete', 404, { error: 'cannot delete this rule' })),
  'a rule: no such': run(answer('delete', 404, { error: 'no such rule' })),
  'an identifier without the form of the document': run(
    addressed('e-1'),
    answer('put', 400, { error: 'entityId is malformed' }),
  ),
  'an identifier only said again': run(
    answer('put', 400, { entityId: request.addressed['entityId'], error: 'column must be a string' }),
  ),
  '404 to all DELETEs': run(answer('delete*', 404, notFound)),
  '404 where others are redirected to a login': run(
    redirect('delete*', '/login'),
    answer('delete', 404, notFound),
  ),
  '404 where others get 404 of the PUT that succeeds': run(
    answer('none put*', 404, notFound),
    answer('made-up put*', 404, notFound),
    answer('delete*', 404, notFound),
  ),
  '429 without a token': run(answer('none', 429, { error: 'slow down' })),
  'members that the document does not have': run(
    body((sent) => ({ ...sent, foo: 1, action: { ...sent.action, bar: 2 } })),
    answer('put', 400, { error: 'unknown' }),
  ),
  '403 to everybody': run(answer('put*', 403, { error: 'blocked' })),
  '401 to one of several with the same token': run(again('put-authorised', answer('*', 401, no))),
  'closed to requests without a token': run(
    fail('none', 'closed', 'closed', true),
    fail('made-up', 'closed', 'closed', true),
    answer('put', 403, no),
  ),
};
