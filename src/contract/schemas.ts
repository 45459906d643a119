import type { CheckKeywords } from '../model/report.ts';
import type { SchemaPlace } from '../model/requirement.ts';

/** What a subschema of ours may say; the `x-` keywords are explained in schemas/README.md. */
export interface Schema extends CheckKeywords {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly not?: Schema;
  readonly examples?: readonly string[];
  readonly 'x-section'?: string;
  readonly 'x-shown'?: Schema;
  readonly 'x-echo'?: string;
  readonly 'x-echo-count'?: string;
  readonly 'x-where'?: Readonly<Record<string, string>>;
  readonly 'x-unless'?: string;
}

/** The schema files of a contract by name, as `$ref` names them. */
export type SchemaFiles = Readonly<Record<string, Schema>>;

/** A subschema without its `$ref`, and where it is. */
export interface Layer {
  readonly schema: Schema;
  /** All files of its contract. */
  readonly files: SchemaFiles;
  /** File in schemas/, and the JSON Pointer of the subschema in it. */
  readonly file: string;
  readonly pointer: string;
  /** Section of the document; the nearest `x-section` at or above the subschema. */
  readonly section: string;
}

function schemaFile(files: SchemaFiles, file: string): Schema {
  const schema = files[file];
  if (schema === undefined) throw new Error(`schemas/ has no ${file}`);
  return schema;
}

type LayerPlace = Omit<Layer, 'schema'>;

function layer(schema: Schema, place: LayerPlace): Layer {
  const { files, file, pointer, section } = place;
  return { schema, files, file, pointer, section: schema['x-section'] ?? section };
}

function definition(files: SchemaFiles, file: string, fragment: string): Layer {
  const root = layer(schemaFile(files, file), { files, file, pointer: '', section: '' });
  if (fragment === '') return root;
  const name = fragment.replace('/$defs/', '');
  const found = root.schema.$defs?.[name];
  if (found === undefined) throw new Error(`schemas/${file} has no ${fragment}`);
  return layer(found, { files, file, pointer: fragment, section: root.section });
}

/** The layers that apply at one place: first what `$ref` names, then the keywords next to `$ref`. */
function resolve(own: Layer): readonly Layer[] {
  const reference = own.schema.$ref;
  if (reference === undefined) return [own];
  const [file = '', fragment = ''] = reference.split('#');
  const target = definition(own.files, file === '' ? own.file : file, fragment);
  const sameFile = target.file === own.file;
  return [...resolve(sameFile ? { ...target, section: own.section } : target), own];
}

export function rootLayers(files: SchemaFiles, file: string): readonly Layer[] {
  return resolve(definition(files, file, ''));
}

/** Names of the members that a record documents, in document order. */
export function memberNames(layers: readonly Layer[]): readonly string[] {
  return [...new Set(layers.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
}

export function memberLayers(layers: readonly Layer[], name: string): readonly Layer[] {
  return layers.flatMap((parent) => {
    const schema = parent.schema.properties?.[name];
    if (schema === undefined) return [];
    return resolve(layer(schema, { ...parent, pointer: `${parent.pointer}/properties/${name}` }));
  });
}

export function itemLayers(layers: readonly Layer[]): readonly Layer[] {
  return layers.flatMap((parent) => {
    const schema = parent.schema.items;
    if (schema === undefined) return [];
    return resolve(layer(schema, { ...parent, pointer: `${parent.pointer}/items` }));
  });
}

/** The subschema at a JSON Pointer of a file, without the definitions of its members and elements. */
export function schemaExcerpt(files: SchemaFiles, file: string, pointer: string): Schema {
  const steps = pointer.split('/').slice(1);
  const found = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)[step],
    schemaFile(files, file),
  );
  const { properties, items, $defs, ...own } = found as Schema;
  return own;
}

/** A keyword of a schema. */
export interface Keyword {
  /** File in schemas/. */
  readonly file: string;
  /** RFC 6901 JSON Pointer. */
  readonly pointer: string;
}

/** Where the schemas ask for a requirement. */
export function schemaPlace({ file, pointer }: Keyword): SchemaPlace {
  return { file: `schemas/${file}`, pointer };
}
