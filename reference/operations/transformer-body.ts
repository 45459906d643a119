import { isArray, isObject, type Json, NumberText } from '../json.ts';
import type { Problem } from '../refusal.ts';

/** Adds what is wrong with a value at `pointer` to `problems`. */
type Check = (value: Json, pointer: string, problems: Problem[]) => void;

function rule(message: string, holds: (value: Json) => boolean): Check {
  return (value, pointer, problems) => {
    if (!holds(value)) problems.push({ pointer, message });
  };
}

/** Names of the database, once somebody has asked for one. */
let known: Set<string> | undefined;

/** Names differ by more than case. The list does not have the names that lead to another; to ask for one takes 20 ms. */
function isTimeZone(name: string): boolean {
  // Newer engines take offsets such as +01:00 too, which are not names.
  if (!/^[A-Z]/i.test(name)) return false;
  known ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    known.add(name);
    return true;
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

function listOf(element: Check): Check {
  return (value, pointer, problems) => {
    if (!isArray(value)) problems.push({ pointer, message: 'must be an array' });
    else for (const [at, item] of value.entries()) element(item, `${pointer}/${at}`, problems);
  };
}

/** All of these fields, and no others. */
function record(fields: Readonly<Record<string, Check>>): Check {
  return (value, pointer, problems) => {
    if (!isObject(value)) {
      problems.push({ pointer, message: 'must be an object' });
      return;
    }
    for (const name of Object.keys(value).filter((one) => !Object.hasOwn(fields, one))) {
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

const transformer = record({
  name: filled,
  businessDataTypeId: filled,
  conditions: listOf(
    record({
      column: integer,
      columnType: filled,
      type: filled,
      operator: filled,
      value: text,
      jsonPath: text,
    }),
  ),
  derivativeType: filled,
  action: record({
    datetime: integer,
    timezone: timeZone,
    referenceNo: integer,
    type: filled,
    assetName: integer,
    positionSide: integer,
    currency: integer,
    amount: integer,
  }),
});

/** Everything that is wrong with the request body of section 2.2. */
export function problemsOf(body: Json): readonly Problem[] {
  const problems: Problem[] = [];
  transformer(body, '', problems);
  return problems;
}
