import { requestPlace } from '../model/requirement.ts';
import type { Check } from './checks.ts';
import { formats } from './formats.ts';
import type { ContractRequirement } from './requirements.ts';
import type { Schema } from './schemas.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const samples: Readonly<Record<string, readonly Json[]>> = {
  null: [null],
  boolean: [true, false],
  integer: [0, 1, -7],
  number: [1.5],
  string: ['', 'text', '1', 'true', 'null', '[]', '{}'],
  array: [[], ['text'], [{}]],
  object: [{}, { key: 'value' }],
};

function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type].flat();
}

/** Ways in which a word is written by mistake: case, padding, neighbours. */
function otherWritings(word: string): readonly string[] {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const other = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
  return [
    '',
    capital,
    other,
    ` ${word}`,
    `${word} `,
    `${word}\n`,
    `${word}!`,
    word.slice(1),
    'other',
    'null',
  ].filter((text) => text !== word);
}

const booleanWritings = ['True', 'TRUE', 'yes', 'no', '1', '0', 'on', 't'];

/** A keyword of a new facet: without values that break it, nothing would show that it is checked. */
function unknownKeywords(schema: Schema): Error {
  return new Error(`no values for ${JSON.stringify(schema)}; they belong into src/contract/examples.ts`);
}

function wrongFor(schema: Schema): readonly Json[] {
  if (schema.type !== undefined) {
    const named = typesOf(schema);
    // An integer is a number.
    const right = named.includes('number') ? [...named, 'integer'] : named;
    return Object.entries(samples).flatMap(([type, values]) => (right.includes(type) ? [] : values));
  }
  const format = formats.get(schema.format ?? '');
  if (format !== undefined) return [format.wrong];
  if (schema.const !== undefined) return otherWritings(schema.const);
  if (schema.enum !== undefined) {
    const words = schema.enum;
    return [...words.flatMap(otherWritings), ...booleanWritings].filter((text) => !words.includes(text));
  }
  if (schema.minLength === 1) return [''];
  throw unknownKeywords(schema);
}

function rightFor(schema: Schema): readonly Json[] {
  if (schema.type !== undefined) return typesOf(schema).flatMap((type) => samples[type] ?? []);
  if (schema.format !== undefined) return formats.get(schema.format)?.examples ?? [];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  if (schema.minLength === 1) return ['text'];
  throw unknownKeywords(schema);
}

/** Values that break a check on one member, derived from its keywords; for a form of text, one value. */
export function deviatingValues(check: Check): readonly Json[] {
  return check.kind === 'schema' ? wrongFor(check.schema) : [];
}

/** Values that satisfy a check on one member. */
export function conformingValues(check: Check): readonly Json[] {
  return check.kind === 'schema' ? rightFor(check.schema) : [];
}

export interface Illustration {
  readonly conforming: string;
  readonly deviating: string;
}

const answers: Readonly<Record<string, Illustration>> = {
  json: { conforming: '{"status":"success",…}', deviating: '{"status":"success",…} trailing text' },
  'byte-order-mark': { conforming: '{"status":"success",…}', deviating: 'U+FEFF {"status":"success",…}' },
  'unique-keys': { conforming: '{"a":1,"b":2}', deviating: '{"a":1,"a":1}' },
  authorization: {
    conforming: 'status 401 and an error',
    deviating: 'status 200 and {"status":"success",…} without the Authorization header',
  },
  'made-up-token': {
    conforming: 'status 401 and an error',
    deviating: 'status 200 and {"status":"success",…} for a token that was never issued',
  },
  uniqueness: {
    conforming: 'a requestId of its own in every response',
    deviating: 'the same requestId in two responses',
  },
  echo: { conforming: 'what was sent is returned', deviating: 'another value than what was sent' },
  count: { conforming: 'two elements sent, two returned', deviating: 'two elements sent, one returned' },
};

const requests: Readonly<Record<string, Illustration>> = {
  method: { conforming: 'the method as the document writes it', deviating: 'the same in lower case' },
  path: { conforming: 'the path as the document writes it', deviating: 'the same with another end' },
  bearer: { conforming: 'Authorization: Bearer TOKEN', deviating: 'Authorization: TOKEN' },
  'content-type': { conforming: 'Content-Type: application/json', deviating: 'Content-Type: text/plain' },
  json: { conforming: '{"name":…}', deviating: 'name=…' },
  body: { conforming: 'no body', deviating: '{}' },
};

export function memberText(place: string, value: Json | undefined): string {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const text = value === undefined ? '' : JSON.stringify(value);
  if (place === requestPlace) return text;
  return name === '*' ? `[${text}]` : `{${value === undefined ? '' : `"${name}":${text}`}}`;
}

/** A conforming and a deviating response in short, for people. */
export function illustrate({ place, facet, check }: ContractRequirement): Illustration {
  const at = place ?? '';
  if (check.kind === 'presence')
    return { conforming: memberText(at, '…'), deviating: memberText(at, undefined) };
  if (check.kind === 'absence')
    return { conforming: memberText(at, undefined), deviating: memberText(at, '…') };
  if (check.kind === 'request') return requests[facet] ?? { conforming: '', deviating: '' };
  if (check.kind !== 'schema') return answers[facet] ?? { conforming: '', deviating: '' };
  return {
    conforming: memberText(at, rightFor(check.schema)[0]),
    deviating: memberText(at, wrongFor(check.schema)[0]),
  };
}
