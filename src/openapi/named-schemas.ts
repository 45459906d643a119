import { type Described, describedIn, type Layer, type Schema, schemas } from '../contract/schemas.ts';

/**
 * The schema files as other tools read them best: one object of named schemas, in which a `$ref` names one of them and has
 * nothing beside it. What several files say of one place is put together; few tools do that, although JSON Schema asks
 * for it.
 */

/** `put-response.schema.json` → `PutResponse`. */
export function schemaName(file: string): string {
  const words = file.replace(/\.schema\.json$/, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** What of a layer says something of its own, without keywords of its place or of the description. */
function keywordsOf({ schema }: Layer, without: readonly string[]): Schema {
  const all = Object.entries(schema);
  const names = ['$schema', '$id', '$ref', '$defs', ...without];
  return Object.fromEntries(all.filter(([keyword]) => !names.includes(keyword)));
}

/** Whether a layer says nothing that the schema does not say as well. */
function addsNothing(layer: Layer, { schema: { type } }: Layer): boolean {
  const own = Object.entries(keywordsOf(layer, ['description', 'title']));
  return own.every(([keyword, value]) => keyword === 'type' && value === type);
}

/** The file whose whole schema is all that these layers say; undefined where they say more, or less. */
function wholeFile(layers: readonly Layer[]): string | undefined {
  const root = layers.findLast(({ pointer }) => pointer === '');
  const isAll = root !== undefined && layers.every((layer) => layer === root || addsNothing(layer, root));
  return isAll ? root.file : undefined;
}

/**
 * The schemas of these files and of all that they name.
 * @param prefix of a name in a `$ref`: `#/$defs/`
 */
export function namedSchemas(roots: readonly string[], prefix: string) {
  /** In the order in which they were named first. */
  const used = new Set(roots);
  const named: Record<string, Schema> = {};
  /** The schema of a place: a name, or all that its layers say. */
  const at = (place: Described): Schema => {
    const file = wholeFile(place.layers);
    if (file === undefined) return whole(place);
    used.add(file);
    return { $ref: `${prefix}${schemaName(file)}` };
  };
  const whole = ({ layers, members, items }: Described): Schema => {
    const own = layers.map((layer) => keywordsOf(layer, ['properties', 'items', 'required']));
    const shown = own.flatMap((schema) => schema['x-shown'] ?? []);
    const required = [...new Set(layers.flatMap(({ schema }) => schema.required ?? []))];
    const properties = [...members].map(([name, member]) => [name, at(member)]);
    return {
      ...Object.assign({}, ...own),
      ...(shown.length > 0 && { 'x-shown': Object.assign({}, ...shown) }),
      ...(required.length > 0 && { required }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(items !== null && { items: at(items) }),
    };
  };
  // A set gives what is added meanwhile, too.
  for (const file of used) named[schemaName(file)] = whole(describedIn(file));
  return named;
}

/** All schemas of a contract as one JSON Schema: `#/$defs/PutResponse` is that of the response to the PUT. */
export function schemaBundle(title: string): Schema {
  const [{ $id = '' } = {}] = Object.values(schemas);
  return {
    ...{ $schema: 'https://json-schema.org/draft/2020-12/schema' },
    $id: new URL('bundle.schema.json', $id).href,
    title,
    description: 'Every record and message of the interface document, each under its name in $defs.',
    $defs: namedSchemas(Object.keys(schemas), '#/$defs/'),
  };
}
