import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isArray, isObject, type Json, type JsonObject, NumberText, parseJson } from '../json.ts';
import { type Problem, Refusal } from '../refusal.ts';
import { dateTime, type Operation } from './operation.ts';

const jsonType = /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i;

/** @throws Refusal for another content type or a content coding, and for what is not JSON in UTF-8 */
function jsonBody({ headers }: IncomingMessage, body: Buffer): Json {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers;
  if (!jsonType.test(type))
    throw new Refusal(415, 'content_type_not_json', 'The Content-Type must be application/json.');
  if (coding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'content_coding_unknown', 'The body must come without a Content-Encoding.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new Refusal(400, 'body_not_utf8', 'The body is not valid UTF-8.');
  }
  try {
    return parseJson(text);
  } catch {
    throw new Refusal(400, 'body_not_json', 'The body is not JSON.');
  }
}

/** Newer engines take offsets such as +01:00 too, which are not names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What a value has to be: a function says what is wrong with it; an array, its elements; an object, all its fields. */
type BodyShape = ((value: Json) => string | null) | [BodyShape] | { readonly [field: string]: BodyShape };

const text: BodyShape = (value) => (typeof value === 'string' ? null : 'must be a string');
const filled: BodyShape = (value) =>
  typeof value === 'string' && value !== '' ? null : 'must be a string that is not empty';
const integer: BodyShape = (value) =>
  value instanceof NumberText && value.isInteger() ? null : 'must be an integer';
const timeZone: BodyShape = (value) =>
  typeof value === 'string' && isTimeZone(value) ? null : 'must be a time zone name of the IANA database';

/** Section 2.2. */
const transformer: BodyShape = {
  name: filled,
  businessDataTypeId: filled,
  conditions: [
    { column: integer, columnType: filled, type: filled, operator: filled, value: text, jsonPath: text },
  ],
  derivativeType: filled,
  action: {
    datetime: integer,
    timezone: timeZone,
    referenceNo: integer,
    type: filled,
    assetName: integer,
    positionSide: integer,
    currency: integer,
    amount: integer,
  },
};

/** Everything that is wrong with a value: an object has all fields of its shape, and no others. */
function problemsOf(value: Json | undefined, shape: BodyShape, pointer = ''): readonly Problem[] {
  const wrong = (message: string) => [{ pointer, message }];
  if (value === undefined) return wrong('is missing');
  if (typeof shape === 'function') {
    const message = shape(value);
    return message === null ? [] : wrong(message);
  }
  if (Array.isArray(shape)) {
    if (!isArray(value)) return wrong('must be an array');
    return value.flatMap((item, at) => problemsOf(item, shape[0], `${pointer}/${at}`));
  }
  if (!isObject(value)) return wrong('must be an object');
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  return [
    ...unknown.map((name) => ({
      pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: 'is not a field of this resource',
    })),
    ...Object.entries(shape).flatMap(([name, member]) =>
      problemsOf(value[name], member, `${pointer}/${name}`),
    ),
  ];
}

/** As in the request, but for the type and without the jsonPath. */
function returned(condition: Json): JsonObject {
  const { jsonPath, ...members } = isObject(condition) ? condition : {};
  return { ...members, type: 'BUSINESS_CURRENCY' };
}

/** Section 4.1. A transformer with a name that there is replaces it, and keeps its id and its createdAt. */
export const putTransformer: Operation = {
  name: 'put',
  method: 'PUT',
  path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
  start: ({ businessDataTypeId: usual }) => {
    const written = new Map<Json, { readonly id: string; readonly createdAt: string }>();
    return {
      settings: { businessDataTypeId: usual },
      carryOut: ({ ids: { entityId = '' }, request, body }) => {
        const sent = jsonBody(request, body);
        const problems = problemsOf(sent, transformer);
        if (problems.length > 0 || !isObject(sent))
          throw new Refusal(422, 'transformer_not_valid', 'The transformer is not valid.', { problems });
        const { name = '', conditions, ...members } = sent;
        const now = dateTime(new Date());
        const { id, createdAt } = written.get(name) ?? {
          id: randomUUID().replaceAll('-', ''),
          createdAt: now,
        };
        written.set(name, { id, createdAt });
        return {
          name,
          ...members,
          derivativeFactTransformerId: id,
          entityId,
          enabled: true,
          conditions: isArray(conditions) ? conditions.map(returned) : [],
          status: 'DOING',
          createdAt,
          updatedAt: now,
          deletedAt: '',
        };
      },
    };
  },
};
