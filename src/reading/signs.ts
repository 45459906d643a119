import { describedIn } from '../contract/schemas.ts';
import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { isPlainObject } from '../json/plain.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Members, ReadJson } from '../model/json.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Signs } from '../model/reading.ts';
import { contract, pathParameter } from '../operations/index.ts';

/** Fields that make an object a record, where that many are outside of the path. */
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

/** Names of the documented members of the record that an operation returns, in the document's order. */
export function recordFields({ responseSchema }: OperationContract): readonly string[] {
  return [...(describedIn(responseSchema).members.get('data')?.members.keys() ?? [])];
}

/** Names of the identifiers in an operation's path. */
export function pathFields({ path }: OperationContract): readonly string[] {
  return [...path.matchAll(pathParameter)].map(([, name = '']) => name);
}

/** What the record of an operation is recognised by. */
interface RecordSigns {
  /** The documented fields outside of the path, by their plain names: an error cannot have taken them from there. */
  readonly fields: ReadonlyMap<string, string>;
  /** Those of which one has to be there. */
  readonly own: ReadonlySet<string>;
  readonly fewest: number;
}

function recordSigns(operation: OperationContract): RecordSigns {
  const fields = new Map(recordFields(operation).map((name) => [plain(name), name]));
  for (const name of pathFields(operation)) fields.delete(plain(name));
  const own = new Set(operation.recordSigns);
  return { fields, own, fewest: Math.min(fewestFields, fields.size) };
}

const signsOfRecord = new Map(contract.operations.map((one) => [one.name, recordSigns(one)]));

/** Without those that an error can have echoed from the request. */
function unsent(
  signs: RecordSigns,
  addressed: Readonly<Record<string, string>>,
  body: ReadJson | null,
): RecordSigns {
  const fields = new Map(signs.fields);
  const names = objectsIn(body?.value).flatMap((members) => Object.keys(members));
  for (const name of [...Object.keys(addressed), ...names]) fields.delete(plain(name));
  return { ...signs, fields };
}

function isRecord(members: Members, { fields, own, fewest }: RecordSigns): boolean {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(members)) {
    const field = fields.get(plain(key));
    if (field !== undefined && isFilled(value)) found.add(field);
  }
  return found.size >= fewest && [...found].some((field) => own.has(field));
}

function holdsRecord({ operation, request }: Exchange, root: unknown, body: () => ReadJson | null): boolean {
  const signs = signsOfRecord.get(operation) as RecordSigns;
  const alike = objectsIn(root).filter((members) => isRecord(members, signs));
  if (alike.length === 0) return false;
  const left = unsent(signs, request.addressed, body());
  return alike.some((members) => isRecord(members, left));
}

/** Whether a number is none of those that services use for success: 0, 200 to 299, 20000. */
function isErrorNumber(given: unknown): boolean {
  if (typeof given !== 'number' && !(given instanceof ExactNumber)) return false;
  const value = typeof given === 'number' ? given : Number(given.text);
  return value !== 0 && value !== 20_000 && !(value >= 200 && value <= 299);
}

/** Members of the root that say no, and when they do. */
const denying: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...['error', 'errors', 'errorMessage', 'error_description', 'fault', 'exception'].map(
    (name) => [name, isFilled] as const,
  ),
  ...['success', 'ok'].map((name) => [name, (value: unknown) => value === false] as const),
  ...['code', 'statusCode', 'errcode'].map((name) => [name, isErrorNumber] as const),
]);

const errorWord = /^(?:err|fail|den|unauth|forbid|invalid)/i;

function isErrorStatus(value: unknown): boolean {
  return typeof value === 'string' ? errorWord.test(value) : isErrorNumber(value);
}

/** Most responses have the word, and nobody asks for the other signs, which take longer to find. */
class SignsOf implements Signs {
  readonly word: boolean;
  private readonly json: ReadJson;
  private readonly findRecord: () => boolean;
  private found: boolean | null = null;
  private denied: readonly string[] | null = null;

  constructor(json: ReadJson, findRecord: () => boolean) {
    this.word = json.member('status') === 'success';
    this.json = json;
    this.findRecord = findRecord;
  }

  get record(): boolean {
    this.found ??= this.findRecord();
    return this.found;
  }

  /** With a record in the response, a wrong `status` is a deviation of the envelope and denies nothing. */
  get denials(): readonly string[] {
    this.denied ??= this.findDenials();
    return this.denied;
  }

  private findDenials(): readonly string[] {
    const { value: root } = this.json;
    if (!isPlainObject(root)) return [];
    return Object.entries(root).flatMap(([name, value]) => {
      const denies = name === 'status' ? isErrorStatus(value) && !this.record : denying.get(name)?.(value);
      return denies === true ? [name] : [];
    });
  }
}

/**
 * @param exchange whose request says which fields an error could have taken from it
 * @param body reads what was sent; null where that is no JSON
 */
export function signsOf(exchange: Exchange, json: ReadJson, body: () => ReadJson | null): Signs {
  return new SignsOf(json, () => holdsRecord(exchange, json.value, body));
}
