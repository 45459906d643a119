import { expect as jestExpect } from 'expect';
import { describe, expect, test } from 'vitest';
import {
  automationRuleId,
  deleteAnswer,
  entityId,
  exchangeOf,
  putAnswer,
  sentTransformer,
  utf8Response,
} from '../support/conforming.ts';
import { api, matchers } from '../support/subject.ts';
import { together } from '../support/together.ts';
import { deleteInit, putInit } from './sending.ts';

/** `toConformTo` in vitest and jest; golden/matchers.txt has its messages. */

expect.extend(matchers);
jestExpect.extend(matchers);

const base = 'https://api.example.com/v1';
const isoDate = { ...deleteAnswer, data: { ...deleteAnswer.data, createdAt: '2026-01-15T09:30:00' } };
const dateAndTime = { ...deleteAnswer, data: { ...deleteAnswer.data, updatedAt: '2026-01-15 09:30:00' } };
const other = { ...putAnswer, data: { ...putAnswer.data, name: 'another' } };
const none = { ...putAnswer, data: { ...putAnswer.data, conditions: [] } };
const answered = (body: object | string, status = 200) => ({ status, body });
const put = putInit(base);
const request = new Request(put.url, put);
const sent = { body: sentTransformer, entityId };
const otherRule = { automationRuleId: automationRuleId.replace('a', 'b') };
const required = (id: string) => ({ requireShown: [id] });
const exchange = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));

type Row = readonly [received: unknown, operation: string, options?: object];

const conforming: Readonly<Record<string, Row>> = {
  'a Response': [new Response(JSON.stringify(deleteAnswer)), 'delete'],
  'a parsed body': [answered(deleteAnswer), 'delete', { strict: true }],
  'a body of text': [answered(JSON.stringify(deleteAnswer)), 'delete'],
  'an exchange': [exchange, 'put'],
  'another name, with nothing to compare it with': [answered(other), 'put'],
  'what was sent': [answered(putAnswer), 'put', { sent, strict: true }],
  'a Request that was sent': [answered(putAnswer), 'put', { sent: request, strict: true }],
  'no conditions, with nothing to compare them with': [answered(none), 'put'],
  'what is only shown': [answered(dateAndTime), 'delete'],
  'another example that is required': [
    answered(dateAndTime),
    'delete',
    required('delete.data.entityId:echo'),
  ],
};

const deviating: Readonly<Record<string, Row>> = {
  'one value': [answered(isoDate), 'delete'],
  'an exchange that deviates': [await api.toExchange(deleteInit(base), answered(isoDate)), 'delete'],
  'an example that is required': [answered(dateAndTime), 'delete', required('delete.data.updatedAt:format')],
  'one cause': [answered({ ...deleteAnswer, data: {} }), 'delete'],
  'three causes': [answered({ ...isoDate, status: 'OK', requestId: 7 }), 'delete'],
  'what is only shown, strictly': [answered(dateAndTime), 'delete', { strict: true }],
  'both kinds': [answered({ ...dateAndTime, status: 'OK' }), 'delete'],
  'no JSON': [new Response('<html>'), 'delete'],
  'no body': [new Response(null), 'put'],
  'another name than was sent': [answered(other), 'put', { sent }],
  'another id than was sent': [answered(deleteAnswer), 'delete', { sent: otherRule, strict: true }],
  'hostile text': [answered({ ...deleteAnswer, status: '\u001b[31m::error::x' }), 'delete'],
};

/** Neither conforms nor deviates: each fails under `.not`, too. */
const neither: Readonly<Record<string, Row>> = {
  'a refusal': [answered({ error: 'unknown rule' }, 422), 'delete'],
  'conditions that did not come back': [answered(none), 'put', { sent: { body: sentTransformer } }],
  nothing: [null, 'delete'],
  text: ['text', 'delete'],
  'no status': [{ body: {} }, 'delete'],
  'another operation': [answered(''), 'post'],
  'a request of the other operation': [answered(''), 'put', { sent: deleteInit(base) }],
  'a request of none': [answered(''), 'put', { sent: { url: base } }],
  'an exchange and what was sent': [exchange, 'put', { sent: {} }],
  'a requirement that is not only shown': [answered(dateAndTime), 'delete', required('delete.data:type')],
};

const holds = 'it held';

/** What an assertion says, in vitest and in jest. */
async function said([received, operation, options = {}]: Row, isNot = false): Promise<string> {
  const messages: string[] = [];
  for (const expecting of [expect, jestExpect] as readonly (typeof expect)[]) {
    const assertion = isNot ? expecting(received).not : expecting(received);
    const held = assertion.toConformTo(operation as 'put', options).then(() => holds);
    messages.push(await held.catch((error: Error) => error.message));
  }
  expect(messages[1]).toBe(messages[0]);
  return messages[0] ?? '';
}

describe.each(Object.entries(conforming))('%s', (_, row) => {
  test('conforms', async () => expect(await said(row)).toBe(holds));
  test('is not what .not means', async () => expect(await said(row, true)).toContain('not to conform'));
});

test('what deviates is what .not means, and what does neither fails both; each says why', async () => {
  const texts: [string, string][] = [];
  for (const [name, row] of Object.entries({ ...deviating, ...neither })) {
    const [text, isNot] = [await said(row), await said(row, true)];
    texts.push([`# ${name}`, text]);
    expect([text, text.includes('\u001b')], name).toEqual([expect.not.stringMatching(holds), false]);
    expect(isNot === holds, name).toBe(name in deviating);
  }
  // Operations that are added are named there as well.
  const own = `${together(texts)}\n`.replaceAll(
    /(?<=takes ).*(?=, not )|(?<=Expected )PUT .*/g,
    'OPERATIONS',
  );
  await expect(own).toMatchFileSnapshot('golden/matchers.txt');
});

test('a Response can still be read', async () => {
  const response = new Response(JSON.stringify(deleteAnswer));
  await expect(response).toConformTo('delete');
  expect(await response.json()).toEqual(deleteAnswer);
});
