import { randomUUID } from 'node:crypto';
import type { JsonObject } from './json.ts';
import type { Refusal } from './refusal.ts';

/** How a profile refuses a request. */
export interface Refusing {
  /** The status of a reason, by its code, where it is not the usual one. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly contentType: string;
  readonly body: (refusal: Refusal) => JsonObject;
}

/** What the document leaves open, as one service decides it. Fields of a body are named with dots: `action.timezone`. */
export interface Profile {
  /** Kebab-case, unique. */
  readonly name: string;
  readonly description: string;
  /** HTTP status of a response that reports success. */
  readonly success: { readonly created: number; readonly replaced: number; readonly deleted: number };
  /** The fields that a PUT finds the transformer by which it replaces; null where each PUT creates one. */
  readonly foundBy: readonly string[] | null;
  /** Fields that a body need not have. */
  readonly optional: readonly string[];
  /** Fields that may be null, which means that they were left out. */
  readonly nullable: readonly string[];
  /** What becomes of the fields of a body that the document does not have. */
  readonly furtherFields: 'refused' | 'ignored' | 'returned';
  /** Whether a number is taken for a text, and digits for an integer. */
  readonly converts: boolean;
  /** Whether fields with a shown value take that one alone. */
  readonly shownValuesOnly: boolean;
  readonly emptyTexts: boolean;
  /** Characters of a name. */
  readonly nameLength: number;
  /** Characters of the value of a condition. */
  readonly valueLength: number;
  readonly fewestConditions: number;
  readonly mostConditions: number;
  /** Both included; null for integers of any size. */
  readonly integers: readonly [least: bigint, greatest: bigint] | null;
  readonly timeZones: 'names' | 'names-and-offsets' | 'any';
  readonly characters: 'any' | 'basic-plane' | 'ascii';
  /** Whether a body that lacks its last brace is taken. */
  readonly repairsJson: boolean;
  /** `json`: application/json; `json-like`: also `+json` types; `any`: the header is not read. */
  readonly contentTypes: 'json' | 'json-like' | 'any';
  readonly withoutTrailingSlash: 'unknown' | 'served' | 'redirected';
  readonly schemeInAnyCase: boolean;
  /** What a second DELETE of a rule comes to. */
  readonly deletedRule: 'unknown' | 'gone' | 'deleted';
  /** Whether the entity in a path has to be the one that there is. */
  readonly checksEntity: boolean;
  readonly refusing: Refusing;
}

function named(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

function withProblems(members: JsonObject, name: string, problems: readonly JsonObject[]): JsonObject {
  return problems.length === 0 ? members : { ...members, [name]: problems };
}

/** `{"error":{"code","message","problems"?}}`; it has no envelope, as the document gives one for success only. */
function errorObject({ code, message, problems }: Refusal): JsonObject {
  return { error: withProblems({ code, message }, 'problems', problems) };
}

/** RFC 9457. */
function problemDetails({ status, code, message, problems }: Refusal): JsonObject {
  const told = problems.map(({ pointer, message: detail }) => ({ field: named(pointer), detail }));
  return withProblems({ type: `urn:reference:${code}`, title: message, status }, 'errors', told);
}

function envelopeOfError({ code, message, problems: [first] }: Refusal): JsonObject {
  const field = first === undefined ? null : named(first.pointer);
  return { status: 'error', requestId: randomUUID(), data: null, code, message, field };
}

/** What old services send: a number, a text that names nothing, and where a body cannot be read what failed inside. */
function numberAndText({ status, code, message }: Refusal): JsonObject {
  if (code !== 'body_not_json') return { code: status * 100, msg: message };
  const trace =
    'com.fasterxml.jackson.core.JsonParseException: Unexpected character\n' +
    '\tat com.example.transformer.TransformerController.put(TransformerController.java:42)\n' +
    'SQL: SELECT id FROM derivative_fact_transformer WHERE entity_id = ? -- db-7.internal:5432';
  return { code: status * 100, msg: trace };
}

const json = 'application/json';
const everyField = [
  ...['name', 'businessDataTypeId', 'conditions', 'derivativeType', 'action'],
  ...['column', 'columnType', 'type', 'operator', 'value', 'jsonPath'].map((name) => `conditions.${name}`),
  ...['datetime', 'timezone', 'referenceNo', 'type', 'assetName', 'positionSide', 'currency', 'amount'].map(
    (name) => `action.${name}`,
  ),
];

/** What the service does unless it is asked for another profile. */
const usual: Profile = {
  name: 'usual',
  description: 'Requires all fields, finds a transformer by its name, and names every problem of a body.',
  success: { created: 200, replaced: 200, deleted: 200 },
  foundBy: ['name'],
  optional: [],
  nullable: [],
  furtherFields: 'refused',
  converts: false,
  shownValuesOnly: false,
  emptyTexts: false,
  nameLength: Number.POSITIVE_INFINITY,
  valueLength: Number.POSITIVE_INFINITY,
  fewestConditions: 0,
  mostConditions: Number.POSITIVE_INFINITY,
  integers: null,
  timeZones: 'names',
  characters: 'any',
  repairsJson: false,
  contentTypes: 'json',
  withoutTrailingSlash: 'unknown',
  schemeInAnyCase: true,
  deletedRule: 'unknown',
  checksEntity: true,
  refusing: { statuses: {}, contentType: json, body: errorObject },
};

/** Profiles differ from each other in every open question. */
export const profiles: readonly Profile[] = [
  usual,
  {
    ...usual,
    name: 'lenient',
    description:
      'Takes nearly everything, creates a transformer with each PUT, and responds with problem details.',
    success: { created: 201, replaced: 201, deleted: 202 },
    foundBy: null,
    optional: everyField.filter((field) => field !== 'name'),
    nullable: everyField.filter((field) => field !== 'name'),
    furtherFields: 'returned',
    converts: true,
    emptyTexts: true,
    nameLength: 1_000,
    mostConditions: 50,
    integers: [-(2n ** 63n), 2n ** 63n - 1n],
    timeZones: 'any',
    repairsJson: true,
    contentTypes: 'any',
    withoutTrailingSlash: 'served',
    deletedRule: 'deleted',
    checksEntity: false,
    refusing: {
      statuses: { transformer_not_valid: 400 },
      contentType: 'application/problem+json',
      body: problemDetails,
    },
  },
  {
    ...usual,
    name: 'strict',
    description: 'Takes what the document shows and little else, and keeps the envelope around an error.',
    success: { created: 201, replaced: 200, deleted: 200 },
    foundBy: ['name', 'derivativeType'],
    optional: ['conditions.jsonPath'],
    shownValuesOnly: true,
    nameLength: 64,
    valueLength: 100,
    fewestConditions: 1,
    mostConditions: 10,
    integers: [0n, 2n ** 31n - 1n],
    characters: 'ascii',
    schemeInAnyCase: false,
    deletedRule: 'gone',
    refusing: {
      statuses: { transformer_not_valid: 400, content_type_not_json: 400, entity_unknown: 403 },
      contentType: json,
      body: envelopeOfError,
    },
  },
  {
    ...usual,
    name: 'legacy',
    description: 'Ignores what it does not know, and shows in its errors what failed inside.',
    foundBy: ['name', 'businessDataTypeId'],
    optional: ['conditions', 'action.referenceNo', 'action.positionSide'],
    nullable: ['conditions', 'action.referenceNo'],
    furtherFields: 'ignored',
    emptyTexts: true,
    nameLength: 255,
    valueLength: 4_000,
    mostConditions: 100,
    integers: [-(2n ** 31n), 2n ** 31n - 1n],
    timeZones: 'names-and-offsets',
    characters: 'basic-plane',
    contentTypes: 'json-like',
    withoutTrailingSlash: 'redirected',
    schemeInAnyCase: false,
    refusing: {
      statuses: { body_not_json: 500, transformer_not_valid: 400, automation_rule_unknown: 400 },
      contentType: json,
      body: numberAndText,
    },
  },
];

/** @throws Error for a name that no profile has */
export function profileNamed(name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found !== undefined) return found;
  throw new Error(`There is no profile "${name}". There are: ${profiles.map((one) => one.name).join(', ')}.`);
}
