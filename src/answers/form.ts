import { isPlainObject } from '../json/plain.ts';
import { type AnswerForm, longestText, mostTexts } from '../model/answer.ts';

/** Whether a value that anybody may have written is an answer of a form. */

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Levels of an inferred schema, and members of one object in it. */
const mostLevels = 8;
const mostMembers = 100;

function isTexts(value: unknown, most: number): value is readonly string[] {
  if (!Array.isArray(value) || value.length > most || new Set(value).size < value.length) return false;
  return value.every((text) => typeof text === 'string' && text.length <= longestText);
}

function isType(value: unknown): boolean {
  const all = typeof value === 'string' ? [value] : value;
  return isTexts(all, types.length) && all.length > 0 && all.every((type) => types.includes(type));
}

function isSchema(value: unknown, levels = mostLevels): boolean {
  if (!isPlainObject(value) || levels === 0) return false;
  const { type, properties = {}, required = [], items, ...others } = value;
  if (Object.keys(others).length > 0 || !isType(type) || !isPlainObject(properties)) return false;
  const members = Object.entries(properties);
  return (
    members.length <= mostMembers &&
    members.every(([name, member]) => name.length <= longestText && isSchema(member, levels - 1)) &&
    isTexts(required, mostMembers) &&
    (items === undefined || isSchema(items, levels - 1))
  );
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'number' && Number.isSafeInteger(value));
}

function isBound(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { largestAccepted, smallestRefused, ...others } = value;
  return [largestAccepted, smallestRefused].every(isNumberOrNull) && Object.keys(others).length === 0;
}

/** What is wrong with a value as an answer; null for nothing. Continues "its answer …". */
export function formProblem(form: AnswerForm, value: unknown): string | null {
  switch (form.kind) {
    case 'choice':
      return typeof value === 'string' && form.of.includes(value)
        ? null
        : `must be one of ${form.of.join(', ')}`;
    case 'set':
      return isTexts(value, mostTexts)
        ? null
        : `must be a list of ${mostTexts} different texts at most, each of ${longestText} characters at most`;
    case 'bound':
      return isBound(value) ? null : 'must have largestAccepted and smallestRefused, each an integer or null';
    case 'schema':
      return isSchema(value)
        ? null
        : 'must be a JSON Schema of type, properties, required and items, as this program infers it';
  }
}
