import { conformingValues, deviatingValues, type Json } from '../../src/contract/examples.ts';
import { requirementId } from '../../src/contract/requirement-id.ts';
import type { ContractRequirement } from '../../src/contract/requirements.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Operation } from '../../src/model/requirement.ts';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  putAnswer,
  utf8Response,
  withAnswer,
  withBody,
} from './conforming.ts';
import { contract } from './engine.ts';

/** One faulty run and what must come of it: the requirement deviates, with these consequences and nothing else. */
export interface Mutation {
  readonly requirement: string;
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly consequences: readonly string[];
}

type Container = Record<string, unknown> | unknown[];

function answerTo(operation: Operation): unknown {
  return structuredClone(operation === 'put' ? putAnswer : deleteAnswer);
}

/** Concrete pointers of a place: for `*`, the first and the last element. */
function pointersOf(root: unknown, place: string): readonly string[] {
  const star = place.indexOf('/*');
  if (star === -1) return [place];
  const array = valueAt(root, place.slice(0, star)) as unknown[];
  return [...new Set([0, array.length - 1])].flatMap((at) =>
    pointersOf(root, `${place.slice(0, star)}/${at}${place.slice(star + 2)}`),
  );
}

function valueAt(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], root);
}

function change(
  operation: Operation,
  pointer: string,
  mutate: (parent: Container, key: string) => void,
): string {
  const root = answerTo(operation);
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  mutate(valueAt(root, pointer.slice(0, pointer.lastIndexOf('/'))) as Container, key);
  return JSON.stringify(root);
}

function assign(operation: Operation, pointer: string, value: unknown): string {
  return change(operation, pointer, (parent, key) => {
    (parent as Record<string, unknown>)[key] = value;
  });
}

/** A text that breaks a form or is empty differs from what was sent, too, where that is a row of its own. */
function consequencesOf({ operation, place, facet }: ContractRequirement): readonly string[] {
  const echo = contract.requirement(requirementId(operation, place, 'echo'));
  return (facet === 'format' || facet === 'value') && echo !== undefined ? [echo.id] : [];
}

const otherZone = 'Europe/Berlin';
const otherHex = 'ffffffffffffffffffffffffffffffff';

/** Another value that every other row of the place accepts. */
function otherValues({ operation, place }: ContractRequirement, current: unknown): readonly unknown[] {
  if (typeof current === 'number') return [current + 1, -current, current * 10];
  if (place === '/data/action/timezone') return [otherZone];
  if (operation === 'delete') return [otherHex];
  const text = String(current);
  return [
    `${text}x`,
    `${text} `,
    text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase(),
    text.slice(1),
    `${text}\u0301`,
  ];
}

function mutation(
  requirement: ContractRequirement,
  name: string,
  body: string,
  consequences = consequencesOf(requirement),
): Mutation {
  const { id, operation } = requirement;
  return { requirement: id, name, exchanges: withBody(operation, body), consequences };
}

function fieldMutations(requirement: ContractRequirement, pointer: string): Mutation[] {
  const { check, operation, facet } = requirement;
  const put = (value: unknown) =>
    mutation(requirement, `${pointer} = ${JSON.stringify(value)}`, assign(operation, pointer, value));
  if (facet === 'presence') {
    const dropped = change(
      operation,
      pointer,
      (parent, key) => delete (parent as Record<string, unknown>)[key],
    );
    return [mutation(requirement, `${pointer} dropped`, dropped)];
  }
  if (facet === 'absence') return (['$.a', '', null, 1, {}] as Json[]).map(put);
  const current = valueAt(answerTo(operation), pointer);
  if (facet === 'echo') return otherValues(requirement, current).map(put);
  if (facet === 'count')
    return [(current as unknown[]).slice(0, 1), [...(current as unknown[]), (current as unknown[])[0]]].map(
      put,
    );
  return deviatingValues(check).map(put);
}

const notJsonObjects: readonly string[] = [
  '',
  ' \n',
  '[]',
  `[${JSON.stringify(putAnswer)}]`,
  'null',
  '7',
  '"success"',
  'true',
  'not json',
  '<html><body>success</body></html>',
  '{"status":"success"',
  `${JSON.stringify(putAnswer)}}`,
  `${JSON.stringify(putAnswer)}\n${JSON.stringify(putAnswer)}`,
  `${JSON.stringify(putAnswer)} trailing`,
  `)]}',\n${JSON.stringify(putAnswer)}`,
  `callback(${JSON.stringify(putAnswer)})`,
  "{'status':'success'}",
  '{status:"success"}',
  '{"status":"success",}',
  '{"status":"success",/* */"data":{}}',
  '{"status":"success","data":NaN}',
  '{"status":"success","data":01}',
  '{"status":"success","data":+1}',
  '{"status":"success","data":.5}',
  '{"status":"success","data":"\t"}',
  '{"status":"success","data":"\\x41"}',
  '\u00a0{"status":"success"}',
  '{"status":"success"}\u0000',
];

