import {
  answerTo,
  conformingExchanges,
  exchangeOf,
  utf8Response,
  withAnswer,
  withBody,
} from '../support/conforming.ts';
import { contract, type Exchange, mutationsOf } from '../support/subject.ts';
import { forms, nearMisses, typed } from './forms.ts';

/** Every way to fail a requirement, derived from its schema wherever it has one, and ways to keep to it. */

type Requirement = (typeof contract.requirements)[number];
type Edit = (answer: string) => string;

/** One faulty run: the requirement deviates, with its consequences and nothing else. */
export interface Fault {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

const valueAt = (root: unknown, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], root);

/** Concrete pointers of a place: for `*`, the first and the last element. */
function pointersOf(root: unknown, place: string): readonly string[] {
  const star = place.indexOf('/*');
  if (star === -1) return [place];
  const array = valueAt(root, place.slice(0, star)) as unknown[];
  return [...new Set([0, array.length - 1])].flatMap((at) =>
    pointersOf(root, `${place.slice(0, star)}/${at}${place.slice(star + 2)}`),
  );
}

/** Gives another value at a JSON Pointer, whether there is one or not. */
function setAt(pointer: string, value: unknown): Edit {
  const at = pointer.lastIndexOf('/');
  return (text) => {
    const root: unknown = JSON.parse(text);
    const parent = valueAt(root, pointer.slice(0, at)) as Record<string, unknown>;
    parent[pointer.slice(at + 1)] = value;
    return JSON.stringify(root);
  };
}

const setting = (operation: string, pointer: string, value: unknown): Fault => ({
  name: `${pointer} = ${JSON.stringify(value)}`,
  exchanges: withBody(operation, setAt(pointer, value)(JSON.stringify(answerTo(operation)))),
});

/** The requirement of a facet on the same place. */
function sibling({ operation, place }: Requirement, facet: string): Requirement | undefined {
  return contract.requirements.find(
    (one) => one.operation === operation && one.place === place && one.facet === facet,
  );
}

/** A text that breaks a form or is empty differs from what was sent, too, where that is a requirement of its own. */
export function consequencesOf(requirement: Requirement): readonly string[] {
  const { facet, operation } = requirement;
  if (facet === 'format' || facet === 'value')
    return [sibling(requirement, 'echo')].flatMap((echo) => echo?.id ?? []);
  if (facet !== 'uniqueness') return [];
  const { name = '' } = contract.operations.find((one) => one.name !== operation) ?? {};
  return [`${name}.${requirement.id.split('.').slice(1).join('.')}`];
}

/** What comes close to conforming, beside what the schema gives. */
function closeValues(requirement: Requirement, current: unknown): readonly unknown[] {
  const { check, facet } = requirement;
  if (facet === 'absence') return ['', null, 1, {}];
  if (facet === 'count') return [(current as unknown[]).slice(0, 1)];
  if (facet !== 'echo') return nearMisses[(check.kind === 'schema' && check.schema.format) || ''] ?? [];
  if (typeof current === 'number') return [current + 1, -current, current * 10];
  if (sibling(requirement, 'format') !== undefined) return [];
  const text = String(current);
  const otherCase = text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase();
  return [`${text} `, otherCase, text.slice(1), `${text}\u0301`];
}

const envelope = '{"status":"success"}';
const notJson = [
  ...['', ' \n', '[]', `[${envelope}]`, 'null', '7', '"success"', 'true', 'not json', '<html>success</html>'],
  ...['{"status":"success"', `${envelope}}`, `${envelope}\n${envelope}`, `)]}',\n${envelope}`],
  ...[`callback(${envelope})`, "{'status':'success'}", '{status:"success"}', '{"status":"success",}'],
  ...['{"status":"success",/* */"data":{}}', `\u00a0${envelope}`, `${envelope}\u0000`],
  ...['NaN', '01', '+1', '.5', '"\t"', '"\\x41"'].map((value) => `{"status":"success","data":${value}}`),
];

