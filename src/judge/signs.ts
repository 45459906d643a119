import type { Contract } from '../contract/contract.ts';
import { pathFields, recordFields } from '../contract/record-fields.ts';
import { sameNumber } from '../json/decimal.ts';
import { member } from '../json/json.ts';
import type { Signs } from '../model/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JsonNode } from '../model/json.ts';
import type { Operation } from '../model/requirement.ts';
import { wholeBodyText } from './sent.ts';

/** Fields that make an object a record; one of them is an identifier. */
const fewestFields = 3;
const identifier = /Id$/;

/** Names of a record are compared without regard to case, `_` and `-`: services rename fields in these ways. */
function plain(name: string): string {
  const lower = name.toLowerCase();
  return /[_-]/.test(lower) ? lower.replaceAll(/[_-]/g, '') : lower;
}

function isFilled(node: JsonNode | undefined): boolean {
  switch (node?.type) {
    case 'object':
      return node.members.size > 0;
    case 'array':
      return node.items.length > 0;
    case 'string':
      return node.value !== '';
    case 'number':
      return !sameNumber(node.text, '0');
    case 'boolean':
      return node.value;
    default:
      return false;
  }
}

/** Every object in a value, itself included. */
function objectsIn(root: JsonNode): readonly ReadonlyMap<string, JsonNode>[] {
  const found: ReadonlyMap<string, JsonNode>[] = [];
  const open: JsonNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'array') for (const item of node.items) open.push(item);
    else if (node.type === 'object') {
      found.push(node.members);
      for (const value of node.members.values()) open.push(value);
    }
  }
  return found;
}

function namesIn(body: string): readonly string[] {
  try {
    return objectsIn(wholeBodyText(body).root).flatMap((members) => [...members.keys()]);
  } catch {
    return [];
  }
}

const byContract = new WeakMap<Contract, Map<Operation, ReadonlyMap<string, string>>>();

/** The documented fields of an operation's record, by their plain names. */
function fieldsOf(contract: Contract, operation: Operation): ReadonlyMap<string, string> {
  const known = byContract.get(contract) ?? new Map<Operation, ReadonlyMap<string, string>>();
  byContract.set(contract, known);
  const fields =
    known.get(operation) ?? new Map(recordFields(contract, operation).map((name) => [plain(name), name]));
  known.set(operation, fields);
  return fields;
}

/** Those that an error cannot have echoed from the request. */
function unsentFields({ operation, request }: Exchange, contract: Contract): ReadonlyMap<string, string> {
  const { addressed, body = '' } = request;
  const sent = [...pathFields(contract, operation), ...Object.keys(addressed), ...namesIn(body)];
  const fields = new Map(fieldsOf(contract, operation));
  for (const name of sent) fields.delete(plain(name));
  return fields;
}

function isRecord(members: ReadonlyMap<string, JsonNode>, fields: ReadonlyMap<string, string>): boolean {
  const found = new Set<string>();
  for (const [key, value] of members) {
    const field = fields.get(plain(key));
    if (field !== undefined && isFilled(value)) found.add(field);
  }
  return found.size >= fewestFields && [...found].some((field) => identifier.test(field));
}

function holdsRecord(exchange: Exchange, root: JsonNode, contract: Contract): boolean {
  const documented = fieldsOf(contract, exchange.operation);
  const alike = objectsIn(root).filter((members) => isRecord(members, documented));
  if (alike.length === 0) return false;
  const fields = unsentFields(exchange, contract);
  return alike.some((members) => isRecord(members, fields));
}

/** Whether a number is none of those that services use for success: 0, 200 to 299, 20000. */
function isErrorNumber(node: JsonNode): boolean {
  if (node.type !== 'number') return false;
  const value = Number(node.text);
  return value !== 0 && value !== 20_000 && !(value >= 200 && value <= 299);
}

const isFalse = (node: JsonNode): boolean => node.type === 'boolean' && !node.value;

/** Members of the root that say no, and when they do. */
const denying: ReadonlyMap<string, (node: JsonNode) => boolean> = new Map([
  ...['error', 'errors', 'errorMessage', 'error_description', 'fault', 'exception'].map(
    (name) => [name, isFilled] as const,
  ),
  ...['success', 'ok'].map((name) => [name, isFalse] as const),
  ...['code', 'statusCode', 'errcode'].map((name) => [name, isErrorNumber] as const),
]);

const errorWord = /^(?:err|fail|den|unauth|forbid|invalid)/i;

function isErrorStatus(node: JsonNode): boolean {
  return node.type === 'string' ? errorWord.test(node.value) : isErrorNumber(node);
}

/** Most answers have the word, and nobody asks for the other signs, which take longer to find. */
class SignsOf implements Signs {
  readonly word: boolean;
  private readonly exchange: Exchange;
  private readonly root: JsonNode;
  private readonly contract: Contract;
  private found: boolean | null = null;
  private denied: readonly string[] | null = null;

  constructor(exchange: Exchange, root: JsonNode, contract: Contract) {
    const status = member(root, 'status');
    this.word = status?.type === 'string' && status.value === 'success';
    this.exchange = exchange;
    this.root = root;
    this.contract = contract;
  }

  get record(): boolean {
    this.found ??= holdsRecord(this.exchange, this.root, this.contract);
    return this.found;
  }

  /** With a record in the answer, a wrong `status` is a deviation of the envelope and denies nothing. */
  get denials(): readonly string[] {
    this.denied ??= this.findDenials();
    return this.denied;
  }

  private findDenials(): readonly string[] {
    const { root } = this;
    if (root.type !== 'object') return [];
    return [...root.members].flatMap(([name, node]) => {
      const denies = name === 'status' ? isErrorStatus(node) && !this.record : denying.get(name)?.(node);
      return denies === true ? [name] : [];
    });
  }
}

/** @param exchange whose request says which fields an error could have taken from it */
export function signsOf(exchange: Exchange, root: JsonNode, contract: Contract): Signs {
  return new SignsOf(exchange, root, contract);
}
