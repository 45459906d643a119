import { type Schema, subschema } from '../contract/schemas.ts';
import { isInteger, numberText } from '../json/decimal.ts';
import { parseDocument } from '../json/document.ts';
import { pointerToken } from '../json/place.ts';
import { memberOf } from '../json/plain.ts';
import { typeOf, typePhrase } from '../json/types.ts';
import { file } from '../kinds/files.ts';
import { unless } from '../kinds/setting.ts';
import type { Parsed } from '../model/setting.ts';
import usual from './transformer.json' with { type: 'json' };

/** The body of the PUT. */

/** A body of the operator's own, checked against the request's schema. */
export interface Transformer {
  /** As in the file, so that numbers keep their digits. */
  readonly text: string;
  /** Null where the file has none. */
  readonly businessDataTypeId: string | null;
}

/** Levels of objects and arrays in a body. */
const depth = 256;

/** The request's schema uses type, properties and items only; what it does not name may be anything. */
function typeProblems(value: unknown, schema: Schema, pointer: string): readonly string[] {
  const { type, properties = {}, items } = schema;
  const number = numberText(value);
  const isOfType = type === 'integer' ? number !== null && isInteger(number) : typeOf(value) === type;
  if (!isOfType) return [`has at ${pointer || 'its root'} something other than ${typePhrase(String(type))}`];
  if (Array.isArray(value) && items !== undefined)
    return value.flatMap((item, index) => typeProblems(item, items, `${pointer}/${index}`));
  return Object.entries(properties).flatMap(([name, child]) => {
    const member = memberOf(value, name);
    return member === undefined ? [] : typeProblems(member, child, `${pointer}/${pointerToken(name)}`);
  });
}

function readTransformer(content: string): Parsed<Transformer> {
  const parsed = parseDocument(content, 'transformer', depth);
  if (!('value' in parsed)) return parsed;
  const { text, value, duplicateKeys } = parsed.value;
  const problems = [
    ...duplicateKeys.map((pointer) => `has the key ${pointer} twice`),
    ...typeProblems(value, subschema('transformer-request.schema.json'), ''),
  ];
  const type = memberOf(value, 'businessDataTypeId');
  return unless(problems, { text, businessDataTypeId: typeof type === 'string' ? type : null });
}

export const transformerFile = file('a file with one JSON object', readTransformer);

/** @param object JSON text of an object without this member: what follows its brace is a member or the closing one */
function withMember(object: string, businessDataTypeId: string): string {
  const comma = /^\s*\{\s*\}/.test(object) ? '' : ',';
  return object.replace('{', () => `{"businessDataTypeId":${JSON.stringify(businessDataTypeId)}${comma}`);
}

/**
 * The operator's text byte for byte, with the business data type as its first member where it lacks one. Else invented values
 * around the ones that the document shows: two conditions that differ in every compared member but one, numbers that
 * differ from each other so that a mixed-up response shows, and a name by which the service's people find its origin.
 */
export function transformerBody(
  own: Transformer | undefined,
  businessDataTypeId: string | undefined,
  runId: string,
) {
  if (own === undefined) {
    const name = `entity-config-conformance run ${runId}`;
    return JSON.stringify({ ...usual, name, businessDataTypeId: businessDataTypeId ?? '' });
  }
  const isWhole = own.businessDataTypeId !== null || businessDataTypeId === undefined;
  return isWhole ? own.text : withMember(own.text, businessDataTypeId);
}
