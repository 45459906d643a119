import { isArray, isObject, type Json, type JsonObject, NumberText } from './json.ts';
import { type Problem, Refusal } from './refusal.ts';

type RequestCondition = {
  readonly column: NumberText;
  readonly columnType: string;
  readonly type: string;
  readonly operator: string;
  readonly value: string;
  readonly jsonPath: string;
};

/** The PUT's request body (section 2.2). */
export type TransformerRequest = {
  readonly name: string;
  readonly businessDataTypeId: string;
  readonly conditions: readonly RequestCondition[];
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

const text = rule('must be a string', (value) => typeof value === 'string');
const filled = rule(
  'must be a string that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
const integer = rule('must be an integer', (value) => value instanceof NumberText && value.isInteger());
const timeZone = rule('must be a time zone name of the IANA database', (value) => {
  // Newer engines take offsets such as +01:00 too, which are not names.
  if (typeof value !== 'string' || !/^[A-Z]/i.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    return false;
  }
});

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

/** @throws Refusal 422 that names every problem of the body at once. */
export function transformerRequest(body: Json): TransformerRequest {
  const problems: Problem[] = [];
  transformer(body, '', problems);
  if (problems.length > 0)
    throw new Refusal(422, 'transformer_not_valid', 'The transformer is not as it must be.', { problems });
  return body as TransformerRequest;
}