function bytesResponse(bytes: Buffer) {
  return {
    ...utf8Response(''),
    body: { encoding: 'base64' as const, text: bytes.toString('base64'), bytes: bytes.length },
  };
}

function jsonMutations({ id, operation }: ContractRequirement): Mutation[] {
  const texts = notJsonObjects.map((text) => ({
    name: JSON.stringify(text).slice(0, 60),
    response: utf8Response(text),
  }));
  const utf16 = Buffer.from(JSON.stringify(answerTo(operation)), 'utf16le');
  const latin1 = Buffer.from(JSON.stringify({ status: 'success', data: { name: 'é' } }), 'latin1');
  const binary = [
    { name: 'UTF-16', response: bytesResponse(utf16) },
    { name: 'Latin-1', response: bytesResponse(latin1) },
  ];
  return [...texts, ...binary].map(({ name, response }) => ({
    requirement: id,
    name,
    exchanges: withAnswer(operation, response),
    consequences: [],
  }));
}

function served(operation: Operation, credentials: 'none' | 'made-up'): readonly Exchange[] {
  const body = JSON.stringify({
    ...(answerTo(operation) as object),
    requestId: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
  });
  return conformingExchanges().map((exchange) =>
    exchange.operation === operation && exchange.credentials === credentials
      ? exchangeOf(operation, credentials, utf8Response(body))
      : exchange,
  );
}

function answerMutations(requirement: ContractRequirement): Mutation[] {
  const { id, operation, facet } = requirement;
  const text = JSON.stringify(answerTo(operation));
  const one = (name: string, exchanges: readonly Exchange[], consequences: readonly string[] = []) => [
    { requirement: id, name, exchanges, consequences },
  ];
  if (facet === 'json') return jsonMutations(requirement);
  if (facet === 'byte-order-mark') return one('U+FEFF first', withBody(operation, `\ufeff${text}`));
  if (facet === 'unique-keys') return duplicateKeys(requirement, text);
  if (facet === 'authorization') return one('served without the header', served(operation, 'none'));
  if (facet === 'made-up-token') return one('served for a made-up token', served(operation, 'made-up'));
  const other = operation === 'put' ? 'delete' : 'put';
  const shared = assign(operation, '/requestId', (answerTo(other) as typeof putAnswer).requestId);
  return one("the other operation's requestId", withBody(operation, shared), [
    requirementId(other, '/requestId', 'uniqueness'),
  ]);
}

function duplicateKeys(requirement: ContractRequirement, text: string): Mutation[] {
  const nested = `"entityId":"0123456789abcdef0123456789abcdef"`;
  return [
    mutation(
      requirement,
      'the same value twice',
      text.replace('"status":"success"', '"status":"success","status":"success"'),
    ),
    mutation(
      requirement,
      'another value first',
      text.replace('"status":"success"', '"status":"error","status":"success"'),
    ),
    mutation(
      requirement,
      'written with an escape',
      text.replace('"status":"success"', '"st\\u0061tus":"success","status":"success"'),
    ),
    mutation(requirement, 'in the record', text.replace(nested, `${nested},${nested}`)),
  ];
}

/** Every faulty run that is known for a requirement, derived from its schema wherever it has one. */
export function mutationsOf(requirement: ContractRequirement): readonly Mutation[] {
  const { check, place, operation } = requirement;
  if (check.kind === 'answer') return answerMutations(requirement);
  return pointersOf(answerTo(operation), place ?? '').flatMap((pointer) =>
    fieldMutations(requirement, pointer),
  );
}

/** Answers that keep to a requirement's schema in another way; other rows may well mind them. */
export function variantsOf(requirement: ContractRequirement): readonly Mutation[] {
  const { check, place, operation } = requirement;
  return pointersOf(answerTo(operation), place ?? '').flatMap((pointer) =>
    conformingValues(check).map((value) =>
      mutation(requirement, `${pointer} = ${JSON.stringify(value)}`, assign(operation, pointer, value)),
    ),
  );
}
