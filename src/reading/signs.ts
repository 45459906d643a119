import { describedIn } from '../contract/schemas.ts';
import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { isPlainObject } from '../json/plain.ts';
import type { Members, ReadJson } from '../model/json.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Signs } from '../model/reading.ts';
import { contract, pathParameter } from '../operations/index.ts';
import { knownBody, type ReadRequest } from './bodies.ts';

/** Filled fields that make an object a record. */
const fewestFields = 3;

/** Names of a record are compared without regard to case, `_` and `-`: services rename fields in these ways. */
export function plain(name: string): string {
  const lower = name.toLowerCase();
  return /[_-]/.test(lower) ? lower.replaceAll(/[_-]/g, '') : lower;
}

function isFilled(value: unknown): boolean {
  if (value instanceof ExactNumber) return !sameScalar(value, 0);
  if (Array.isArray(value)) return value.length > 0;
  return isPlainObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** Every object in a value, itself included. */
function objectsIn(root: unknown): readonly Members[] {
  const found: Members[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isPlainObject(value)) {
      found.push(value);
      for (const inner of Object.values(value)) open.push(inner);
    }
  }
  return found;
}

/** What the record of an operation is recognised by: plain names. */
interface RecordNames {
  /** Of the documented fields outside of the path: an error cannot have taken them from there. */
  readonly fields: ReadonlySet<string>;
  /** Those of which one has to be there. */
  readonly own: ReadonlySet<string>;
}

function recordNames({ path, responseSchema, recordSigns }: OperationContract): RecordNames {
  const record = describedIn(responseSchema).members.get('data');
  const fields = new Set([...(record?.members.keys() ?? [])].map(plain));
  for (const [, name = ''] of path.matchAll(pathParameter)) fields.delete(plain(name));
  return { fields, own: new Set(recordSigns.map(plain)) };
}

const namesOf = new Map(contract.operations.map((one) => [one.name, recordNames(one)]));

/** @param sent plain names that an error can have echoed from the request */
function isRecord(members: Members, names: RecordNames | undefined, sent?: ReadonlySet<string>): boolean {
  const filled = Object.keys(members).filter((name) => isFilled(members[name]));
  const found = new Set(filled.map(plain).filter((name) => names?.fields.has(name) && !sent?.has(name)));
  return found.size >= fewestFields && [...found].some((name) => names?.own.has(name));
}

function holdsRecord(root: unknown, request: ReadRequest): boolean {
  const names = namesOf.get(request.exchange.operation);
  const alike = objectsIn(root).filter((members) => isRecord(members, names));
  if (alike.length === 0) return false;
  const inBody = objectsIn(knownBody(request)?.value).flatMap((members) => Object.keys(members));
  const sent = new Set([...Object.keys(request.addressed), ...inBody].map(plain));
  return alike.some((members) => isRecord(members, names, sent));
}

/** Whether a number is none of those that services use for success: 0, 200 to 299, 20000. */
function isErrorNumber(given: unknown): boolean {
  const value = given instanceof ExactNumber ? Number(given.text) : given;
  return typeof value === 'number' && value !== 0 && value !== 20_000 && !(value >= 200 && value <= 299);
}

/** Members of the root that say no, and when they do. */
const denying: readonly (readonly [name: RegExp, denies: (value: unknown) => boolean])[] = [
  [/^(?:errors?|errorMessage|error_description|fault|exception)$/, isFilled],
  [/^(?:success|ok)$/, (value) => value === false],
  [/^(?:code|statusCode|errcode)$/, isErrorNumber],
];

/** Beside a record a wrong `status` is a deviation of the envelope and denies nothing. */
function isErrorStatus(value: unknown): boolean {
  return typeof value === 'string'
    ? /^(?:err|fail|den|unauth|forbid|invalid)/i.test(value)
    : isErrorNumber(value);
}

/** Most responses have the word, and nobody asks for the other signs, which take longer to find. */
export class JsonSigns implements Signs {
  readonly word: boolean;
  private readonly json: ReadJson;
  private readonly request: ReadRequest;
  private isRecord: boolean | null = null;
  private denied: readonly string[] | null = null;

  /** @param request says which fields an error could have taken from it */
  constructor(json: ReadJson, request: ReadRequest) {
    this.word = json.member('status') === 'success';
    this.json = json;
    this.request = request;
  }

  get record(): boolean {
    this.isRecord ??= holdsRecord(this.json.value, this.request);
    return this.isRecord;
  }

  get denials(): readonly string[] {
    const { value } = this.json;
    this.denied ??= isPlainObject(value) ? this.denialsIn(value) : [];
    return this.denied;
  }

  private denialsIn(root: Members): readonly string[] {
    return Object.keys(root).filter((name) => {
      const value = root[name];
      if (name === 'status') return isErrorStatus(value) && !this.record;
      return denying.some(([names, denies]) => names.test(name) && denies(value));
    });
  }
}
