import type { Schema } from '../contract/schemas.ts';

/** Written here, as json-schema-to-typescript brings 15 packages for the few keywords that the schemas have. */

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
};

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** What people read of a place; text that would end the comment is broken up. */
function comment({ description, examples = [], 'x-section': section }: Schema): string {
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...(examples.length === 0 ? [] : [`Shown: ${examples.map((one) => JSON.stringify(one)).join(', ')}.`]),
    ...(section === undefined ? [] : [`Section ${section}.`]),
  ];
  return sentences.length === 0 ? '' : `/** ${sentences.join(' ').replaceAll('*/', '*\u200b/')} */\n`;
}

function isAbsent({ not }: Schema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`;
  });
  return `{\n${indented(members.join(''))}}`;
}

function ofType(type: string, schema: Schema): string {
  if (type === 'object' && schema.properties !== undefined) return membersOf(schema);
  if (type === 'array' && schema.items !== undefined) return `Array<${typeOf(schema.items)}>`;
  return plainTypes[type] ?? 'unknown';
}

function typeOf(schema: Schema): string {
  const { $ref, const: only, enum: some, type = [] } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (isAbsent(schema)) return 'never';
  const words = only === undefined ? some : [only];
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(' | ');
  const types = [type].flat().map((one) => ofType(one, schema));
  return types.length === 0 ? 'unknown' : types.join(' | ');
}

/** The named schemas of a bundle as types of TypeScript. What the document only shows is in comments. */
export function typesOf({ title = '', $defs = {} }: Schema): string {
  const declared = Object.entries($defs).map(([name, schema]) => {
    const isInterface = schema.type === 'object' && schema.properties !== undefined;
    const declaration = isInterface ? `interface ${name} ` : `type ${name} = `;
    return `${comment(schema)}export ${declaration}${typeOf(schema)}${isInterface ? '' : ';'}\n`;
  });
  return [`// ${title}\n`, ...declared].join('\n');
}
