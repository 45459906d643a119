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
function problemsOf(operation: 'put' | 'delete', changes: Changes, envelope: Changes = {}) {
  const answer = operation === 'put' ? putAnswer : deleteAnswer;
  return problemsWith(
    operation,
    JSON.stringify({ ...answer, ...envelope, data: { ...answer.data, ...changes } }),
  );
}

describe('a field that is missing', () => {
  const without = (name: string) => ({ [name]: undefined });
  test.each([
    ['put', { enabled: undefined }, 'add enabled: true or false'],
    ['put', { name: undefined }, 'add name: as it was sent'],
    [
      'put',
      { name: undefined, businessDataTypeId: undefined, enabled: undefined, derivativeType: undefined },
      'add name, businessDataTypeId and derivativeType, as they were sent; enabled: true or false',
    ],
    ['put', { entityId: undefined }, 'add entityId: the entityId in the path'],
    ['put', { deletedAt: undefined }, 'add deletedAt: a date and time such as YYYY-MM-DD HH:MM:SS, or ""'],
    ['delete', { createdAt: undefined }, 'add createdAt: YYYY-MM-DD HH:MM:SS'],
    ['delete', { priority: undefined }, 'add priority: an integer'],
    ['delete', without('entryLineAuxiliaryValueMap'), 'add entryLineAuxiliaryValueMap: an object or null'],
    [
      'delete',
      without('enableAutomationJournalApproved'),
      'add enableAutomationJournalApproved: "true" or "false"',
    ],
    [
      'delete',
      { enabled: undefined, deletedAt: undefined },
      'add enabled: true or false; deletedAt: YYYY-MM-DD HH:MM:SS',
    ],
  ] as const)('%s %o', (operation, changes, cure) =>
    expect(problemsOf(operation, changes)).toMatchObject([{ cause: 'missing', cure }]),
  );

  test('in the envelope, with the members of what it holds', () => {
    expect(problemsOf('put', {}, { requestId: undefined })).toMatchObject([
      { cure: 'add requestId: a UUID (8-4-4-4-12 hexadecimal digits)' },
    ]);
    expect(problemsOf('put', { conditions: undefined })[0]?.cure).toBe(
      'add conditions: an array of objects with column, columnType, type, operator and value',
    );
  });
});

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
  expect(problem?.title).toBe('PUT and DELETE: three fields of the response are missing');
});

test('a field of the record that the response has too is named with its path', () => {
  expect(problemsOf('put', { status: undefined })[0]).toMatchObject({
    title: 'PUT: data.status is missing',
    cure: 'add data.status: a string',
  });
  expect(problemsOf('put', {}, { status: undefined })[0]?.title).toBe('PUT: status is missing');
});

test('what begins as the request does is in the response all the same', () => {
  const body = JSON.stringify({ data: putAnswer.data });
  expect(problemsWith('put', body)[0]?.title).toBe('PUT: two fields of the response are missing');
});

test('an object whose fields are beside its place', () => {
  const { action, ...others } = putAnswer.data;
  const body = JSON.stringify({ ...putAnswer, data: { ...others, ...action } });
  expect(problemsWith('put', body)).toMatchObject([
    {
      cause: 'flattened',
      title: 'PUT: the fields of action are in the record, not in action',
      cure: 'put datetime, timezone, referenceNo, type, assetName, positionSide, currency and amount into "action"',
    },
  ]);
});

test('a record one level too deep', () => {
  const body = JSON.stringify({ ...deleteAnswer, data: { rule: deleteAnswer.data } });
  expect(problemsWith('delete', body)).toMatchObject([
    {
      title: 'DELETE: 16 fields of the record are one level too deep',
      cure: 'move what is in /data/rule up into /data',
    },
  ]);
});

test('the entity of the path and a value of the body in the place of each other are one mistake', () => {
  const { entityId, businessDataTypeId } = putAnswer.data;
  const swapped = { entityId: businessDataTypeId, businessDataTypeId: entityId };
  expect(problemsOf('put', swapped)).toMatchObject([
    {
      title: "PUT: businessDataTypeId and entityId are in each other's place",
      cure: 'return businessDataTypeId and entityId as they were sent',
    },
  ]);
});

