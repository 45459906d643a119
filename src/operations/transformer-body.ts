import type { Schema } from '../contract/schemas.ts';
import { isInteger } from '../json/decimal.ts';
import {
  type JsonDocument,
  type JsonNode,
  JsonSyntaxError,
  JsonTooComplexError,
  parseJson,
} from '../json/json.ts';
import { member, pointerToken } from '../json/place.ts';
import { typePhrase } from '../json/types.ts';
import { refused } from '../kinds/setting.ts';
import type { Parsed } from '../model/setting.ts';
import type { Transformer } from './put-transformer.ts';

function hasType(node: JsonNode, type: string): boolean {
  if (type === 'integer') return node.type === 'number' && isInteger(node.text);
  return node.type === type;
}

/** The request's schema uses type, properties and items only; what it does not name may be anything. */
function typeProblems(node: JsonNode, schema: Schema, pointer: string): readonly string[] {
  const { type, properties = {}, items } = schema;
  if (typeof type === 'string' && !hasType(node, type)) {
    return [`has at ${pointer || 'its root'} something other than ${typePhrase(type)}`];
  }
  if (node.type === 'array' && items !== undefined)
    return node.items.flatMap((item, index) => typeProblems(item, items, `${pointer}/${index}`));
  return Object.entries(properties).flatMap(([name, child]) => {
    const value = member(node, name);
    return value === undefined ? [] : typeProblems(value, child, `${pointer}/${pointerToken(name)}`);
  });
}

function parseDocument(content: string): Parsed<JsonDocument> {
  try {
    return { value: parseJson(content) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return refused(`is not JSON: ${error.message}`);
    if (error instanceof JsonTooComplexError) return refused(`cannot be used: ${error.message}`);
    throw error;
  }
}

function transformer({ text, root }: JsonDocument): Transformer {
  const type = member(root, 'businessDataTypeId');
  return { text, businessDataTypeId: type?.type === 'string' ? type.value : null };
}

/** A PUT body, checked against the request's schema. Problems continue "the file …". */
export function readTransformer(content: string, schema: Schema): Parsed<Transformer> {
  const parsed = parseDocument(content);
  if (!('value' in parsed)) return parsed;
  const twice = parsed.value.duplicateKeys.map((pointer) => `has the key ${pointer} twice`);
  const problems = [...twice, ...typeProblems(parsed.value.root, schema, '')];
  return problems.length === 0 ? { value: transformer(parsed.value) } : { problems };
}
