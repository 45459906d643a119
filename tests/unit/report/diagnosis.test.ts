import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/model/exchange.ts';
import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  recordingOf,
  sentTransformer,
  utf8Response,
  withAnswer,
} from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';

/** What is wrong and the fix, said so that whoever builds the service need not open the document. */

type Changes = Readonly<Record<string, unknown>>;

function problemsWith(operation: 'put' | 'delete', body: string, type = 'application/json') {
  const response = utf8Response(body, 200, [['content-type', type]]);
  return reportOf(recordingOf(withAnswer(operation, response))).problems;
}

/** Problems of the conforming response with other members in its record; undefined removes one. */
function problemsOf(operation: 'put' | 'delete', changes: Changes) {
  const answer = operation === 'put' ? putAnswer : deleteAnswer;
  return problemsWith(operation, JSON.stringify({ ...answer, data: { ...answer.data, ...changes } }));
}

const absent = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
const { data, ...envelope } = putAnswer;
const { action, ...others } = data;
const { automationRuleId, createdAt, updatedAt } = deleteAnswer.data;

test.each([
  ['put', absent('enabled'), 'add enabled: true or false'],
  ['put', absent('name'), 'add name: as it was sent'],
  [
    'put',
    absent('name', 'businessDataTypeId', 'enabled', 'derivativeType'),
    'add name, businessDataTypeId and derivativeType, as they were sent; enabled: true or false',
  ],
  ['put', absent('entityId'), 'add entityId: the entityId in the path'],
  ['put', absent('deletedAt'), 'add deletedAt: a date and time such as YYYY-MM-DD HH:MM:SS, or ""'],
  [
    'put',
    absent('conditions'),
    'add conditions: an array of objects with column, columnType, type, operator and value',
  ],
  ['delete', absent('createdAt'), 'add createdAt: YYYY-MM-DD HH:MM:SS'],
  ['delete', absent('priority'), 'add priority: an integer'],
  ['delete', absent('entryLineAuxiliaryValueMap'), 'add entryLineAuxiliaryValueMap: an object or null'],
  [
    'delete',
    absent('enableAutomationJournalApproved'),
    'add enableAutomationJournalApproved: "true" or "false"',
  ],
  ['delete', absent('enabled', 'deletedAt'), 'add enabled: true or false; deletedAt: YYYY-MM-DD HH:MM:SS'],
] as const)('a field that is missing: %s %o', (operation, changes, cure) =>
  expect(problemsOf(operation, changes)).toMatchObject([{ cause: 'missing', cure }]),
);

test('what is missing in all operations is said once, and what they have alone with the method', () => {
  const response = utf8Response('{}', 200);
  const both = recordingOf(
    conformingExchanges().map((one) => (one.response?.status === 200 ? { ...one, response } : one)),
  );
  const [problem] = reportOf(both).problems;
  expect(problem?.cure?.split('; ')).toMatchObject([
    'add status: "success"',
    'requestId: a UUID (8-4-4-4-12 hexadecimal digits)',
    expect.stringMatching(/^in PUT, data: an object with derivativeFactTransformerId, /),
    expect.stringMatching(/^in DELETE, data: an object with automationRuleId, /),
  ]);
  expect(problem?.title).toBe('PUT and DELETE: status, requestId and data are missing');
});

