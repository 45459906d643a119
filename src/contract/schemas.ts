import { createHash } from 'node:crypto';
import automationRuleRecord from '../../schemas/automation-rule-record.schema.json' with { type: 'json' };
import deleteResponse from '../../schemas/delete-response.schema.json' with { type: 'json' };
import envelope from '../../schemas/envelope.schema.json' with { type: 'json' };
import putResponse from '../../schemas/put-response.schema.json' with { type: 'json' };
import transformerRecord from '../../schemas/transformer-record.schema.json' with { type: 'json' };
import transformerRequest from '../../schemas/transformer-request.schema.json' with { type: 'json' };

/** What a subschema of ours may say; the `x-` keywords are explained in schemas/README.md. */
export interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly not?: Schema;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly string[];
  readonly 'x-section'?: string;
  readonly 'x-shown'?: Schema;
  readonly 'x-echo'?: string;
  readonly 'x-echo-count'?: string;
  readonly 'x-where'?: Readonly<Record<string, string>>;
  readonly 'x-unless'?: string;
}

/** The files of schemas/ by name. */
export const schemas: Readonly<Record<string, Schema>> = {
  'envelope.schema.json': envelope,
  'put-response.schema.json': putResponse,
  'delete-response.schema.json': deleteResponse,
  'transformer-request.schema.json': transformerRequest,
  'transformer-record.schema.json': transformerRecord,
  'automation-rule-record.schema.json': automationRuleRecord,
};

/** SHA-256 of the schemas' content, hexadecimal: two reports with the same one were judged by the same contract. */
export function schemasDigest(): string {
  return createHash('sha256').update(JSON.stringify(schemas)).digest('hex');
}

/** A subschema without its `$ref`, and where it stands. */
export interface Layer {
  readonly schema: Schema;
  /** File in schemas/, and the JSON Pointer of the subschema in it. */
  readonly file: string;
  readonly pointer: string;
  /** Section of the document; the nearest `x-section` at or above the subschema. */
  readonly section: string;
}

function schemaFile(file: string): Schema {
  const schema = schemas[file];
  if (schema === undefined) throw new Error(`schemas/ has no ${file}`);
  return schema;
}

function layer(schema: Schema, file: string, pointer: string, section: string): Layer {
  return { schema, file, pointer, section: schema['x-section'] ?? section };
}

function definition(file: string, fragment: string): Layer {
  const root = layer(schemaFile(file), file, '', '');
  if (fragment === '') return root;
  const name = fragment.replace('/$defs/', '');
  const found = root.schema.$defs?.[name];
  if (found === undefined) throw new Error(`schemas/${file} has no ${fragment}`);
  return layer(found, file, fragment, root.section);
}

/** The layers that apply at one place: what `$ref` names first, then what stands beside it. */
function resolve(own: Layer): readonly Layer[] {
  const reference = own.schema.$ref;
  if (reference === undefined) return [own];
  const [file = '', fragment = ''] = reference.split('#');
  const target = definition(file === '' ? own.file : file, fragment);
  const sameFile = target.file === own.file;
  return [...resolve(sameFile ? { ...target, section: own.section } : target), own];
}

export function rootLayers(file: string): readonly Layer[] {
  return resolve(definition(file, ''));
}

/** Names of the members that a record documents, in document order. */
export function memberNames(layers: readonly Layer[]): readonly string[] {
  return [...new Set(layers.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
}

export function memberLayers(layers: readonly Layer[], name: string): readonly Layer[] {
  return layers.flatMap((parent) => {
    const schema = parent.schema.properties?.[name];
    if (schema === undefined) return [];
    return resolve(layer(schema, parent.file, `${parent.pointer}/properties/${name}`, parent.section));
  });
}

export function itemLayers(layers: readonly Layer[]): readonly Layer[] {
  return layers.flatMap((parent) => {
    const schema = parent.schema.items;
    if (schema === undefined) return [];
    return resolve(layer(schema, parent.file, `${parent.pointer}/items`, parent.section));
  });
}

/** The subschema at a JSON Pointer of a file, members without its own members' definitions. */
export function schemaExcerpt(file: string, pointer: string): Schema {
  const steps = pointer.split('/').slice(1);
  const found = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)[step],
    schemaFile(file),
  );
  const { properties, items, $defs, ...own } = found as Schema;
  return own;
}