function bytesResponse(bytes: Buffer) {
  const text = bytes.toString('base64');
  return { ...utf8Response(''), body: { encoding: 'base64' as const, text, bytes: bytes.length } };
}

/** What is wrong with a whole answer, beside what is derived, and what no edit of one answer can say. */
function furtherFaults({ facet, operation }: Requirement): readonly Fault[] {
  const answer = answerTo(operation);
  const text = JSON.stringify(answer);
  if (facet === 'json') {
    const utf16 = bytesResponse(Buffer.from(text, 'utf16le'));
    const latin1 = bytesResponse(Buffer.from('{"status":"success","data":{"name":"é"}}', 'latin1'));
    return [
      ...notJson.map((body) => ({ name: JSON.stringify(body), exchanges: withBody(operation, body) })),
      { name: 'UTF-16', exchanges: withAnswer(operation, utf16) },
      { name: 'Latin-1', exchanges: withAnswer(operation, latin1) },
    ];
  }
  if (facet === 'unique-keys') {
    const status = '"status":"success"';
    const [first = ''] = Object.entries(answer.data).map(([name, value]) =>
      JSON.stringify({ [name]: value }),
    );
    const member = first.slice(1, -1);
    return [
      ['another value first', status, '"status":"error"'],
      ['written with an escape', status, '"st\\u0061tus":"success"'],
      ['in the record', member, member],
    ].map(([name = '', found = '', twin = '']) => ({
      name,
      exchanges: withBody(
        operation,
        text.replace(found, () => `${twin},${found}`),
      ),
    }));
  }
  if (facet === 'uniqueness') {
    const other = contract.operations.find(({ name }) => name !== operation)?.name ?? '';
    return [setting(operation, '/requestId', answerTo(other).requestId)];
  }
  const credentials = ({ authorization: 'none', 'made-up-token': 'made-up' } as const)[
    facet as 'authorization'
  ];
  if (credentials === undefined) return [];
  const body = JSON.stringify({ ...answer, requestId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' });
  const served = exchangeOf(operation, credentials, utf8Response(body));
  const exchanges = conformingExchanges().map((one) => (one.id === served.id ? served : one));
  return [{ name: 'served', exchanges }];
}

/** Every faulty run that is known for a requirement. */
export function faultsOf(requirement: Requirement): readonly Fault[] {
  const { check, place, operation } = requirement;
  const answer = answerTo(operation);
  const edited = ({ name, edit }: { readonly name: string; readonly edit: Edit }) => ({
    name,
    exchanges: withBody(operation, edit(JSON.stringify(answer))),
  });
  if (check.kind === 'response')
    return [...mutationsOf(requirement).map(edited), ...furtherFaults(requirement)];
  return pointersOf(answer, place ?? '').flatMap((pointer) => {
    const derived = mutationsOf(requirement, pointer).map(edited);
    const names = new Set(derived.map(({ name }) => name));
    const further = closeValues(requirement, valueAt(answer, pointer)).map((value) =>
      setting(operation, pointer, value),
    );
    return [...derived, ...further.filter(({ name }) => !names.has(name))];
  });
}

/** Answers that keep to a requirement's schema in another way; other requirements may well mind them. */
export function variantsOf({ check, place, operation }: Requirement): readonly Fault[] {
  if (check.kind !== 'schema') return [];
  const { type, format, const: constant, enum: listed = constant, minLength = 0 } = check.schema;
  const words = listed === undefined ? ['x'.repeat(minLength)] : [listed].flat();
  const ofFormat = format === undefined ? words : (forms[format] ?? []);
  const values = type === undefined ? ofFormat : [type].flat().flatMap((name) => typed[name] ?? []);
  return pointersOf(answerTo(operation), place ?? '').flatMap((pointer) =>
    values.map((value) => setting(operation, pointer, value)),
  );
}
