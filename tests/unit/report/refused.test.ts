import { describe, expect, test } from 'vitest';
import type { Exchange, Header, Response } from '../../../src/model/exchange.ts';
import { conformingExchanges, recordingOf, utf8Response, withAnswer } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';

type Refused = 'put' | 'delete' | 'both';

function refusedBy(refused: Refused, response: Response, all = conformingExchanges()) {
  const put = refused === 'delete' ? all : withAnswer('put', response, all);
  return reportOf(recordingOf(refused === 'put' ? put : withAnswer('delete', response, put)));
}

const json = (status: number, body: object) => utf8Response(JSON.stringify(body), status);
const page = (status: number, text: string) => utf8Response(text, status);
const to = (location: string): Response => utf8Response('', 302, [['location', location] as Header]);

const service = 'By the operators of the service';
const operator = 'By whoever runs this check';

const ofBody =
  /^the PUT has the fields and types of the document; if the service refuses a field or a type, or requires another, the service has to change; if it refuses a value, see CONFORMANCE_BUSINESS_DATA_TYPE_ID and CONFORMANCE_TRANSFORMER_FILE/;
const actOnBody = `${service}: find out why it refuses this PUT. ${operator}: if the service refuses a value, see CONFORMANCE_BUSINESS_DATA_TYPE_ID and CONFORMANCE_TRANSFORMER_FILE`;
const serveDelete = `${service}: serve the DELETE at the path of the document`;
const servePut = `${service}: serve the PUT at the path of the document, with the slash at its end`;