test.each([
  [
    'a member of the envelope',
    { ...putAnswer, requestId: undefined },
    { cure: 'add requestId: a UUID (8-4-4-4-12 hexadecimal digits)' },
  ],
  [
    'a field of the record that the response has too is named with its path',
    { ...envelope, data: { ...data, status: undefined } },
    { title: 'PUT: data.status is missing', cure: 'add data.status: a string' },
  ],
  ['that of the response is not', { ...putAnswer, status: undefined }, { title: 'PUT: status is missing' }],
  [
    'what begins as the request does is in the response all the same',
    { data },
    { title: 'PUT: status and requestId are missing' },
  ],
  [
    'an object whose fields are beside its place',
    { ...envelope, data: { ...others, ...action } },
    {
      cause: 'flattened',
      title: 'PUT: the fields of action are in the record, not in action',
      cure: 'put datetime, timezone, referenceNo, type, assetName, positionSide, currency and amount into "action"',
    },
  ],
  [
    'the entity of the path and a value of the body in the place of each other are one mistake',
    { ...envelope, data: { ...data, entityId: data.businessDataTypeId, businessDataTypeId: data.entityId } },
    {
      title: "PUT: businessDataTypeId and entityId are in each other's place",
      cure: 'return businessDataTypeId and entityId as they were sent',
    },
  ],
  [
    'the record under a name that the document does not have, recognised by its fields',
    { ...envelope, result: data },
    { cause: 'other-name', title: 'PUT: data is sent as result', cure: 'rename result to data' },
  ],
  [
    'an array under such a name, recognised by the fields of its elements',
    { ...envelope, data: { ...data, conditions: undefined, rules: data.conditions } },
    { cure: 'rename rules to conditions' },
  ],
  [
    'a field of the record under another name keeps its path where the response has it too',
    { ...envelope, data: { ...data, status: undefined, Status: 'DOING' } },
    { cure: 'rename data.Status to data.status' },
  ],
  [
    'what is in place of most fields is named',
    { ...envelope, data: { error: 'x' } },
    { title: 'PUT: 12 fields of the record are missing; undocumented field: error' },
  ],
  [
    'much in place of most fields is counted',
    { ...envelope, data: { a: 1, b: 2, c: 3, d: 4, e: 5 } },
    { title: expect.stringMatching(/; undocumented fields: a, b, c, d and 1 more$/) },
  ],
  [
    'nothing in place of most fields',
    { ...envelope, data: {} },
    { title: 'PUT: 12 fields of the record are missing' },
  ],
  [
    'what is added to most fields is not named',
    { ...envelope, data: { ...data, action: undefined, links: [] } },
    { title: 'PUT: action is missing' },
  ],
  [
    'one of several elements is not said of each',
    { ...envelope, data: { ...data, conditions: [data.conditions[0], null] } },
    { title: 'PUT: an element of conditions is null; the document requires an object' },
  ],
])('%s', (_, answer, problem) =>
  expect(problemsWith('put', JSON.stringify(answer))).toMatchObject([problem]),
);

test('a record one level too deep', () => {
  const body = JSON.stringify({ ...deleteAnswer, data: { rule: deleteAnswer.data } });
  const title = 'DELETE: 16 fields of the record are one level too deep';
  const cure = 'move what is in /data/rule up into /data';
  expect(problemsWith('delete', body)).toMatchObject([{ title, cure }]);
});

describe('a field under another name', () => {
  test.each([
    ['the value sent', { automationRuleId: undefined, id: automationRuleId }, 'automationRuleId', 'id'],
    ['another spelling', { createdAt: undefined, created_at: createdAt }, 'createdAt', 'created_at'],
  ])('%s', (_, changes, documented, found) =>
    expect(problemsOf('delete', changes)).toMatchObject([
      {
        cause: 'other-name',
        title: `DELETE: ${documented} is sent as ${found}`,
        cure: `rename ${found} to ${documented}`,
      },
    ]),
  );

  test('several are listed', () => {
    const moved = { created_at: createdAt, updated_at: updatedAt };
    const changes = { createdAt: undefined, updatedAt: undefined, ...moved };
    expect(problemsOf('delete', changes)).toMatchObject([
      { cure: 'rename created_at to createdAt; updated_at to updatedAt' },
    ]);
  });

  test.each([
    ['that is merely alike', { name: undefined, ruleName: 'x' }],
    ['that is about something else', { name: undefined, description: 'x' }],
  ])('not one %s', (_, changes) =>
    expect(problemsOf('delete', changes).map(({ cause }) => cause)).toEqual(['missing']),
  );
});

test.each([
  [[...putAnswer.data.conditions, ...putAnswer.data.conditions], 'more', '2 elements, not 4 elements'],
  [putAnswer.data.conditions.slice(1), 'fewer', '2 elements, not 1 element'],
  [[], 'fewer', '2 elements, not 0 elements'],
])('an array with more or fewer elements: %o', (conditions, than, counts) =>
  expect(problemsOf('put', { conditions })).toMatchObject([
    {
      title: `PUT: conditions has ${than} elements than were sent`,
      cure: `return as many elements as were sent: ${counts}`,
    },
  ]),
);

test('what only some of the operations need, with another word for both and for one', () => {
  const exchanges = conformingExchanges().map((one) => {
    const answer = one.operation === 'put' ? { status: 'success' } : {};
    return one.response?.status === 200 ? { ...one, response: utf8Response(JSON.stringify(answer)) } : one;
  });
  const cure = reportOf(recordingOf(exchanges)).problems[0]?.cure ?? '';
  expect(cure).toContain('; in PUT, data: an object');
  expect(cure).toContain('; in DELETE, data: an object');
  expect(cure).toContain('only in DELETE, status: "success"');
});

