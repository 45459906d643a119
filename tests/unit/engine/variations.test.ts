import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { TargetSettings } from '../../../src/settings/index.ts';
import { sampleOf } from '../../support/properties.ts';
import { noRule, runScript } from '../../support/run-target.ts';
import { type Prepared, type Script, sendPrepared } from '../../support/service.ts';

type Answer = { status: string; requestId: string; data: Record<string, unknown> } & Record<string, unknown>;

type Settings = Partial<TargetSettings> & { readonly prefix?: string };
type Variation = readonly [name: string, script: Script, settings?: Settings];

const asItIs: Script = (_, prepared, response) => sendPrepared(prepared, response);

/** Changes the authorised answers; refusals stay as they are. */
function answered(change: (prepared: Prepared, response: ServerResponse) => void): Script {
  return (call, prepared, response) => {
    if (call.credentials === 'authorised') change(prepared, response);
    else sendPrepared(prepared, response);
  };
}

function withStatus(status: number): Script {
  return answered((prepared, response) => sendPrepared({ ...prepared, status }, response));
}

function withContentType(type: string | null): Script {
  return answered((prepared, response) =>
    sendPrepared({ ...prepared, headers: type === null ? {} : { 'content-type': type } }, response),
  );
}

function edited(edit: (answer: Answer) => void): Script {
  return answered((prepared, response) => {
    const answer = JSON.parse(prepared.body) as Answer;
    edit(answer);
    sendPrepared({ ...prepared, body: JSON.stringify(answer) }, response);
  });
}

/** @param from in the body of a response */
function replaced(from: string, to: string): Script {
  return rewritten((text) => text.replaceAll(from, to));
}

function rewritten(rewrite: (text: string) => string): Script {
  return answered((prepared, response) =>
    sendPrepared({ ...prepared, body: rewrite(prepared.body) }, response),
  );
}

function compressed(encoding: string, compress: (body: string) => Buffer): Script {
  return answered(({ status, headers, body }, response) => {
    response.writeHead(status, { ...headers, 'content-encoding': encoding }).end(compress(body));
  });
}

function refusal(name: string, refuse: (response: ServerResponse) => void): Variation {
  const script: Script = (call, prepared, response) => {
    if (call.credentials === 'authorised') sendPrepared(prepared, response);
    else refuse(response);
  };
  return [`unauthorised requests refused ${name}`, script];
}

const slowly = answered(({ status, headers, body }, response) => {
  response.writeHead(status, headers);
  const middle = Math.floor(body.length / 2);
  response.write(body.slice(0, 1));
  setTimeout(() => response.write(body.slice(1, middle)), 20);
  setTimeout(() => response.end(body.slice(middle)), 40);
});

const edit = (name: string, change: (answer: Answer) => void): Variation => [name, edited(change)];

