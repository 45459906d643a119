import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/contract/examples.ts';
import type { Judge } from '../../src/judge/judge.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { setAt } from '../../src/mutations/edits.ts';
import { contract } from '../../src/operations/index.ts';
import { deleteAnswer, exchangeOf, putAnswer, utf8Response } from '../support/conforming.ts';
import { fresh, inOrder, judgesAfter, many, requestIdOf, resultsOf, withHeaders } from './both-judges.ts';
import { inOnePass } from './divisions.ts';

/** One of each type, with something in it and without, in little and in much. */
const values: readonly Json[] = [
  null,
  true,
  0,
  1.5,
  1e21,
  '',
  'x',
  [],
  [1, 'x'],
  [{ type: 'x' }],
  {},
  { type: 'x', further: [null] },
];

/** The places of an operation's answers, those in arrays for one of the elements and for both. */
function pointersTo(operation: Operation): readonly (readonly string[])[] {
  const own = contract.requirements.filter((one) => one.operation === operation && one.facet === 'type');
  return own.flatMap(({ place }) => {
    if (place === null) return [];
    const [first, second] = [0, 1].map((at) => place.replace('*', String(at))) as [string, string];
    return first === second ? [[first]] : [[first], [second], [first, second]];
  });
}

function answered(operation: Operation, text: string, number: number): Exchange {
  const exchange = withHeaders(exchangeOf(operation, 'authorised', utf8Response(text)));
  return { ...exchange, id: `${operation}-${number}` };
}

function answerOf(operation: Operation, number: number): string {
  const answer = operation === 'put' ? putAnswer : deleteAnswer;
  return JSON.stringify({ ...answer, requestId: requestIdOf(2_000 + number) });
}

function withEachValue(operation: Operation): readonly Exchange[] {
  const edits = pointersTo(operation).flatMap((pointers) =>
    values.map((value) => pointers.map((pointer) => setAt(pointer, value))),
  );
  return edits.map((all, at) =>
    answered(
      operation,
      all.reduce((text, edit) => edit(text), answerOf(operation, at)),
      at,
    ),
  );
}

/** With white space in its answer. */
function laidOut(exchange: Exchange): Exchange {
  const value: unknown = JSON.parse(exchange.response?.body.text ?? '');
  return { ...exchange, response: utf8Response(JSON.stringify(value, null, 1)) };
}

/** Ids of the exchanges that a judge was given in full. */
function inFullOf(judge: Judge): readonly string[] {
  const ids: string[] = [];
  const { addInFull } = judge as unknown as { addInFull: Judge['add'] };
  Object.assign(judge, {
    addInFull: (exchange: Exchange, key: number) => {
      ids.push(exchange.id);
      return addInFull.call(judge, exchange, key);
    },
  });
  return ids;
}

describe('a value that deviates', () => {
  test.each(['put', 'delete'] as const)(
    'is found in each place of a %s as the full judge finds it',
    (operation) => {
      const all = withEachValue(operation);
      expect(inOrder('ordinary', all)).toStrictEqual(inOrder('inFull', all));
      const other = all.map(laidOut).reverse();
      expect(inOrder('ordinary', other)).toStrictEqual(inOrder('inFull', other));
    },
  );

  test.each([
    ['delete', '/data/deletedAt', null],
    ['delete', '/data/createdAt', { at: 'x' }],
    ['delete', '/data/conditions', 'none'],
    ['delete', '/data/entryLineAuxiliaryValueMap', []],
    ['put', '/data/action/timezone', 7],
    ['put', '/data/status', null],
    ['put', '/data/conditions/1/column', '4'],
    ['put', '/data/conditions/1/column', 5],
    ['put', '/data/name', 'another'],
  ] as const)('in a %s at %s leaves the rest of the exchange as it is', (operation, pointer, value) => {
    const judges = { ordinary: judgesAfter('ordinary')(), inFull: judgesAfter('inFull')() };
    const inFull = inFullOf(judges.ordinary);
    const edit = setAt(pointer, value as Json);
    const exchange = answered(operation, edit(answerOf(operation, 0)), 0);
    const { deviates, isShown } = judges.inFull.add(exchange, 0);
    expect(deviates).toStrictEqual([expect.stringMatching(/:(?:type|echo)$/)]);
    expect(judges.ordinary.add(exchange, 0)).toMatchObject({ deviates, isShown });
    expect(inFull).toStrictEqual([]);
  });

  const deviating = (number: number) =>
    answered('delete', setAt('/data/createdAt', 7)(answerOf('delete', number)), number);

  test('in every answer leaves most of the exchanges as they are', () => {
    const judge = fresh.ordinary();
    const inFull = inFullOf(judge);
    for (let key = 0; key < 4 * many; key += 1) judge.add(deviating(key), key);
    expect(inFull.length).toBeGreaterThan(0);
    expect(inFull.length).toBeLessThanOrEqual(many);
  });

  test('in the first answers leaves the later ones as evidence of what conforms', () => {
    const sound = (number: number) => answered('delete', answerOf('delete', number), number);
    const all = Array.from({ length: 4 * many }, (_, at) => (at < 2 * many ? deviating(at) : sound(at)));
    const results = (kind: keyof typeof fresh) => resultsOf(inOnePass(fresh[kind], all), all);
    expect(results('ordinary')).toStrictEqual(results('inFull'));
  });
});