/** What services do wrong with a request that conforms to the document. */
const refusals: readonly (readonly [
  name: string,
  refused: Refused,
  response: Response,
  hint: RegExp,
  act: string,
])[] = [
  ['405', 'delete', json(405, { error: 'Not Allowed' }), /^the PUT succeeded with the same/, serveDelete],
  [
    '415 to a request without a body',
    'delete',
    json(415, { message: 'Content-Type must be application/json' }),
    /^the DELETE of the document has no body, so it needs no Content-Type: the service has to accept it without one$/,
    `${service}: accept the DELETE with the headers of the document`,
  ],
  [
    '415 to JSON',
    'put',
    json(415, { error: 'Unsupported Media Type' }),
    /^the PUT was sent as JSON, with the Content-Type of the document: the service has to accept JSON$/,
    `${service}: accept the PUT with the headers of the document`,
  ],
  ['a field not wanted', 'put', json(400, { details: [{ field: 'conditions[0].x' }] }), ofBody, actOnBody],
  ['another type', 'put', json(400, { error: 'column must be a string' }), ofBody, actOnBody],
  [
    'a field that the document does not have',
    'put',
    json(422, { detail: [{ loc: ['body', 'description'], msg: 'Field required' }] }),
    ofBody,
    actOnBody,
  ],
  [
    'an error under 200',
    'put',
    json(200, { success: false, errorCode: 'E1001' }),
    /CONFORMANCE_TRANSFORMER_FILE; an error is better sent with a status of 4xx or 5xx$/,
    actOnBody,
  ],
  [
    'an error of a database under 200',
    'put',
    json(200, { status: 'error', data: null, message: 'database is down' }),
    /^the PUT has the fields and types of the document; .* an error is better sent/,
    actOnBody,
  ],
  [
    'another form of an identifier in the path',
    'both',
    json(400, { error: 'entity_id must be a UUID' }),
    /^entityId, which the response names, was sent in the form of the document .32 hexadecimal digits in lower case.; if the service requires another form, the service has to change; if it does not know the value, see CONFORMANCE_ENTITY_ID$/,
    `${service}: accept entityId in the form of the document. ${operator}: if the service does not know the value, correct CONFORMANCE_ENTITY_ID`,
  ],
  [
    'an identifier that is not known',
    'put',
    json(422, { error: 'unknown businessDataTypeId' }),
    /^the response names businessDataTypeId; if the service does not know the value, see CONFORMANCE_BUSINESS_DATA_TYPE_ID/,
    `${operator}: correct CONFORMANCE_BUSINESS_DATA_TYPE_ID. ${service}: if the value is right, find what it names`,
  ],
  [
    'a state that forbids it',
    'delete',
    json(409, { error: 'the rule is in use' }),
    /^the DELETE is sent as in the document, without a body; .* if it refuses this automation rule, see CONFORMANCE_AUTOMATION_RULE_ID and/,
    `${operator}: if the service refuses this automation rule, see CONFORMANCE_AUTOMATION_RULE_ID and CONFORMANCE_ENTITY_ID. ${service}: if nothing conflicts with it, find out why it refuses this DELETE`,
  ],
  [
    '404 to the DELETE',
    'delete',
    json(404, { error: 'Not Found' }),
    /^check that the automation rule exists and belongs to this entity .CONFORMANCE_AUTOMATION_RULE_ID and CONFORMANCE_ENTITY_ID.; if it does, the service has to serve the DELETE at the path of the document$/,
    `${operator}: name an existing automation rule of the entity`,
  ],
  [
    '404 to the PUT alone',
    'put',
    json(404, { error: 'Not Found', path: '/entity/1' }),
    /^the DELETE succeeded with the same base URL and entity, so the service has to serve the PUT at the path of the document, with the slash at its end; if it already serves it, see/,
    `${servePut}. ${operator}: if the service has a route for the PUT, correct CONFORMANCE_ENTITY_ID, CONFORMANCE_BUSINESS_DATA_TYPE_ID and CONFORMANCE_TRANSFORMER_FILE`,
  ],
  [
    '404 to both',
    'both',
    json(404, { error: 'Not Found' }),
    /^(?:see CONFORMANCE_BASE_URL with its path prefix, and CONFORMANCE_ENTITY_ID; if both|check that the automation rule)/,
    `${operator}: check CONFORMANCE_BASE_URL and CONFORMANCE_ENTITY_ID; name an existing automation rule of the entity. ${service}: if the base URL and the entity are right, serve the PUT at the path of the document, with the slash at its end`,
  ],
  [
    '401 to one of them',
    'put',
    json(401, { error: 'no' }),
    /^the token was accepted for the DELETE, so the service has to accept it for the PUT/,
    `${service}: accept for the PUT the token that it accepts for the DELETE`,
  ],
  [
    '403 to one of them',
    'put',
    json(403, { error: 'no' }),
    /^the token has no permission for this: see CONFORMANCE_ACCESS_TOKEN and CONFORMANCE_ENTITY_ID/,
    `${operator}: set a token that may send the PUT. ${service}: if the token has the permission, serve the PUT`,
  ],
  [
    '429',
    'both',
    json(429, { error: 'slow down' }),
    /^the service limits requests/,
    `${operator}: send requests more slowly (--serial, --delay-ms); trying again may help`,
  ],
  [
    'a redirect to the path without its slash',
    'put',
    to('/entity/1/valuation/derivative/fact/transformer'),
    /^redirects are never followed: the service has to serve the path of the document itself, with the slash at its end$/,
    `${service}: serve the path of the document itself, with the slash at its end`,
  ],
  [
    'a redirect of all to https',
    'both',
    to('https://127.0.0.1:1/entity'),
    /^redirects are never followed, and this one leads to another host or to https: see CONFORMANCE_BASE_URL; if/,
    `${operator}: check CONFORMANCE_BASE_URL. ${service}: if the base URL is right, serve the path of the document itself, with the slash at its end; if the base URL is right, serve the path of the document itself`,
  ],
  [
    'a redirect to a login, where others without a token got 401',
    'both',
    to('/users/sign_in'),
    /^redirects are never followed, and this one leads to a login: the service has to accept the token/,
    `${service}: accept the token (Authorization: Bearer TOKEN) without a redirect to a login. ${operator}: if the base URL is not that of the service, correct CONFORMANCE_BASE_URL`,
  ],
  [
    'a record beside a denial',
    'delete',
    json(200, { success: false, data: { integrationId: 'a', journalTypeId: 'b', businessDataTypeId: 'c' } }),
    /^a response has either the record or an error/,
    `${service}: return either the record or an error`,
  ],
];

