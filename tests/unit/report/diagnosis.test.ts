import { describe, expect, test } from 'vitest';
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
  test.each([
    ['put', { enabled: undefined }, 'add enabled: true or false'],
    ['put', { name: undefined }, 'add name: as it was sent'],
    ['put', { entityId: undefined }, 'add entityId: the entityId in the path'],
    ['put', { deletedAt: undefined }, 'add deletedAt: a date and time such as YYYY-MM-DD HH:MM:SS, or ""'],
    ['delete', { createdAt: undefined }, 'add createdAt: YYYY-MM-DD HH:MM:SS'],
    ['delete', { priority: undefined }, 'add priority: an integer'],
    [
      'delete',
      { entryLineAuxiliaryValueMap: undefined },
      'add entryLineAuxiliaryValueMap: an object or null',
    ],
    [
      'delete',
      { enableAutomationJournalApproved: undefined },
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
    cure: 'add data.status: text',
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
      cure: 'move what is in "rule" one level up, into the record',
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
    [
      'the value that was sent',
      { automationRuleId: undefined, id: automationRuleId },
      'automationRuleId',
      'id',
    ],
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
    const changes = {
      createdAt: undefined,
      createTime: createdAt,
      updatedAt: undefined,
      updateTime: updatedAt,
    };
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

describe('a value that is none', () => {
  test.each([
    ['delete', { deletedAt: null }, 'send text as YYYY-MM-DD HH:MM:SS, not null'],
    ['delete', { integrationId: 4711 }, 'send text as 32 hexadecimal digits in lower case, not 4711'],
    ['put', { deletedAt: null }, 'send "", not null'],
    ['put', { action: [] }, /^send an object with datetime, .* and amount, not an array$/],
  ] as const)('%s %o: its form is said at once', (operation, changes, cure) =>
    expect(problemsOf(operation, changes)[0]?.cure).toMatch(cure),
  );
});

describe('what is not JSON', () => {
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
  ])('%s: %s', (cause, body, type = 'application/json') =>
    expect(problemsWith('put', body, type)).toMatchObject([{ cause, cure: expect.any(String) }]),
  );
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
  const withEntity = (entityId: string) => {
    const body = JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, entityId } });
    const exchanges = conformingExchanges().map((one) =>
      one.id === 'delete-authorised'
        ? {
            ...one,
            response: utf8Response(body),
            request: { ...one.request, addressed: { ...one.request.addressed, entityId: uuid } },
          }
        : one,
    );
    return reportOf(recordingOf(exchanges)).problems;
  };

  test('the service returns an id in a form that the document excludes', () =>
    expect(withEntity(uuid)).toMatchObject([
      {
        cause: 'hyphens',
        cure: `send 32 hexadecimal digits in lower case, and set CONFORMANCE_ENTITY_ID=${hex}: the run sent this value`,
      },
    ]));

  test('an id that a command may have printed names that command', () => {
    const body = JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, automationRuleId: uuid } });
    const exchanges = conformingExchanges().map((one) =>
      one.id === 'delete-authorised'
        ? {
            ...one,
            response: utf8Response(body),
            request: { ...one.request, addressed: { ...one.request.addressed, automationRuleId: uuid } },
          }
        : one,
    );
    expect(reportOf(recordingOf(exchanges)).problems).toMatchObject([
      {
        cure: `send 32 hexadecimal digits in lower case, and set CONFORMANCE_AUTOMATION_RULE_ID=${hex}, or let CONFORMANCE_RULE_COMMAND print it so: the run sent this value`,
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
    const answer = {
      ...putAnswer,
      data: {
        ...putAnswer.data,
        ...change,
        action: { ...putAnswer.data.action, ...('action' in change ? change.action : {}) },
      },
    };
    const exchanges = conformingExchanges().map((one) =>
      one.id === 'put-authorised'
        ? {
            ...one,
            response: utf8Response(JSON.stringify(answer)),
            request: { ...one.request, body: JSON.stringify(sent) },
          }
        : one,
    );
    const [problem] = reportOf(recordingOf(exchanges)).problems;
    expect(problem?.cure).toMatch(words);
    expect(problem?.cure).toContain(
      'it in the file that CONFORMANCE_TRANSFORMER_FILE names: the run sent this value',
    );
  });

  test('the service returns the form of the document, and not that of the setting', () =>
    expect(withEntity(hex)).toMatchObject([
      {
        cause: 'not-as-sent',
        cure: `set CONFORMANCE_ENTITY_ID=${hex}: the service returns the form of the document, and the run sent another`,
      },
    ]));
});
