import { readFileSync } from 'node:fs';
import { requirementsOn } from '../../src/contract/contract.ts';
import { type JsonNode, parseJson } from '../../src/json/json.ts';
import { contract } from '../../tests/support/engine.ts';

/**
 * A generated file, as the compiled package carries the schemas laid out anew, and a report names the line of the
 * file that a reader opens.
 */

function nodeAt(root: JsonNode, pointer: string): JsonNode {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<JsonNode>((node, step) => {
    const below =
      node.type === 'array' ? node.items[Number(step)] : node.type === 'object' && node.members.get(step);
    if (!below) throw new Error(`there is no ${pointer}`);
    return below;
  }, root);
}

/** The line of a schema's file where a pointer leads, from 1. */
export function lineAt(file: string, pointer: string): number {
  const { text, root } = parseJson(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
  return text.slice(0, nodeAt(root, pointer).start).split('\n').length;
}

/** `src/operations/schema-lines.json`: the line of each requirement's keyword, by id. */
export function schemaLines(): string {
  const lines = requirementsOn(contract, 'both').flatMap(({ id, schema }) =>
    schema === undefined ? [] : [[id, lineAt(schema.file, schema.pointer)]],
  );
  return `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`;
}