describe('a moment that does not exist', () => {
  test.each([
    ['2026-20-05 10:20:30', 'month 20, which does', 'send a month from 01 to 12'],
    ['2026-01-05 24:00:00', 'hour 24, which does', 'send an hour from 00 to 23'],
    ['2026-01-05 10:60:00', 'minute 60, which does', 'send a minute from 00 to 59'],
    ['2026-01-05 10:20:60', 'second 60, which does', 'send a second from 00 to 59'],
    ['2025-02-29 10:20:30', 'day 29, which does', 'send a day from 01 to 28'],
    ['2024-02-30 10:20:30', 'day 30, which does', 'send a day from 01 to 29'],
    ['0000-00-00 00:00:00', 'year 0000, month 00 and day 00, which do', 'send the correct date and time'],
  ])('%s: its wrong part is named', (createdAt, part, cure) =>
    expect(problemsOf('delete', { createdAt })).toMatchObject([
      { cause: 'no-such-day', title: `DELETE: createdAt has ${part} not exist`, cure },
    ]),
  );

  test('it may be left empty where that is allowed', () =>
    expect(problemsOf('put', { deletedAt: '0000-00-00' })[0]?.cure).toBe(
      'send the correct date and time, or leave it empty: ""',
    ));

  test('several', () => {
    const changes = { createdAt: '2026-20-05 10:20:30', deletedAt: '2026-01-05 24:00:00' };
    const title = 'DELETE: createdAt and deletedAt have parts that do not exist';
    const cure = 'send dates and times that exist';
    expect(problemsOf('delete', changes)).toMatchObject([{ title, cure }]);
  });
});

test.each([
  ['delete', { deletedAt: null }, 'send a string as YYYY-MM-DD HH:MM:SS, not null'],
  ['delete', { integrationId: 4711 }, 'send a string as 32 hexadecimal digits in lower case, not 4711'],
  ['put', { deletedAt: null }, 'send "", not null'],
  ['put', { action: [] }, /^send an object with datetime, .* and amount, not an array$/],
] as const)('a value that is none: %s %o: its form is said at once', (operation, changes, cure) =>
  expect(problemsOf(operation, changes)[0]?.cure).toMatch(cure),
);

test.each([
  ['html', '<!DOCTYPE html><html></html>'],
  ['html', '<!-- app -->\n<html></html>'],
  ['html', '<pre>Cannot PUT /entity</pre>'],
  ['html', '<?xml version="1.0"?><!DOCTYPE html PUBLIC ""><html></html>'],
  ['html', '<app-root></app-root>', 'text/html; charset=utf-8'],
  ['xml', '<?xml version="1.0"?><Error/>', 'application/xml'],
  ['xml', '<Error><Code>1</Code></Error>', 'text/plain'],
  ['xml', '<!-- by hand --><error/>', 'text/plain'],
  ['plain-text', 'OK', 'text/plain'],
  ['broken-json', "{'status': 'success'}"],
  ['ends-early', '{"status": "success"'],
  ['text-before', 'DEBUG {request}\n{"status":"success"}'],
  ['text-before', '/* ok */{"status":"success"}'],
  ['text-behind', '{"status":"success"}{"status":"success"}'],
])(
  'what is not JSON, a byte order mark before it or not: %s: %s',
  (cause, body, type = 'application/json') => {
    const [wanted, ...others] = problemsWith('put', body, type);
    expect([wanted?.cause, others]).toEqual([cause, []]);
    expect(wanted?.cure).toEqual(expect.any(String));
    expect(problemsWith('put', `\ufeff${body}`, type)).toEqual([wanted]);
  },
);

