import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { answerTo, automationRuleId, entityId, usualValues } from '../support/conforming.ts';
import { noRule } from '../support/run-target.ts';
import { asPrepared, type Call, type Prepared, type Script, sendPrepared } from '../support/service.ts';
import type { TargetSettings } from '../support/subject.ts';

/** Services that a whole run meets: those that conform in another way, those that refuse, and those that serve whoever asks. */

type Settings = Partial<TargetSettings> & { readonly prefix?: string };
export type ServiceRow = readonly [name: string, script: Script, settings?: Settings];
type Answer = { status: string; requestId: string; data: Record<string, unknown> } & Record<string, unknown>;

/** Changes the responses to requests with the token, or to those without. */
function changing(
  authorised: boolean,
  change: (prepared: Prepared, response: ServerResponse, call: Call) => void,
): Script {
  return (call, prepared, response) => {
    if ((call.credentials === 'authorised') === authorised) change(prepared, response, call);
    else sendPrepared(prepared, response);
  };
}

const answered = (change: (prepared: Prepared) => Partial<Prepared>): Script =>
  changing(true, (prepared, response) => sendPrepared({ ...prepared, ...change(prepared) }, response));
const edited = (edit: (answer: Answer) => void): Script =>
  answered(({ body }) => {
    const answer = JSON.parse(body) as Answer;
    edit(answer);
    return { body: JSON.stringify(answer) };
  });
const types = ['application/json; charset=utf-8', 'APPLICATION/JSON;Charset=UTF-8', 'text/plain', null];

const variations: readonly ServiceRow[] = [
  ['as it is', asPrepared],
  ...[201, 203, 206, 299].map((status): ServiceRow => [`status ${status}`, answered(() => ({ status }))]),
  ...types.map(
    (type): ServiceRow => [
      `content type ${type}`,
      answered(() => ({ headers: type === null ? {} : { 'content-type': type } })),
    ],
  ),
  ['unknown fields', edited((answer) => void Object.assign(answer, { traceId: 'abc' }))],
  ['unknown fields of the record', edited(({ data }) => void Object.assign(data, { extra: { deep: [1] } }))],
  [
    'an empty deletedAt of a PUT',
    edited(({ data }) => void ('action' in data && Object.assign(data, { deletedAt: '' }))),
  ],
  ['a path prefix', asPrepared, { prefix: '/api/v1' }],
  ['an entity id that needs encoding', asPrepared, { entityId: 'é&=+,;@', operations: ['put'] }],
  [
    'three rules',
    asPrepared,
    { values: { ...noRule, automationRuleId: ['a', 'b', 'c'].map((one) => one.repeat(32)) } },
  ],
];

const refusing = (refuse: (response: ServerResponse) => void) =>
  changing(false, (_, response) => refuse(response));
const coded = (response: ServerResponse) =>
  void response.writeHead(401, { 'content-encoding': 'gzip' }).end('{}');

const refusals: readonly ServiceRow[] = [
  ...[400, 403, 404, 407, 418].map(
    (status): ServiceRow => [`refuses with ${status}`, refusing((to) => to.writeHead(status).end('no'))],
  ),
  ['refuses with an empty 401', refusing((to) => to.writeHead(401).end())],
  ['refuses in a coding that it is not in', refusing(coded)],
  ['refuses with a login page', refusing((to) => to.writeHead(302, { location: '/login' }).end())],
  [
    'refuses with an error envelope',
    refusing((to) => to.end('{"status":"error","requestId":"x","data":null}')),
  ],
  ['closes the connection', refusing(({ socket }) => socket?.destroy())],
  ['resets the connection', refusing(({ socket }) => socket?.resetAndDestroy())],
  [
    'a made-up token is a 500',
    changing(false, (prepared, response, { credentials }) =>
      sendPrepared(credentials === 'none' ? prepared : { ...prepared, status: 500 }, response),
    ),
  ],
];

export const conformingServices: readonly ServiceRow[] = [...variations, ...refusals];

/** The same for everybody. */
const saying =
  (body: unknown, status = 200): Script =>
  (_, prepared, response) =>
    sendPrepared(
      { ...prepared, status, body: typeof body === 'string' ? body : JSON.stringify(body) },
      response,
    );

/** Serves callers that it should refuse. */
const serving =
  (...served: readonly Call['credentials'][]): Script =>
  (call, prepared, response) => {
    const body = JSON.stringify({ ...answerTo(call.operation), requestId: randomUUID() });
    sendPrepared(served.includes(call.credentials) ? { ...prepared, status: 200, body } : prepared, response);
  };

const twoRules = { values: { ...usualValues, automationRuleId: [automationRuleId, entityId] } };
const command = (ruleCommand: string): Settings => ({ values: { ...noRule, ruleCommand } });

/** What is sent to them, and what is said of them, is in the golden file. */
export const otherServices: readonly ServiceRow[] = [
  ['serves without the header', serving('none')],
  ['serves a made-up token', serving('made-up')],
  ...[201, 204, 205].map(
    (status): ServiceRow => [`${status} for everybody, two rules`, saying('', status), twoRules],
  ),
  ['an empty object without the token', changing(false, (_, response) => void response.end('{}'))],
  ['refuses the token, too', (_, __, response) => coded(response)],
  ['an error under 200 for everybody', saying({ code: 500, msg: 'please log in' })],
  ['one page for everybody', saying('<html>Sign in</html>')],
  ['503 for everybody', saying('', 503)],
  ['404 for everybody', saying({}, 404)],
  [
    'a redirect for everybody',
    (call, _, response) => void response.writeHead(307, { location: call.path }).end(),
  ],
  ['every connection closed', (_call, _prepared, _response, socket) => void socket.destroy()],
  ['too deep', answered(() => ({ body: '['.repeat(300) }))],
  ['too large', answered(() => ({ body: `[${'0,'.repeat(20_000)}0]` }))],
  ['no unauthorised requests', asPrepared, { unauthorized: false }],
  ['no unauthorised requests, 500', saying('', 500), { unauthorized: false }],
  ['the PUT alone', asPrepared, { operations: ['put'] }],
  ['the PUT four times', asPrepared, { operations: ['put'], repeat: 4 }],
  ['the DELETE alone', asPrepared, { operations: ['delete'] }],
  ['one after another', asPrepared, { serial: true }],
  ['no rule', asPrepared, { values: noRule }],
  ['a rule command that fails', asPrepared, command('exit 7')],
  ['a rule command that prints no id', asPrepared, command('echo')],
  ['a rule command that prints a path', asPrepared, command('echo ../../x')],
];