describe('a field under another name', () => {
  const { automationRuleId, createdAt, updatedAt, name } = deleteAnswer.data;
  test.each([
    ['the value sent', { automationRuleId: undefined, id: automationRuleId }, 'automationRuleId', 'id'],
    ['one part of its name', { journalTypeId: undefined, typeId: 'a'.repeat(32) }, 'journalTypeId', 'typeId'],
    ['a longer name', { name: undefined, ruleName: name }, 'name', 'ruleName'],
    ['another word for the time', { createdAt: undefined, gmtCreate: createdAt }, 'createdAt', 'gmtCreate'],
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
    const moved = { createTime: createdAt, updateTime: updatedAt };
    const changes = { createdAt: undefined, updatedAt: undefined, ...moved };
    expect(problemsOf('delete', changes)).toMatchObject([
      { cure: 'rename createTime to createdAt; updateTime to updatedAt' },
    ]);
  });

  test.each([
    ['of another type', { name: undefined, ruleName: 4 }],
    ['that could be two fields', { integrationId: undefined, journalTypeId: undefined, id: 'a'.repeat(32) }],
    ['that is about something else', { name: undefined, description: 'x' }],
  ])('not one %s', (_, changes) =>
    expect(problemsOf('delete', changes).map(({ cause }) => cause)).toEqual(['missing']),
  );
});

describe('members under names that the document does not have', () => {
  const { data, ...envelope } = putAnswer;

  test('the record, recognised by its fields', () =>
    expect(problemsWith('put', JSON.stringify({ ...envelope, result: data }))).toMatchObject([
      { cause: 'other-name', title: 'PUT: data is sent as result', cure: 'rename result to data' },
    ]));

  test('an array, recognised by the fields of its elements', () => {
    const changes = { conditions: undefined, rules: data.conditions };
    expect(problemsOf('put', changes)).toMatchObject([{ cure: 'rename rules to conditions' }]);
  });

  test('a field of the record that the response has too keeps its path', () =>
    expect(problemsOf('put', { status: undefined, Status: 'DOING' })).toMatchObject([
      { cure: 'rename data.Status to data.status' },
    ]));

  test('what is there in place of most fields is named', () => {
    const titleOf = (record: unknown) =>
      problemsWith('put', JSON.stringify({ ...envelope, data: record }))[0]?.title;
    expect(titleOf({ error: 'x' })).toBe(
      'PUT: 12 fields of the record are missing; undocumented field: error',
    );
    expect(titleOf({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toMatch(
      /; undocumented fields: a, b, c, d and 1 more$/,
    );
    expect(titleOf({})).toBe('PUT: 12 fields of the record are missing');
  });

  test('one that is added to most fields is not', () =>
    expect(problemsOf('put', { action: undefined, links: [] })).toMatchObject([
      { title: 'PUT: action is missing' },
    ]));
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

test('one of several elements is not said of each', () =>
  expect(problemsOf('put', { conditions: [putAnswer.data.conditions[0], null] })[0]?.title).toBe(
    'PUT: an element of conditions is null; the document requires an object',
  ));

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

  test('several', () =>
    expect(
      problemsOf('delete', { createdAt: '2026-20-05 10:20:30', deletedAt: '2026-01-05 24:00:00' }),
    ).toMatchObject([
      {
        title: 'DELETE: two timestamps of the record are not in the calendar or on the clock',
        cure: 'send dates and times that exist',
      },
    ]));
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
  const withEntity = (entityId: string) => {
    const body = JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, entityId } });
    return problemsAt('delete-authorised', body, ({ addressed }) => ({
      addressed: { ...addressed, entityId: uuid },
    }));
  };

  test('the service returns an id in a form that the document excludes', () =>
    expect(withEntity(uuid)).toMatchObject([
      {
        cause: 'hyphens',
        cure: `send 32 hexadecimal digits in lower case, and set CONFORMANCE_ENTITY_ID to ${hex}: the run sent this value`,
      },
    ]));

  test('an id that a command may have printed names that command', () => {
    const body = JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, automationRuleId: uuid } });
    const problems = problemsAt('delete-authorised', body, ({ addressed }) => ({
      addressed: { ...addressed, automationRuleId: uuid },
    }));
    expect(problems).toMatchObject([
      {
        cure: `send 32 hexadecimal digits in lower case, and set CONFORMANCE_AUTOMATION_RULE_ID to ${hex}, or let CONFORMANCE_RULE_COMMAND print it so: the run sent this value`,
      },
    ]);
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

  test('the service returns the form of the document, and not that of the setting', () =>
    expect(withEntity(hex)).toMatchObject([
      {
        cause: 'not-as-sent',
        cure: `set CONFORMANCE_ENTITY_ID to ${hex}: the service returns the form of the document, and the run sent another`,
      },
    ]));
});
