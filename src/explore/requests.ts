import { describedIn } from '../contract/schemas.ts';
import { changedAt, firstAt } from '../json/place.ts';
import { written } from '../json/plain.ts';
import type { OperationContract } from '../model/operation.ts';
import { contract } from '../operations/index.ts';
import { fieldsIn } from '../questions/requests.ts';

/** Requests as a run sends them, and with one thing changed. */

/** Identifiers for the parameters of a path. */
export type Identifiers = Readonly<Record<string, string>>;

/** An operation as a run sends it: what probes change in one thing. */
export interface Base {
  readonly operation: OperationContract;
  /** Of its request; none without a body. */
  readonly fields: readonly RequestField[];
  /** What every request of it addresses. */
  readonly addressed: Identifiers;
  /** The identifiers of each resource that a run would address. */
  readonly resources: Identifiers[];
  /** The body of a run, with a mark of this one in it; undefined for an operation without a body. */
  readonly body: unknown;
  /** Why a run cannot send it; null where it can. */
  readonly gap: string | null;
  /** Twelve hexadecimal digits, of which names and ids are made that nobody else has. */
  readonly runId: string;
}

/** A request that asks something. */
export interface Variant {
  readonly operation: OperationContract;
  readonly addressed: Identifiers;
  readonly body?: string;
  readonly contentType?: string;
  /** The end of the path that is left out, such as a slash. */
  readonly withoutEnd?: string;
  /** The scheme of the Authorization header; Bearer without it. */
  readonly scheme?: string;
  /** Why it is sent: continues `PUT`. */
  readonly purpose: string;
  /** Sent even where the same request was sent before, whose response is otherwise taken. */
  readonly again?: true;
  /** The name of the only field whose value is another one. */
  readonly about?: string;
}

/** Whether requests of an operation remove something, so that each takes a resource that is there for that. */
export function removes({ effect }: OperationContract): boolean {
  return effect?.removes !== undefined;
}

/** The form of text of the field of a response that returns a source: `body#/action/timezone`; null for none. */
function returnedFormat(operation: string, source: string): string | null {
  const own = contract.requirements.filter((one) => one.operation === operation);
  const echo = own.find(({ check }) => check.kind === 'echo' && check.source === source);
  const beside = echo === undefined ? [] : own.filter(({ place }) => place === echo.place);
  const formats = beside.flatMap(({ check }) => (check.kind === 'schema' ? (check.schema.format ?? []) : []));
  return formats[0] ?? null;
}

/** The fields of an operation's request in document order, each before its members; none without a body. */
export function requestFields({ name: operation, requestSchema }: OperationContract) {
  const fields = requestSchema === null ? [] : fieldsIn(describedIn(requestSchema));
  return fields.map(({ name, path, layers }) => ({
    name,
    path,
    /** Types of JSON Schema that the document gives it. */
    types: layers.flatMap(({ schema }) => schema.type ?? []),
    /** Whether the document shows a value of it. */
    isShown: layers.some(({ schema: { examples = [] } }) => examples.length > 0),
    format: returnedFormat(operation, `body#${path.map((step) => `/${step}`).join('')}`),
  }));
}

export type RequestField = ReturnType<typeof requestFields>[number];

/** Fields that the body of a base has. */
export function fieldsSent(
  { fields, body }: Base,
  isMeant: (field: RequestField) => boolean = () => true,
): readonly RequestField[] {
  return fields.filter((field) => firstAt(body, field.path) !== undefined && isMeant(field));
}

/** A request as a run sends it, but for some parts. */
export function asRun(base: Base, purpose: string, parts: Partial<Variant> = {}): Variant {
  const { operation, addressed, body } = base;
  return { operation, addressed, body: written(body), purpose, ...parts };
}

/** A request in which one field of the body has another value; undefined leaves it out. */
export function withField(
  base: Base,
  path: RequestField['path'],
  change: (value: unknown) => unknown,
  purpose: string,
): Variant {
  const body = written(changedAt(base.body, path, change));
  return asRun(base, purpose, { body, about: path.at(-1) ?? '' });
}
