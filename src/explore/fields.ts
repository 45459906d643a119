import { requirementId } from '../contract/requirement-id.ts';
import { itemLayers, type Layer, memberLayers, memberNames, rootLayers } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import { requestPlace } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';

/** The fields of a request's body, as its schema and the response that returns them have them. */

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
  /** Its members, or those of its elements. */
  readonly members: readonly RequestField[];
}

/** Forms of text of the fields of a response, by the source that they return: `body#/action/timezone`. */
function returnedFormats(layers: readonly Layer[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of memberNames(layers)) {
    const own = memberLayers(layers, name);
    const schemas = own.flatMap(({ schema }) => [schema, schema['x-shown'] ?? {}]);
    const source = schemas.find((schema) => schema['x-echo'] !== undefined)?.['x-echo'];
    const format = schemas.find((schema) => schema.format !== undefined)?.format;
    if (source !== undefined && format !== undefined) found.set(source, format);
    for (const [inner, its] of returnedFormats([...own, ...itemLayers(own)])) found.set(inner, its);
  }
  return found;
}

function fieldsIn(
  layers: readonly Layer[],
  above: readonly string[],
  operation: string,
  formats: ReadonlyMap<string, string>,
): readonly RequestField[] {
  return memberNames(layers).map((name) => {
    const own = memberLayers(layers, name);
    const items = itemLayers(own);
    const path = [...above, name];
    const pointer = path.map((step) => `/${step}`).join('');
    const members =
      items.length > 0
        ? fieldsIn(items, [...path, '*'], operation, formats)
        : fieldsIn(own, path, operation, formats);
    return {
      name: path.filter((step) => step !== '*').join('.'),
      path,
      types: own.flatMap(({ schema }) => schema.type ?? []),
      shown: own.flatMap(({ schema }) => schema.examples ?? []),
      format: formats.get(`body#${pointer}`) ?? null,
      typeId: requirementId(operation, requestPlace + pointer, 'type'),
      members,
    };
  });
}

/** The fields of an operation's request, those at the top of its body; empty for an operation without a body. */
export function topFields(operation: OperationContract): readonly RequestField[] {
  const { name, requestSchema, responseSchema } = operation;
  if (requestSchema === null) return [];
  const formats = returnedFormats(rootLayers(contract.schemas, responseSchema));
  return fieldsIn(rootLayers(contract.schemas, requestSchema), [], name, formats);
}

/** All of them, in document order, each before its members. */
export function allFields(fields: readonly RequestField[]): readonly RequestField[] {
  return fields.flatMap((field) => [field, ...allFields(field.members)]);
}
