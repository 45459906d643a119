import automationRuleRecord from '../../schemas/automation-rule-record.schema.json' with { type: 'json' };
import deleteResponse from '../../schemas/delete-response.schema.json' with { type: 'json' };
import envelope from '../../schemas/envelope.schema.json' with { type: 'json' };
import putResponse from '../../schemas/put-response.schema.json' with { type: 'json' };
import transformerRecord from '../../schemas/transformer-record.schema.json' with { type: 'json' };
import transformerRequest from '../../schemas/transformer-request.schema.json' with { type: 'json' };
import type { CheckKeywords } from '../../schemas/types.ts';
import { valueAtPointer } from '../json/place.ts';

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

/** The files by their names, as `$ref` has them. */
export const schemas: Readonly<Record<string, Schema>> = {
  'envelope.schema.json': envelope,
  'put-response.schema.json': putResponse,
  'delete-response.schema.json': deleteResponse,
  'transformer-request.schema.json': transformerRequest,
  'transformer-record.schema.json': transformerRecord,
  'automation-rule-record.schema.json': automationRuleRecord,
};

/** A subschema, and where it is. */
export interface Layer {
  readonly schema: Schema;
  /** File in schemas/, and the JSON Pointer of the subschema in it. */
  readonly file: string;
  readonly pointer: string;
  /** Section of the document; the nearest `x-section` at or above the subschema. */
  readonly section: string;
}

/** A message or a field of one, as the schemas describe it. */
export interface Described {
  /** What `$ref` names before what is beside it; none for a field that is not described. */
  readonly layers: readonly Layer[];
  /** In document order. */
  readonly members: ReadonlyMap<string, Described>;
  readonly items: Described | null;
}

/** @throws Error for a file or a definition that is not there */
export function subschema(file: string, pointer = ''): Schema {
  const found = valueAtPointer(schemas[file], pointer);
  if (found === undefined) throw new Error(`schemas/${file} has no ${pointer || 'content'}`);
  return found as Schema;
}

function layersOf(schema: Schema, above: Omit<Layer, 'schema'>): readonly Layer[] {
  const own = { ...above, schema, section: schema['x-section'] ?? above.section };
  if (schema.$ref === undefined) return [own];
  const [file = '', pointer = ''] = schema.$ref.split('#');
  const named = file === '' ? { ...own, pointer } : { file, pointer, section: '' };
  return [...layersOf(subschema(named.file, pointer), named), own];
}

/** The layers of what is one step below some others. */
function below(layers: readonly Layer[], step: string, of: (schema: Schema) => Schema | undefined) {
  return layers.flatMap(({ schema, pointer, ...above }) => {
    const inner = of(schema);
    return inner === undefined ? [] : layersOf(inner, { ...above, pointer: `${pointer}/${step}` });
  });
}

function described(layers: readonly Layer[]): Described {
  const names = new Set(layers.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
  const members = [...names].map((name) => {
    const inner = below(layers, `properties/${name}`, ({ properties }) => properties?.[name]);
    return [name, described(inner)] as const;
  });
  const items = below(layers, 'items', (schema) => schema.items);
  return { layers, members: new Map(members), items: items.length === 0 ? null : described(items) };
}

/** What a file describes. */
export function describedIn(file: string): Described {
  return described(layersOf(subschema(file), { file, pointer: '', section: '' }));
}
