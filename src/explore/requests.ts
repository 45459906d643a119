import { requirementId } from '../contract/requirements.ts';
import { type Described, describedIn } from '../contract/schemas.ts';
import { changedAt, firstAt } from '../json/place.ts';
import { written } from '../json/plain.ts';
import type { OperationContract } from '../model/operation.ts';
import { requestPlace } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import type { Variant } from './send.ts';

/** Requests as a run sends them, and with one thing changed. */

/** A field of a request's body, as its schema and the response that returns it have it. */
export interface RequestField {
  /** With dots, as questions name it: `action.timezone`. */
  readonly name: string;
  /** Names of members, and `*` for each element. */
  readonly path: readonly string[];
  /** Types of JSON Schema that the document gives it. */
  readonly types: readonly string[];
  /** The values that the document shows; empty for none. */
  readonly shown: readonly string[];
  /** The form of text that a response which returns it has; null for none. */
  readonly format: string | null;
  /** Id of the requirement on its type, which a request with a value of another type breaks. */
  readonly typeId: string;
}

/** An operation as a run sends it: what probes change in one thing. */
export interface Base {
  readonly operation: OperationContract;
  /** Of its request; none without a body. */
  readonly fields: readonly RequestField[];
  /** What every request of it addresses. */
  readonly addressed: Readonly<Record<string, string>>;
  /** The identifiers of each resource that a run would address. */
  readonly resources: Readonly<Record<string, string>>[];
  /** The body of a run, with a mark of this one in it; undefined for an operation without a body. */
  readonly body: unknown;
  /** Why a run cannot send it; null where it can. */
  readonly gap: string | null;
}

/** Whether requests of an operation remove something, so that each takes a resource that is there for that. */
export function removes({ effect }: OperationContract): boolean {
  return effect?.removes !== undefined;
}

/** The form of text of the field of a response that returns a source: `body#/action/timezone`. */
function returnedFormat(operation: string, source: string): string | null {
  const own = contract.requirements.filter((one) => one.operation === operation);
  const echo = own.find(({ check }) => check.kind === 'echo' && check.source === source);
  const beside = echo === undefined ? [] : own.filter(({ place }) => place === echo.place);
  const formats = beside.flatMap(({ check }) => (check.kind === 'schema' ? (check.schema.format ?? []) : []));
  return formats[0] ?? null;
}

function fieldsIn(
  { members, items }: Described,
  above: readonly string[],
  operation: string,
): readonly RequestField[] {
  const own = [...members].flatMap(([name, member]) => {
    const path = [...above, name];
    const pointer = path.map((step) => `/${step}`).join('');
    const field = {
      name: path.filter((step) => step !== '*').join('.'),
      path,
      types: member.layers.flatMap(({ schema }) => schema.type ?? []),
      shown: member.layers.flatMap(({ schema }) => schema.examples ?? []),
      format: returnedFormat(operation, `body#${pointer}`),
      typeId: requirementId(operation, requestPlace + pointer, 'type'),
    };
    return [field, ...fieldsIn(member, path, operation)];
  });
  return items === null ? own : [...own, ...fieldsIn(items, [...above, '*'], operation)];
}

/** The fields of an operation's request in document order, each before its members; none without a body. */
export function requestFields({ name, requestSchema }: OperationContract): readonly RequestField[] {
  return requestSchema === null ? [] : fieldsIn(describedIn(requestSchema), [], name);
}

/** Fields that the body of a base has. */
export function fieldsSent(
  { fields, body }: Base,
  isMeant: (field: RequestField) => boolean = () => true,
): readonly RequestField[] {
  return fields.filter((field) => firstAt(body, field.path) !== undefined && isMeant(field));
}

/** A request with another body. */
export function withBody({ operation, addressed }: Base, body: unknown, purpose: string): Variant {
  return { operation, addressed, body: written(body), purpose };
}

/** A request in which one field of the body has another value; undefined leaves it out. */
export function withField(
  base: Base,
  path: RequestField['path'],
  change: (value: unknown) => unknown,
  purpose: string,
): Variant {
  return { ...withBody(base, changedAt(base.body, path, change), purpose), about: path.at(-1) ?? '' };
}
