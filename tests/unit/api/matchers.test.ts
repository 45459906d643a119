import { expect as jestExpect } from 'expect';
import { describe, expect, test } from 'vitest';
import { toExchange } from '../../../src/index.ts';
import {
  automationRuleId,
  deleteAnswer,
  entityId,
  exchangeOf,
  putAnswer,
  sentTransformer,
  utf8Response,
} from '../../support/conforming.ts';
import { matchers } from '../../support/subject.ts';
import { deleteInit, putInit } from './sending.ts';

expect.extend(matchers);
jestExpect.extend(matchers);

const base = 'https://api.example.com/v1';
const conforming = new Response(JSON.stringify(deleteAnswer));
const isoDate = { ...deleteAnswer, data: { ...deleteAnswer.data, createdAt: '2026-01-15T09:30:00' } };
const dateAndTime = { ...deleteAnswer, data: { ...deleteAnswer.data, updatedAt: '2026-01-15 09:30:00' } };
const refusal = { status: 422, body: { error: 'unknown rule' } };

async function failure(assertion: Promise<unknown> | unknown): Promise<string> {
  try {
    await assertion;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the assertion held');
}

describe.each([
  ['vitest', (received: unknown) => expect(received)],
  ['jest', (received: unknown) => jestExpect(received)],
] as const)('in %s', (_, expecting) => {
  test('a fetch Response, which can still be read', async () => {
    await expecting(conforming).toConformTo('delete');
    expect(await conforming.clone().json()).toEqual(deleteAnswer);
  });

  test('an object with a body, as text or parsed', async () => {
    await expecting({ status: 200, body: deleteAnswer }).toConformTo('delete', { strict: true });
    await expecting({ status: 200, body: JSON.stringify(deleteAnswer) }).toConformTo('delete');
  });

  test('an exchange', async () => {
    await expecting(exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)))).toConformTo(
      'put',
    );
    const exchange = await toExchange(deleteInit(base), { status: 200, body: isoDate });
    await expecting(exchange).not.toConformTo('delete');
  });

  test('a message has the fix, the place, what was there and the section', async () => {
    const message = await failure(expecting({ status: 200, body: isoDate }).toConformTo('delete'));
    expect(message).toBe(
      'expected the response to the DELETE to conform to the document (section 4.2): one requirement deviates\n\n' +
        '  ✗ DELETE: createdAt is ISO 8601; the document says YYYY-MM-DD HH:MM:SS\n' +
        '    fix       send "2026-01-15 09:30:00", not "2026-01-15T09:30:00"\n' +
        '    at        /data/createdAt; expected a date and time written YYYY-MM-DD HH:MM:SS; actual "2026-01-15T09:30:00"\n' +
        '    section   2.3, required by the document, moderate\n' +
        '    id        delete.data.createdAt:format',
    );
  });

  test('single examples that are required fail, others do not', async () => {
    const given = { status: 200, body: dateAndTime };
    await expecting(given).toConformTo('delete', { requireShown: ['delete.data.entityId:echo'] });
    const requireShown = ['delete.data.updatedAt:format'];
    const message = await failure(expecting(given).toConformTo('delete', { requireShown }));
    expect(message).toContain('id        delete.data.updatedAt:format');
    const wrong = failure(expecting(given).toConformTo('delete', { requireShown: ['delete.data:type'] }));
    expect(await wrong).toContain('requireShown names "delete.data:type"');
  });

  test('what deviates for one cause is one block', async () => {
    const body = { ...deleteAnswer, data: {} };
    const message = await failure(expecting({ status: 200, body }).toConformTo('delete'));
    expect(message).toMatch(/1\d requirements deviate/);
    expect(message.match(/✗/g)).toHaveLength(1);
    expect(message).toContain('fix       add automationRuleId');
  });

  test('all deviations are told', async () => {
    const body = { ...isoDate, status: 'OK', requestId: 7 };
    const message = await failure(expecting({ status: 200, body }).toConformTo('delete'));
    for (const part of [
      '3 requirements deviate',
      'at        /status',
      'actual 7',
      'section   2.1, required by the document',
    ])
      expect(message).toContain(part);
  });

  test('what is only shown fails under strict', async () => {
    await expecting({ status: 200, body: dateAndTime }).toConformTo('delete');
    const message = await failure(
      expecting({ status: 200, body: dateAndTime }).toConformTo('delete', { strict: true }),
    );
    expect(message).toContain('section   2.3, only suggested by the document');
    const both = { ...dateAndTime, status: 'OK' };
    expect(await failure(expecting({ status: 200, body: both }).toConformTo('delete'))).toContain(
      'one more deviates from what is only shown',
    );
  });

  test('.not', async () => {
    await expecting({ status: 200, body: isoDate }).not.toConformTo('delete');
    expect(await failure(expecting({ status: 200, body: deleteAnswer }).not.toConformTo('delete'))).toContain(
      'expected the response to the DELETE not to conform',
    );
  });

  test('what could not be judged is neither', async () => {
    const reason = 'it could not be judged: the service returned 422 with error "unknown rule"';
    expect(await failure(expecting(refusal).toConformTo('delete'))).toContain(reason);
    expect(await failure(expecting(refusal).not.toConformTo('delete'))).toContain(reason);
  });

  test('a response that is no JSON deviates', async () => {
    expect(await failure(expecting(new Response('<html>')).toConformTo('delete'))).toContain('delete:json');
    expect(await failure(expecting(new Response(null)).toConformTo('put'))).toContain('the body is empty');
  });

  test('echoes are compared with what was sent', async () => {
    const other = { ...putAnswer, data: { ...putAnswer.data, name: 'another' } };
    await expecting({ status: 200, body: other }).toConformTo('put');
    const sent = { body: sentTransformer, entityId };
    await expecting({ status: 200, body: putAnswer }).toConformTo('put', { sent, strict: true });
    expect(await failure(expecting({ status: 200, body: other }).toConformTo('put', { sent }))).toContain(
      'put.data.name:echo',
    );
    const request = putInit(base);
    const init = new Request(request.url, request);
    await expecting(new Response(JSON.stringify(putAnswer))).toConformTo('put', { sent: init, strict: true });
    const ids = { sent: { automationRuleId: automationRuleId.replace('a', 'b') }, strict: true };
    expect(
      await failure(expecting({ status: 200, body: deleteAnswer }).toConformTo('delete', ids)),
    ).toContain('delete.data.automationRuleId:echo');
  });

  test('conditions that were sent and did not come back leave it open', async () => {
    const none = { ...putAnswer, data: { ...putAnswer.data, conditions: [] } };
    await expecting({ status: 200, body: none }).toConformTo('put');
    const message = await failure(
      expecting({ status: 200, body: none }).toConformTo('put', { sent: { body: sentTransformer } }),
    );
    expect(message).toMatch(/could not be judged: put\.data\.conditions\.each\S+ was not checked/);
  });

  test('hostile text is made visible', async () => {
    const body = { ...deleteAnswer, status: '\u001b[31m::error::x' };
    const message = await failure(expecting({ status: 200, body }).toConformTo('delete'));
    expect(message).not.toContain('\u001b');
  });

  test.each([
    ['nothing', null, 'delete', {}, /takes an exchange, or a response/],
    ['text', 'text', 'delete', {}, /takes an exchange, or a response/],
    ['an object without a status', { body: {} }, 'delete', {}, /takes an exchange, or a response/],
    ['another operation', { status: 200, body: '' }, 'post', {}, /'put' or .*, not "post"/],
    [
      'a request of the other operation',
      { status: 200, body: '' },
      'put',
      { sent: deleteInit(base) },
      /operation delete, not put/,
    ],
    [
      'a request of none',
      { status: 200, body: '' },
      'put',
      { sent: { url: base } },
      /not a request of the document/,
    ],
    [
      'an exchange and what was sent',
      exchangeOf('delete', 'authorised', utf8Response('{}')),
      'delete',
      { sent: {} },
      /leave `sent` out/,
    ],
  ] as const)('%s is refused, under .not as well', async (_name, received, operation, options, message) => {
    expect(await failure(expecting(received).toConformTo(operation as 'put', options))).toMatch(message);
    expect(await failure(expecting(received).not.toConformTo(operation as 'put', options))).toMatch(message);
  });
});
