import { type JsonNode, JsonSyntaxError, JsonTooComplexError, parseJson } from '../json/json.ts';
import { otherDocument } from '../model/documents.ts';
import type { Location } from '../model/location.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Parsed } from '../model/setting.ts';
import { standsFor } from '../model/waiver.ts';
import { refused, unless } from './setting.ts';

/**
 * Findings point to the reader's files, or to `conformance.locations.json`, where their places can be given: code
 * scanning and GitLab refuse a finding without a file.
 */

/** More levels than a file of locations needs. */
const depth = 16;
const longestPath = 500;
const lastLine = 10_000_000;

function isPath(text: string): boolean {
  const parts = text.split('/');
  return (
    text.length <= longestPath &&
    !/[\p{Cc}\\:]/u.test(text) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

function isLine(node: JsonNode): boolean {
  return node.type === 'number' && /^[1-9][0-9]{0,7}$/.test(node.text) && Number(node.text) <= lastLine;
}

const known = ['id', 'file', 'line'];

/** What is wrong with an entry; continues "entry 2 …". */
function entryProblems(node: JsonNode, ids: readonly string[]): readonly string[] {
  if (node.type !== 'object') return ['is not an object'];
  const { members } = node;
  const [id, path, line] = known.map((name) => members.get(name));
  const unknown = [...members.keys()].filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `has an unknown member ${JSON.stringify(name)}; there are ${known.join(', ')}`),
    ...(id?.type === 'string' && ids.some((one) => standsFor(id.value, one))
      ? []
      : ['needs as its id that of a requirement, or the beginning of ids with * at its end']),
    ...(path?.type === 'string' && isPath(path.value)
      ? []
      : ['needs as its file a path from the root of the repository, with / between its parts']),
    ...(line === undefined || isLine(line) ? [] : ['needs as its line an integer from 1']),
  ];
}

function locationOf(node: JsonNode): Location {
  const members = node.type === 'object' ? node.members : new Map<string, JsonNode>();
  const text = (name: string) => {
    const found = members.get(name);
    return found?.type === 'string' ? found.value : '';
  };
  const line = members.get('line');
  return {
    id: text('id'),
    file: text('file'),
    ...(line?.type === 'number' ? { line: Number(line.text) } : {}),
  };
}

function listIn(content: string): { readonly items: readonly JsonNode[] } | { readonly problem: string } {
  try {
    const { root } = parseJson(content, { depth });
    const list = root.type === 'object' ? root.members.get('locations') : undefined;
    if (list?.type === 'array') return { items: list.items };
    return { problem: 'cannot be used: it has to be an object with an array as its locations' };
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return { problem: `cannot be used: it is not JSON (${error.problem})` };
    if (error instanceof JsonTooComplexError) return { problem: `is ${error.message}` };
    throw error;
  }
}

/** The entries of a file of locations, or everything that is wrong with it. */
export function readLocations(
  content: string,
  requirements: readonly Requirement[],
): Parsed<readonly Location[]> {
  const other = otherDocument(content, ['locations']);
  if (other !== null) return refused(other);
  const list = listIn(content);
  if ('problem' in list) return refused(list.problem);
  const ids = requirements.map(({ id }) => id);
  const problems = list.items.flatMap((node, at) =>
    entryProblems(node, ids).map((problem) => `cannot be used: entry ${at + 1} ${problem}`),
  );
  return unless(problems, list.items.map(locationOf));
}
