import {
  answerTo,
  conformingExchanges,
  exchangeOf,
  putAnswer,
  utf8Response,
  withAnswer,
  withBody,
} from './conforming.ts';
import { forms, typed } from './forms.ts';
import { nearMisses } from './near-misses.ts';
import { contract, mutationsOf as derivedMutationsOf, type Exchange } from './subject.ts';

type Requirement = (typeof contract.requirements)[number];
type Edit = (answer: string) => string;

/** One faulty run and what must come of it: the requirement deviates, with these consequences and nothing else. */
export interface Mutation {
  readonly requirement: string;
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly consequences: readonly string[];
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

/** An edit that gives another value at a JSON Pointer, whether there is one or not. */
function setAt(pointer: string, value: unknown): Edit {
  const at = pointer.lastIndexOf('/');
  return (text) => {
    const root: unknown = JSON.parse(text);
    const parent = valueAt(root, pointer.slice(0, at)) as Record<string, unknown>;
    parent[pointer.slice(at + 1)] = value;
    return JSON.stringify(root);
  };
}

/** The id of another requirement on the same place. */
function idOf(operation: string, place: string | null, facet: string): string {
  const same = contract.requirements.find((one) => one.operation === operation && one.place === place);
  return `${same?.id.split(':')[0]}:${facet}`;
}

/** A text that breaks a form or is empty differs from what was sent, too, where that is a requirement of its own. */
export function consequencesOf({ operation, place, facet }: Requirement): readonly string[] {
  if (facet === 'uniqueness')
    return contract.operations
      .filter(({ name }) => name !== operation)
      .slice(0, 1)
      .map(({ name }) => idOf(name, place, facet));
  const echo = contract.requirement(idOf(operation, place, 'echo'));
  return (facet === 'format' || facet === 'value') && echo !== undefined ? [echo.id] : [];
}

/** An answer changed by an edit. */
function mutation(requirement: Requirement, name: string, edit: Edit): Mutation {
  const { id, operation } = requirement;
  const body = edit(JSON.stringify(answerTo(operation)));
  return {
    requirement: id,
    name,
    exchanges: withBody(operation, body),
    consequences: consequencesOf(requirement),
  };
}

/** Values that differ from the present one in little, where any text or number will do. */
function closeValues({ operation, place }: Requirement, current: unknown): readonly unknown[] {
  if (typeof current === 'number') return [current + 1, -current, current * 10];
  if (contract.requirement(idOf(operation, place, 'format')) !== undefined) return [];
  const text = String(current);
  return [
    `${text} `,
    text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase(),
    text.slice(1),
    `${text}\u0301`,
  ];
}

/** What comes close to conforming, beside what the schema gives. */
function furtherValues(requirement: Requirement, pointer: string): readonly unknown[] {
  const { check, facet, operation } = requirement;
  if (facet === 'absence') return ['', null, 1, {}];
  const current = valueAt(answerTo(operation), pointer);
  if (facet === 'echo') return closeValues(requirement, current);
  if (facet === 'count') return [(current as unknown[]).slice(0, 1)];
  const { format = '' } = check.kind === 'schema' ? check.schema : {};
  return nearMisses[format] ?? [];
}

function fieldMutations(requirement: Requirement, pointer: string): readonly Mutation[] {
  const derived = derivedMutationsOf(contract, requirement, pointer);
  const further = furtherValues(requirement, pointer).map((value) => ({
    name: `${pointer} = ${JSON.stringify(value)}`,
    edit: setAt(pointer, value),
  }));
  const byName = new Map([...derived, ...further].map(({ name, edit }) => [name, edit]));
  return [...byName].map(([name, edit]) => mutation(requirement, name, edit));
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

function jsonMutations(requirement: Requirement): readonly Mutation[] {
  const { operation } = requirement;
  const texts = notJsonObjects.map((text) =>
    mutation(requirement, JSON.stringify(text).slice(0, 60), () => text),
  );
  const utf16 = Buffer.from(JSON.stringify(answerTo(operation)), 'utf16le');
  const latin1 = Buffer.from(JSON.stringify({ status: 'success', data: { name: 'é' } }), 'latin1');
  const binary = { 'UTF-16': utf16, 'Latin-1': latin1 };
  return [
    ...texts,
    ...Object.entries(binary).map(([name, bytes]) => ({
      requirement: requirement.id,
      name,
      exchanges: withAnswer(operation, bytesResponse(bytes)),
      consequences: [],
    })),
  ];
}

function duplicateKeys(requirement: Requirement): readonly Mutation[] {
  const status = '"status":"success"';
  const [[name = '', value] = []] = Object.entries(answerTo(requirement.operation).data);
  const nested = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  const before =
    (found: string, twin: string): Edit =>
    (text) =>
      text.replace(found, `${twin},${found}`);
  return [
    mutation(requirement, 'another value first', before(status, '"status":"error"')),
    mutation(requirement, 'written with an escape', before(status, '"st\\u0061tus":"success"')),
    mutation(requirement, 'in the record', before(nested, nested)),
  ];
}

function served({ id, operation }: Requirement, credentials: 'none' | 'made-up', name: string): Mutation {
  const body = JSON.stringify({ ...answerTo(operation), requestId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' });
  const exchanges = conformingExchanges().map((exchange) =>
    exchange.operation === operation && exchange.credentials === credentials
      ? exchangeOf(operation, credentials, utf8Response(body))
      : exchange,
  );
  return { requirement: id, name, exchanges, consequences: [] };
}

/** What is wrong with a whole answer, beside what is derived, and what no edit of one answer can say. */
function answerMutations(requirement: Requirement): readonly Mutation[] {
  switch (requirement.facet) {
    case 'json':
      return jsonMutations(requirement);
    case 'unique-keys':
      return duplicateKeys(requirement);
    case 'authorization':
      return [served(requirement, 'none', 'served without the header')];
    case 'made-up-token':
      return [served(requirement, 'made-up', 'served for a made-up token')];
    case 'uniqueness': {
      const other = contract.operations.find(({ name }) => name !== requirement.operation)?.name ?? '';
      const { requestId } = answerTo(other);
      return [mutation(requirement, "another operation's requestId", setAt('/requestId', requestId))];
    }
    default:
      return [];
  }
}

/** Every faulty run that is known for a requirement, derived from its schema wherever it has one. */
export function mutationsOf(requirement: Requirement): readonly Mutation[] {
  const { check, place, operation } = requirement;
  if (check.kind === 'response') {
    const derived = derivedMutationsOf(contract, requirement);
    return [
      ...derived.map(({ name, edit }) => mutation(requirement, name, edit)),
      ...answerMutations(requirement),
    ];
  }
  return pointersOf(answerTo(operation), place ?? '').flatMap((pointer) =>
    fieldMutations(requirement, pointer),
  );
}

/** Values that keep to the schema of a requirement. */
function conformingValues({ check }: Requirement): readonly unknown[] {
  if (check.kind !== 'schema') return [];
  const { type, format, const: constant, enum: words = constant, minLength } = check.schema;
  if (type !== undefined) return [type].flat().flatMap((name) => typed[name] ?? []);
  if (format !== undefined) return forms[format] ?? [];
  return words === undefined ? ['x'.repeat(minLength ?? 0)] : [words].flat();
}

/** Answers that keep to a requirement's schema in another way; other requirements may well mind them. */
export function variantsOf(requirement: Requirement): readonly Mutation[] {
  const { place, operation } = requirement;
  return pointersOf(answerTo(operation), place ?? '').flatMap((pointer) =>
    conformingValues(requirement).map((value) =>
      mutation(requirement, `${pointer} = ${JSON.stringify(value)}`, setAt(pointer, value)),
    ),
  );
}
