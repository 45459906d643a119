import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * `schemas/types.ts`, the types of the documents that the suite writes and reads: their shapes are declared once, in
 * schemas/suite. A place has a type of its own where it has a title that is a name, or is a definition of more than a
 * scalar. Written here, as json-schema-to-typescript brings 15 packages.
 */
const folder = new URL('../schemas/', import.meta.url);
const files = ['report', 'recording', 'comparison', 'matrix', 'answers', 'waivers'];
const schemas = new Map(
  files.map((file) => {
    const name = `${file}.schema.json`;
    return [name, JSON.parse(readFileSync(new URL(`suite/${name}`, folder), 'utf8'))];
  }),
);

/** The file that a subschema is in. */
const fileOf = new Map();
/** What a subschema is called; the first of several of one name is written. */
const nameOf = new Map();

function look(file, node, key, isDefinition = false) {
  if (typeof node !== 'object' || node === null) return;
  fileOf.set(node, file);
  const isShape =
    'properties' in node || 'enum' in node || 'anyOf' in node || 'items' in node || 'prefixItems' in node;
  if (/^[A-Z]\w*$/.test(node.title)) nameOf.set(node, node.title);
  else if (isDefinition && isShape) nameOf.set(node, key.charAt(0).toUpperCase() + key.slice(1));
  for (const [name, below] of Object.entries(node)) look(file, below, name, key === '$defs');
}
for (const [file, schema] of schemas) look(file, schema, '');

/** What `$ref` names; itself without one. */
function target(node) {
  if (node.$ref === undefined) return node;
  const [file, pointer] = node.$ref.split('#');
  const root = schemas.get(file === '' ? fileOf.get(node) : file);
  return pointer
    .split('/')
    .slice(1)
    .reduce((found, step) => found[step], root);
}

/** The type of a place where it is used: by its name, where it has one. */
function use(node) {
  const name = nameOf.get(node);
  if (name === undefined) return node.$ref === undefined ? typeOf(node) : use(target(node));
  return [node.type].flat().includes('null') ? `${name} | null` : name;
}

function comment(node) {
  const text = node.description ?? (nameOf.has(target(node)) ? undefined : target(node).description);
  return text === undefined ? '' : `/** ${text} */\n`;
}

const union = (types) => types.join(' | ');
const literals = (words) => union(words.map((word) => JSON.stringify(word).replaceAll('"', "'")));

/** @param isNamed whether its name stands for what is not null alone */
function typeOf(node, isNamed = false) {
  const words = 'const' in node ? [node.const] : node.enum;
  if (words !== undefined) return literals(words);
  const some = node.anyOf ?? (node.properties === undefined ? node.oneOf : undefined);
  if (some !== undefined) return union(some.map(use));
  const types = [node.type ?? []].flat().filter((type) => !isNamed || type !== 'null');
  return union(types.map((type) => ofType(type, node))) || 'unknown';
}

function ofType(type, node) {
  if (type === 'object') return variants(node);
  if (type !== 'array') return type === 'integer' ? 'number' : type;
  if (node.prefixItems !== undefined) return `readonly [${node.prefixItems.map(use).join(', ')}]`;
  const element = node.items ? use(node.items) : 'unknown';
  return /^readonly | \| (?![^{]*\})/.test(element) ? `readonly (${element})[]` : `readonly ${element}[]`;
}

/** Where one member has one of some values, others are required; they are absent for all other values. */
function variants(node) {
  const { if: condition, then, required = [], properties = {} } = node;
  const [[name, { enum: some = [] }] = ['', {}]] = Object.entries(condition?.properties ?? {});
  const others = properties[name]?.enum?.filter((word) => !some.includes(word));
  if (then?.required === undefined || others === undefined) return members(node, required);
  return union([
    members(node, [...required, ...then.required], new Map([[name, literals(some)]])),
    members(node, required, new Map([[name, literals(others)]]), then.required),
  ]);
}

/** @param types of members that have others here @param absent members that are not there */
function members(
  { properties = {}, additionalProperties: others },
  required,
  types = new Map(),
  absent = [],
) {
  const own = Object.entries(properties).filter(([name]) => name !== '$schema' && !absent.includes(name));
  const typed = own.map(([name, member]) => [name, types.get(name) ?? use(member)]);
  const lines = typed.map(
    ([name, type]) =>
      `${comment(properties[name])}readonly ${name}${required.includes(name) ? '' : '?'}: ${type};\n`,
  );
  if (typeof others === 'object') {
    const all = [...new Set([use(others), ...typed.map(([, type]) => type)])];
    const isPartial = typed.some(([name]) => !required.includes(name));
    lines.push(`readonly [name: string]: ${union(isPartial ? [...all, 'undefined'] : all)};\n`);
  }
  return `{\n${lines.join('').replaceAll(/^(?=.)/gm, '  ')}}`;
}

const written = new Map();
for (const [node, name] of nameOf) {
  if (written.has(name)) continue;
  const type = typeOf(node, true);
  const isInterface = /^\{[\s\S]*\}$/.test(type) && !type.includes('\n} | ');
  const declared = isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  written.set(name, `${comment(node)}export ${declared}\n`);
}

const path = new URL('types.ts', folder);
const text = ['// From schemas/suite, by scripts/types.mjs.\n', ...written.values()].join('\n');
// As it is where nothing changed: a build would be older than it.
if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
