import { randomUUID } from 'node:crypto';
import { isArray, isObject, type Json, type JsonObject, NumberText } from '../json.ts';
import { type Problem, Refusal } from '../refusal.ts';
import { jsonBody } from '../request-body.ts';
import { dateTime, type Operation } from './operation.ts';

/** The members of a condition that come back as they were sent. */
type Condition = Readonly<Record<'column' | 'columnType' | 'operator' | 'value', Json>>;

/** The request body of section 2.2. */
type TransformerRequest = {
  readonly name: string;
  readonly businessDataTypeId: string;
  readonly conditions: readonly Condition[];
  readonly derivativeType: string;
  readonly action: JsonObject;
};

/** Adds what is wrong at `pointer` to `problems`. */
type Check = (value: Json, pointer: string, problems: Problem[]) => void;

function rule(message: string, holds: (value: Json) => boolean): Check {
  return (value, pointer, problems) => {
    if (!holds(value)) problems.push({ pointer, message });
  };
}

/** Names differ by more than case. The list does not have the names that lead to another; to ask for one takes 20 ms. */
function isTimeZone(name: string): boolean {
  // Newer engines take offsets such as +01:00 too, which are not names.
  if (!/^[A-Z]/i.test(name)) return false;
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const text = rule('must be a string', (value) => typeof value === 'string');
const filled = rule(
  'must be a string that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
const integer = rule('must be an integer', (value) => value instanceof NumberText && value.isInteger());
const timeZone = rule(
  'must be a time zone name of the IANA database',
  (value) => typeof value === 'string' && isTimeZone(value),
);

/** Every member of `fields` is required and no other is allowed. */
function record(fields: Readonly<Record<string, Check>>): Check {
  return (value, pointer, problems) => {
    if (!isObject(value)) {
      problems.push({ pointer, message: 'must be an object' });
      return;
    }
    for (const name of Object.keys(value).filter((name) => !Object.hasOwn(fields, name))) {
      const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
      problems.push({ pointer: `${pointer}/${escaped}`, message: 'is not a field of this resource' });
    }
    for (const [name, check] of Object.entries(fields)) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) problems.push({ pointer: `${pointer}/${name}`, message: 'is missing' });
      else check(member, `${pointer}/${name}`, problems);
    }
  };
}

function listOf(element: Check): Check {
  return (value, pointer, problems) => {
    if (!isArray(value)) problems.push({ pointer, message: 'must be an array' });
    else for (const [index, item] of value.entries()) element(item, `${pointer}/${index}`, problems);
  };
}

const condition = record({
  column: integer,
  columnType: filled,
  type: filled,
  operator: filled,
  value: text,
  jsonPath: text,
});

const action = record({
  datetime: integer,
  timezone: timeZone,
  referenceNo: integer,
  type: filled,
  assetName: integer,
  positionSide: integer,
  currency: integer,
  amount: integer,
});

const transformer = record({
  name: filled,
  businessDataTypeId: filled,
  conditions: listOf(condition),
  derivativeType: filled,
  action,
});

const invalid = {
  code: 'transformer_not_valid',
  document: 'section 2.2; which fields are required is not shown; this service requires all',
};

/** @throws Refusal that names every problem of the body at once */
function checked(body: Json): TransformerRequest {
  const problems: Problem[] = [];
  transformer(body, '', problems);
  if (problems.length === 0) return body as TransformerRequest;
  throw new Refusal(422, invalid, 'The transformer is not valid.', { problems });
}

/** Section 4.1. There is one transformer for each name; one that is replaced keeps its id and its createdAt. */
export const putTransformer: Operation = {
  name: 'put',
  method: 'PUT',
  path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
  start: ({ entityId, businessDataTypeId: usual }) => {
    const written = new Map<string, { readonly id: string; readonly createdAt: string }>();
    return {
      settings: { businessDataTypeId: usual },
      carryOut: ({ request, body }) => {
        const { name, businessDataTypeId, conditions, derivativeType, action } = checked(
          jsonBody(request, body),
        );
        const now = dateTime(new Date());
        const { id, createdAt } = written.get(name) ?? {
          id: randomUUID().replaceAll('-', ''),
          createdAt: now,
        };
        written.set(name, { id, createdAt });
        return {
          derivativeFactTransformerId: id,
          entityId,
          name,
          businessDataTypeId,
          enabled: true,
          conditions: conditions.map(({ column, columnType, operator, value }) => ({
            column,
            columnType,
            type: 'BUSINESS_CURRENCY',
            operator,
            value,
          })),
          derivativeType,
          action,
          status: 'DOING',
          createdAt,
          updatedAt: now,
          deletedAt: '',
        };
      },
    };
  },
};