test.each([
  ['{"status":"success",}', 'a comma before }', /^leave out the comma/],
  ['{"status":["success",]}', 'a comma before ]', /^leave out the comma/],
  ['{"status":"success"/*1*/}', 'a comment', /^leave comments out/],
  ['{"status":"success" "data":1}', 'no comma or } after a member', /^write a comma in front/],
  ['{"status":/*1*/"success"}', 'a comment', /^leave comments out/],
  ["{'status': 'success'}", 'a single quote', /double quotes/],
  ['{"status":NaN}', 'NaN', /^send a number: .*allow_nan=False/],
  ['{"status":-Infinity}', '-Infinity', /JSON has no -Infinity/],
  ['{"status":None}', 'None', /^write null, true and false, not None/],
  ['{"status":undefined}', 'undefined', /^send null or a value/],
  ['{"status":success}', 'no JSON value', /^write the body with a JSON library/],
])('broken JSON: its first error, and what to write in its place: %s', (body, found, cure) => {
  const title = `PUT: the response is not valid JSON: ${found}`;
  const wanted = [{ cause: 'broken-json', title, cure: expect.stringMatching(cure) }];
  expect(problemsWith('put', body)).toMatchObject(wanted);
  expect(problemsWith('put', `\ufeff${body}`)).toMatchObject(wanted);
});

test('what is in front of the object is quoted', () =>
  expect(problemsWith('put', 'DEBUG one\n{"status":"success"}')[0]?.cure).toBe(
    'begin the body with the opening brace of the object, without "DEBUG one"',
  ));

test.each([204, 205])('no body, with status %i', (status) => {
  const response = utf8Response('', status, []);
  expect(reportOf(recordingOf(withAnswer('delete', response))).problems).toMatchObject([
    { cause: 'no-content', title: `DELETE: the response has no body (${status})` },
  ]);
});

test('the record in the root: its status is not the one of the envelope', () => {
  const problems = problemsWith('put', JSON.stringify(putAnswer.data));
  expect(problems.map(({ cause }) => cause)).toContain('without-envelope');
  expect(problems.find(({ cause }) => cause === 'other-word')?.cure).toBe(
    'send "success" beside "data"; "DOING" is that of the record, which belongs into "data"',
  );
});

describe('a setting that is the cause', () => {
  const uuid = '01234567-89ab-cdef-0123-456789abcdef';
  const hex = uuid.replaceAll('-', '');
  type Request = Exchange['request'];
  /** Of an exchange with another response, to a request that was changed. */
  const problemsAt = (id: string, body: string, change: (request: Request) => Partial<Request>) => {
    const changed = (one: Exchange): Exchange => ({
      ...one,
      response: utf8Response(body),
      request: { ...one.request, ...change(one.request) },
    });
    return reportOf(recordingOf(conformingExchanges().map((one) => (one.id === id ? changed(one) : one))))
      .problems;
  };
  test.each([
    [
      'the service returns an id in a form that the document excludes',
      { entityId: uuid },
      uuid,
      `send 32 hexadecimal digits in lower case, and set CONFORMANCE_ENTITY_ID to ${hex}: the run sent this value`,
    ],
    [
      'an id that a command may have printed names that command',
      { automationRuleId: uuid },
      uuid,
      `send 32 hexadecimal digits in lower case, and set CONFORMANCE_AUTOMATION_RULE_ID to ${hex}, or let CONFORMANCE_RULE_COMMAND print it so: the run sent this value`,
    ],
    [
      'the service returns the form of the document, and not that of the setting',
      { entityId: uuid },
      hex,
      `set CONFORMANCE_ENTITY_ID to ${hex}: the service returns the form of the document, and the run sent another`,
    ],
  ])('%s', (_, sent, returned, cure) => {
    const [key = ''] = Object.keys(sent);
    const body = JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, [key]: returned } });
    const cause = returned === hex ? 'not-as-sent' : 'hyphens';
    const change = ({ addressed }: Request) => ({ addressed: { ...addressed, ...sent } });
    expect(problemsAt('delete-authorised', body, change)).toMatchObject([{ cause, cure }]);
  });

  test.each([
    [
      { action: { ...sentTransformer.action, timezone: 'Mars/Olympus' } },
      /^send a name of the IANA.*, and correct/,
    ],
    [{ businessDataTypeId: '' }, /^fill it, and correct/],
  ])('a body of the operator that the document excludes: %j', (change, words) => {
    const sent = { ...sentTransformer, ...change };
    const action = { ...putAnswer.data.action, ...('action' in change ? change.action : {}) };
    const answer = { ...putAnswer, data: { ...putAnswer.data, ...change, action } };
    const body = JSON.stringify(sent);
    const [problem] = problemsAt('put-authorised', JSON.stringify(answer), () => ({ body }));
    expect(problem?.cure).toMatch(words);
    expect(problem?.cure).toContain(
      'it in the file that CONFORMANCE_TRANSFORMER_FILE names: the run sent this value',
    );
  });
});
