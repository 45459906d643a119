import { readFileSync } from 'node:fs';

const folder = new URL('../../schemas/', import.meta.url);

/** Said about a schema rather than by it; two of them may differ where two schemas meet. */
const annotations = new Set(['title', 'description', 'examples']);

/** Names a schema or a format that a plain validator does not know; what our formats ask stands in `pattern` too. */
const dropped = new Set(['$schema', '$id', '$defs', '$ref', 'format']);

function readSchema(file) {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

/** What a `$ref` names: a file beside this one, a definition in it, or both. */
function referenced(reference, file) {
  const [otherFile, pointer = ''] = reference.split('#');
  const named = otherFile === '' ? file : otherFile;
  const steps = pointer.split('/').slice(1);
  return { file: named, schema: steps.reduce((node, step) => node[step], readSchema(named)) };
}

function mergedProperties(one, other) {
  const merged = { ...one };
  for (const [name, schema] of Object.entries(other))
    merged[name] = name in one ? merge(one[name], schema) : schema;
  return merged;
}

/** Both schemas as one. @throws Error where that would change what they ask */
function merge(one, other) {
  const merged = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    const before = one[keyword];
    const settled = before === undefined || annotations.has(keyword);
    if (keyword === 'properties' && before !== undefined) merged[keyword] = mergedProperties(before, value);
    else if (settled || JSON.stringify(before) === JSON.stringify(value)) merged[keyword] = value;
    else throw new Error(`two schemas for one place differ in ${keyword}`);
  }
  return merged;
}

function plainMembers(members, file) {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, plain(schema, file)]));
}

/** What the document only shows of a place, as far as one answer tells it: not what depends on the request. */
function shown(schema, file) {
  if (schema === undefined || 'x-where' in schema) return {};
  const asked = plain(schema, file);
  return 'x-unless' in schema ? { anyOf: [{ const: schema['x-unless'] }, asked] } : asked;
}

function plain(schema, file) {
  let own = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || dropped.has(keyword)) continue;
    if (keyword === 'properties') own[keyword] = plainMembers(value, file);
    else own[keyword] = keyword === 'items' || keyword === 'not' ? plain(value, file) : value;
  }
  own = merge(own, shown(schema['x-shown'], file));
  if (schema.$ref === undefined) return own;
  const target = referenced(schema.$ref, file);
  return merge(plain(target.schema, target.file), own);
}

/**
 * A file of schemas/ as one schema without references, for validators of any draft: the keywords that are left mean
 * the same in draft 6 and later.
 */
export function plainSchema(file) {
  return plain(readSchema(file), file);
}