const variations: readonly Variation[] = [
  ['as it is', asItIs],
  ...[201, 202, 203, 206, 299].map((status): Variation => [`status ${status}`, withStatus(status)]),
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON;Charset=UTF-8',
    'application/vnd.api+json',
    'text/plain',
    null,
  ].map((type): Variation => [`content type ${type}`, withContentType(type)]),
  ['compressed with gzip', compressed('gzip', gzipSync)],
  ['compressed with x-gzip', compressed('X-GZIP', gzipSync)],
  ['compressed with deflate', compressed('deflate', deflateSync)],
  ['compressed with raw deflate', compressed('deflate', deflateRawSync)],
  ['compressed with br', compressed('br', brotliCompressSync)],
  ['compressed twice', compressed('gzip, br', (body) => brotliCompressSync(gzipSync(body)))],
  ['content-encoding identity', compressed('identity', (body) => Buffer.from(body))],
  ['chunked slowly', slowly],
  [
    'white space around and inside',
    rewritten((text) => ` \r\n\t${JSON.stringify(JSON.parse(text), null, 4)}\n`),
  ],
  ['ASCII escapes', replaced('success', '\\u0073uccess')],
  edit('unknown fields everywhere', (answer) => {
    answer['traceId'] = 'abc';
    answer.data['extra'] = { deep: [1, null] };
    const { conditions, action } = answer.data as { conditions?: object[]; action?: object };
    if (action !== undefined) Object.assign(action, { note: 'x' });
    for (const condition of conditions ?? []) Object.assign(condition, { id: 1 });
  }),
  edit('keys in another order', (answer) => {
    const { status, data } = answer;
    answer.data = Object.fromEntries(Object.entries(data).reverse());
    delete (answer as Partial<Answer>).status;
    answer.status = status;
  }),
  edit('unknown enumeration strings', ({ data }) => {
    data['status'] = 'ZZZ';
    data['type'] = 'SOMETHING_NEW';
  }),
  edit('filled conditions and journalActions', ({ data }) => {
    if ('journalActions' in data)
      Object.assign(data, { conditions: [{ any: 'thing' }, 7], journalActions: [[], 'text'] });
  }),
  edit('map as an object', ({ data }) => {
    if ('entryLineAuxiliaryValueMap' in data) data['entryLineAuxiliaryValueMap'] = { key: ['value'] };
  }),
  edit('leap days', ({ data }) => {
    if ('journalActions' in data)
      Object.assign(data, {
        createdAt: '2024-02-29 00:00:00',
        updatedAt: '2000-02-29',
        deletedAt: '2024-02-29 23:59:59',
      });
    else Object.assign(data, { createdAt: '2024-02-29', updatedAt: '2024-02-29T23:59:59.5+14:00' });
  }),
  edit('upper-case UUID of another version', (answer) => {
    answer.requestId = answer.requestId.toUpperCase().replace('-4000-', '-7ABC-');
  }),
  edit('empty deletedAt while it lives', ({ data }) => {
    if ('action' in data) data['deletedAt'] = '';
  }),
  edit('flags the other way round', ({ data }) => {
    data['enabled'] = false;
    if ('journalActions' in data) data['enableAutomationJournalApproved'] = 'false';
  }),
  edit('empty texts where any text will do', ({ data }) => {
    if ('journalActions' in data) Object.assign(data, { name: '', type: '' });
    else data['status'] = '';
  }),
  ['negative priority', replaced('"priority":1', '"priority":-3')],
  ['3.0 as an integer', replaced('"priority":1', '"priority":3.0')],
  ['1e2 as an integer', replaced('"amount":16', '"amount":1.6e1')],
  ['an integer beyond 2^53', replaced('"priority":1', '"priority":9007199254740993')],
  ['an integer beyond doubles', replaced('"datetime":11', '"datetime":1e400')],
  ['minus zero', replaced('"priority":1', '"priority":-0')],
  ['a time zone in another case', replaced('Asia/Shanghai', 'asia/shanghai')],
  ...[400, 401, 403, 404, 407, 418].map((status) =>
    refusal(`with ${status}`, (to) => to.writeHead(status).end('no')),
  ),
  refusal('with an empty 401', (to) => to.writeHead(401).end()),
  refusal('with a redirect to a login page', (to) => to.writeHead(302, { location: '/login' }).end()),
  refusal('with an error envelope', (to) => to.end('{"status":"error","requestId":"x","data":null}')),
  refusal('with an empty record', (to) => to.end('{"status":"unauthorised","data":{}}')),
  refusal('by a closed connection', ({ socket }) => socket?.destroy()),
  refusal('by a reset connection', ({ socket }) => socket?.resetAndDestroy()),
  ['a path prefix in the base URL', asItIs, { prefix: '/api/v1' }],
  ['an entity id that needs encoding', asItIs, { entityId: 'é&=+,;@', operations: ['put'] }],
  ['the PUT sent three times', asItIs, { repeat: 3 }],
  ['one request at a time', asItIs, { serial: true }],
  ['the PUT alone', asItIs, { operations: ['put'] }],
  ['the DELETE alone', asItIs, { operations: ['delete'] }],
  ['no unauthorised requests', asItIs, { unauthorized: false }],
  [
    'three rules',
    asItIs,
    { values: { ...noRule, automationRuleId: ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] } },
  ],
];

test('there are enough of them', () => expect(variations.length).toBeGreaterThanOrEqual(30));

test.for(sampleOf(variations))(
  'a conforming service that does it another way: %s',
  async ([, script, settings]) => {
    const { report } = await runScript(script, settings);
    const stated = report.requirements.filter(
      ({ strength, verdict }) => strength === 'stated' && verdict === 'deviates',
    );
    expect(stated.map(({ id, evidence }) => ({ id, evidence }))).toEqual([]);
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
  },
);