describe('a refusal of a request that conforms to the document', () => {
  test.each(refusals)('%s', (_, refused, response, hint, act) => {
    const { unanswered, conclusion, summary } = refusedBy(refused, response);
    expect(summary.exitCode).toBe(3);
    for (const one of unanswered) expect(one.hint).toMatch(hint);
    expect(unanswered).toHaveLength(refused === 'both' ? 2 : 1);
    expect(conclusion.act).toBe(act);
    const isOfService = act.startsWith(service);
    expect(conclusion.actor).toBe(isOfService ? 'service' : 'operator');
    const owners = new Set(conclusion.acts?.map(({ owner }) => owner));
    expect(owners).toEqual(new Set([isOfService ? 'the service' : 'whoever runs this check']));
    expect(conclusion.next.startsWith('Fix the service')).toBe(isOfService);
  });

  test.each([
    ['Express', page(404, '<pre>Cannot DELETE /entity/1/automationRule/2</pre>')],
    ['NestJS', json(404, { statusCode: 404, message: 'Cannot DELETE /entity/1', error: 'Not Found' })],
    ['Fastify', json(404, { message: 'Route DELETE:/entity/1/automationRule/2 not found', statusCode: 404 })],
    ['Laravel', json(404, { message: 'The route entity/1/automationRule/2 could not be found.' })],
    ['Rails', json(404, { error: 'No route matches [DELETE] "/entity/1"' })],
    ['Spring', json(404, { status: 404, detail: 'No static resource entity/1/automationRule/2.' })],
    [
      'Flask',
      page(404, '<h1>Not Found</h1><p>The requested URL was not found on the server. If you entered it'),
    ],
    ['Apache', page(404, '<p>The requested URL /entity/1 was not found on this server.</p>')],
    ['Go', page(404, '404 page not found\n')],
    ['Kong', json(404, { message: 'no Route matched with those values' })],
    ['nginx', page(404, '<center><h1>404 Not Found</h1></center><hr><center>nginx/1.27.0</center>')],
  ])('the page of %s for a missing route', (_, response) => {
    const { unanswered, conclusion } = refusedBy('delete', response);
    expect(unanswered[0]?.hint).toMatch(/^the response looks like that of a server without this route/);
    expect(conclusion.act).toBe(serveDelete);
  });

  test.each([
    { error: 'rule not found' },
    { message: 'The automation rule was not found on this entity' },
    { error: 'cannot delete this rule' },
    { error: 'no such rule' },
  ])('%j is not taken for a missing route', (body) =>
    expect(refusedBy('delete', json(404, body)).unanswered[0]?.hint).toMatch(
      /^check that the automation rule/,
    ),
  );

  test('an identifier that has not the form of the document is for whoever named it', () => {
    const named = (one: Exchange): Exchange => ({
      ...one,
      request: { ...one.request, addressed: { ...one.request.addressed, entityId: 'e-1' } },
    });
    const response = json(400, { error: 'entityId is malformed' });
    const { unanswered, conclusion } = refusedBy('put', response, conformingExchanges().map(named));
    expect(unanswered[0]?.hint).toMatch(
      /^the response names entityId, whose value does not have the form of the document/,
    );
    expect(conclusion.act).toContain(`${operator}: correct CONFORMANCE_ENTITY_ID`);
  });

  test('an identifier that is only said again is not what the error is about', () => {
    const [{ request }] = conformingExchanges() as [Exchange];
    const echo = json(400, { entityId: request.addressed['entityId'], error: 'column must be a string' });
    expect(refusedBy('put', echo).unanswered[0]?.hint).toMatch(ofBody);
  });

  test('404 to all DELETEs, whatever their credentials, may be about the rule too', () => {
    const response = json(404, { error: 'Not Found' });
    const all = conformingExchanges().map((one) => (one.operation === 'delete' ? { ...one, response } : one));
    const { unanswered, conclusion } = reportOf(recordingOf(all));
    expect(unanswered[0]?.hint).toMatch(
      /^requests without credentials got it too .* else: check that the automation rule/,
    );
    expect(conclusion.act).toBe(
      `${serveDelete}. ${operator}: if the route is there, name an existing automation rule`,
    );
  });

  test('every request redirected to a login', () => {
    const { conclusion } = reportOf(
      recordingOf(conformingExchanges().map((one) => ({ ...one, response: to('/login') }))),
    );
    expect(conclusion.verdict).toBe('Nothing was checked: every request was redirected');
    expect(conclusion.act).toBe(
      `${operator}: check CONFORMANCE_BASE_URL. ${service}: if the base URL is right, accept the token (Authorization: Bearer TOKEN) without a redirect to a login`,
    );
  });

  test('429 to requests without a token: whoever runs the check sends them more slowly', () => {
    const response = json(429, { error: 'slow down' });
    const all = conformingExchanges().map((one) => (one.credentials === 'none' ? { ...one, response } : one));
    expect(reportOf(recordingOf(all)).conclusion.act).toMatch(`${operator}: send requests more slowly`);
  });

  const own = (operation: string, change: (one: Exchange) => Partial<Exchange>) =>
    conformingExchanges().map((one) => (one.operation === operation ? { ...one, ...change(one) } : one));
  const asRefused =
    (response: Response) =>
    ({ credentials }: Exchange) =>
      credentials === 'authorised' ? { response: json(404, { error: 'Not Found' }) } : { response };

  test.each([
    ['requests without credentials are redirected to a login', own('delete', asRefused(to('/login')))],
    [
      'requests without credentials get 404 of the PUT too, which succeeds',
      own('put', ({ credentials }) =>
        credentials === 'authorised' ? {} : { response: json(404, { error: 'Not Found' }) },
      ).map((one) =>
        one.operation === 'delete' ? { ...one, response: json(404, { error: 'Not Found' }) } : one,
      ),
    ],
  ])('404 says nothing of the route where %s', (_, exchanges) => {
    const { unanswered } = reportOf(recordingOf(exchanges));
    expect(unanswered[0]?.hint).toMatch(/^check that the automation rule exists/);
  });

  test('members that the document does not have are taken out of the body first', () => {
    const sent = ({ request }: Exchange) => {
      const body = JSON.parse(request.body ?? '{}') as { readonly action: object };
      const more = { ...body, foo: 1, action: { ...body.action, bar: 2 } };
      return { request: { ...request, body: JSON.stringify(more) } };
    };
    const { unanswered, conclusion } = refusedBy('put', json(400, { error: 'unknown' }), own('put', sent));
    expect(unanswered[0]?.hint).toMatch(/^the PUT has bar, foo, which the document does not have: /);
    expect(conclusion.act).toMatch(
      /^By whoever runs this check: take bar, foo out of the body .CONFORMANCE_TRANSFORMER_FILE./,
    );
  });

  test('a base path that is called like a login is none', () => {
    const { request } = conformingExchanges().find(({ operation }) => operation === 'put') as Exchange;
    const url = request.url.replace('127.0.0.1:1', '127.0.0.1:1/sso');
    const response = to(new URL(url).pathname.replace(/\/$/, ''));
    const at = own('put', () => ({ request: { ...request, url } }));
    expect(refusedBy('put', response, at).unanswered[0]?.hint).toMatch(
      /^redirects are never followed: the service has to serve the path of the document itself/,
    );
  });

  test('304 is no redirect', () => {
    expect(refusedBy('put', utf8Response('', 304)).unanswered[0]?.hint).toMatch(ofBody);
  });

  test('403 to everybody may come from something in front of the service', () => {
    const all = own('put', () => ({ response: json(403, { error: 'blocked' }) }));
    expect(reportOf(recordingOf(all)).unanswered[0]?.hint).toMatch(
      /^requests without a valid token got 403 too/,
    );
  });

  test('401 to one of several requests with the same token', () => {
    const [first] = own('put', () => ({})).filter(({ id }) => id === 'put-authorised');
    const again = { ...(first as Exchange), id: 'put-authorised-2', response: json(401, { error: 'no' }) };
    const { conclusion, unanswered } = reportOf(recordingOf([...conformingExchanges(), again]));
    expect(unanswered[0]?.hint).toMatch(/^the token was accepted for another PUT of the same run/);
    expect(conclusion.act).toBe(`${service}: accept the token for every PUT`);
  });

  test('a connection that is closed to requests without a token refuses them, and fails nothing', () => {
    const closed = conformingExchanges().map((one): Exchange => {
      if (one.credentials === 'authorised') return one;
      const { response: _, ...rest } = one;
      return { ...rest, failure: { kind: 'closed', message: 'closed', sent: true } };
    });
    expect(refusedBy('put', json(403, { error: 'no' }), closed).conclusion.act).toMatch(
      `${operator}: set a token that may send the PUT`,
    );
  });
});
