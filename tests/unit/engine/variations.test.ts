import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TargetSettings } from '../../../src/settings/index.ts';
import { sampleOf } from '../../support/properties.ts';
import { noRule, runScript } from '../../support/run-target.ts';
import { type Prepared, type Script, sendPrepared } from '../../support/service.ts';

type Answer = { status: string; requestId: string; data: Record<string, unknown> } & Record<string, unknown>;

interface Variation {
  readonly name: string;
  readonly script: Script;
  readonly settings?: Partial<TargetSettings> & { readonly prefix?: string };
}

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

function refusing(refuse: (response: ServerResponse) => void): Script {
  return (call, prepared, response) => {
    if (call.credentials === 'authorised') sendPrepared(prepared, response);
    else refuse(response);
  };
}

const slowly = answered(({ status, headers, body }, response) => {
  response.writeHead(status, headers);
  const middle = Math.floor(body.length / 2);
  response.write(body.slice(0, 1));
  setTimeout(() => response.write(body.slice(1, middle)), 20);
  setTimeout(() => response.end(body.slice(middle)), 40);
});

const edit = (name: string, change: (answer: Answer) => void): Variation => ({
  name,
  script: edited(change),
});

const variations: readonly Variation[] = [
  { name: 'as it is', script: (_, prepared, response) => sendPrepared(prepared, response) },
  ...[201, 202, 203, 206, 299].map((status) => ({ name: `status ${status}`, script: withStatus(status) })),
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON;Charset=UTF-8',
    'application/vnd.api+json',
    'text/plain',
    null,
  ].map((type) => ({
    name: `content type ${type}`,
    script: withContentType(type),
  })),
  { name: 'compressed with gzip', script: compressed('gzip', gzipSync) },
  { name: 'compressed with x-gzip', script: compressed('X-GZIP', gzipSync) },
  { name: 'compressed with deflate', script: compressed('deflate', deflateSync) },
  { name: 'compressed with raw deflate', script: compressed('deflate', deflateRawSync) },
  { name: 'compressed with br', script: compressed('br', brotliCompressSync) },
  { name: 'compressed twice', script: compressed('gzip, br', (body) => brotliCompressSync(gzipSync(body))) },
  { name: 'content-encoding identity', script: compressed('identity', (body) => Buffer.from(body)) },
  { name: 'chunked slowly', script: slowly },
  {
    name: 'white space around and inside',
    script: rewritten((text) => ` \r\n\t${JSON.stringify(JSON.parse(text), null, 4)}\n`),
  },
  { name: 'ASCII escapes', script: rewritten((text) => text.replaceAll('success', '\\u0073uccess')) },
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
  { name: 'negative priority', script: rewritten((text) => text.replace('"priority":1', '"priority":-3')) },
  {
    name: '3.0 and 1e2 as integers',
    script: rewritten((text) =>
      text.replace('"priority":1', '"priority":3.0').replace('"amount":16', '"amount":1.6e1'),
    ),
  },
  {
    name: 'integers beyond 2^53 and beyond doubles',
    script: rewritten((text) =>
      text
        .replace('"priority":1', '"priority":9007199254740993')
        .replace('"datetime":11', '"datetime":1e400'),
    ),
  },
  { name: 'minus zero', script: rewritten((text) => text.replace('"priority":1', '"priority":-0')) },
  {
    name: 'a time zone in another case',
    script: rewritten((text) => text.replace('Asia/Shanghai', 'asia/shanghai')),
  },
  ...[400, 401, 403, 404, 407, 418].map((status) => ({
    name: `unauthorised requests refused with ${status}`,
    script: refusing((response) => void response.writeHead(status).end('no')),
  })),
  { name: 'refused with an empty 401', script: refusing((response) => void response.writeHead(401).end()) },
  {
    name: 'refused with a redirect to a login page',
    script: refusing((response) => void response.writeHead(302, { location: '/login' }).end()),
  },
  {
    name: 'refused with 200 and an error envelope',
    script: refusing((response) => void response.end('{"status":"error","requestId":"x","data":null}')),
  },
  {
    name: 'refused with 200, an error envelope and an empty record',
    script: refusing((response) => void response.end('{"status":"unauthorised","data":{}}')),
  },
  {
    name: 'refused by a closed connection',
    script: (call, prepared, response, socket) =>
      void (call.credentials === 'authorised' ? sendPrepared(prepared, response) : socket.destroy()),
  },
  {
    name: 'refused by a reset connection',
    script: (call, prepared, response, socket) =>
      void (call.credentials === 'authorised' ? sendPrepared(prepared, response) : socket.resetAndDestroy()),
  },
  {
    name: 'a path prefix in the base URL',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { prefix: '/api/v1' },
  },
  {
    name: 'an entity id that needs encoding',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { entityId: 'é&=+,;@', operations: ['put'] },
  },
  {
    name: 'the PUT sent three times',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { repeat: 3 },
  },
  {
    name: 'one request at a time',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { serial: true },
  },
  {
    name: 'the PUT alone',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { operations: ['put'] },
  },
  {
    name: 'the DELETE alone',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { operations: ['delete'] },
  },
  {
    name: 'no unauthorised requests',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: { unauthorized: false },
  },
  {
    name: 'three rules',
    script: (_, prepared, response) => sendPrepared(prepared, response),
    settings: {
      values: { ...noRule, automationRuleId: ['a', 'b', 'c'].map((letter) => letter.repeat(32)) },
    },
  },
];

test('there are enough of them', () => {
  expect(variations.length).toBeGreaterThanOrEqual(30);
});

describe('a conforming service that does it another way', () => {
  test.each(sampleOf(variations))('$name', async ({ script, settings }) => {
    const { report } = await runScript(script, settings);
    const stated = report.requirements.filter(
      ({ strength, verdict }) => strength === 'stated' && verdict === 'deviates',
    );
    expect(stated.map(({ id, evidence }) => ({ id, evidence }))).toEqual([]);
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
  });
});
