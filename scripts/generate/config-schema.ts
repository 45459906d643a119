import type { Setting } from '../../src/model/setting.ts';
import { configMembers, type Reference, referencesTo } from '../../src/settings/from-config.ts';
import { contract, definitions } from '../../tests/support/engine.ts';

/** The schema of conformance.config.json, for editors, made from the declarations of settings. */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };
const words: Schema = { oneOf: [text, { type: 'array', minItems: 1, items: text }] };

const ways: Readonly<Record<Reference, readonly [description: string, schema: Schema]>> = {
  env: ['The name of a variable that holds it.', { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }],
  file: ['A file that holds it, relative to this one.', text],
  command: ['A command that prints it: a line for the shell, or a program and its arguments.', words],
};

function reference(how: Reference): Schema {
  const [description, schema] = ways[how];
  return {
    type: 'object',
    required: [how],
    properties: { [how]: { description, ...schema } },
    additionalProperties: false,
  };
}

/** The form of a plain value. */
function plain({ kind: { placeholder, range, list, choices } }: Setting): Schema {
  if (placeholder === null) return { type: 'boolean' };
  if (range !== undefined) return { type: 'integer', minimum: range[0], maximum: range[1] };
  if (list === true) return words;
  return choices === undefined ? text : { enum: choices };
}

function formsOf(key: string, definition: Setting): readonly Schema[] {
  const isSecret = definition.secret === true && definition.reach !== 'command';
  const values = isSecret ? [] : [definition.reach === 'command' ? words : plain(definition)];
  return [...values, ...referencesTo(key, definitions).map(reference)];
}

function property(key: string): Schema {
  const definition = definitions.get(key);
  const all = formsOf(key, definition);
  const [only = {}] = all;
  return { description: definition.description, ...(all.length === 1 ? only : { anyOf: all }) };
}

function section(keys: readonly string[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, property(key)])),
    additionalProperties: false,
  };
}

const members = configMembers(contract);

export function configSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://entity-config-conformance.example/schemas/suite/config.schema.json',
    title: 'Targets',
    description:
      'Services that a run can be made against, for conformance.config.json; comments are allowed. Paths are relative to the file. Made by `npm run docs` from the declarations of settings. What a schema cannot say is checked when the file is read.',
    type: 'object',
    required: ['targets'],
    properties: {
      $schema: { description: 'For editors.', type: 'string' },
      defaults: {
        description: 'Settings of every target that does not give them itself.',
        $ref: '#/$defs/defaults',
      },
      targets: {
        description: 'Settings by the names of targets, which are names of folders for their reports too.',
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' },
        additionalProperties: { $ref: '#/$defs/target' },
      },
    },
    additionalProperties: false,
    $defs: { defaults: section(members), target: section(members.filter((key) => key !== 'out')) },
  };
  // Lists of words are on one line, as the formatter of this repository writes them.
  const laidOut = JSON.stringify(schema, null, 2);
  return `${laidOut.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, words: string) => `[${words.replace(/\s+/g, ' ')}]`)}\n`;
}
