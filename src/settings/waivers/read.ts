import {
  type JsonDocument,
  type JsonNode,
  JsonSyntaxError,
  JsonTooComplexError,
  member,
  parseJson,
} from '../../json/json.ts';
import type { Parsed } from '../../model/setting.ts';
import type { Waiver } from '../../model/waiver.ts';
import { refused } from '../setting.ts';
import { type EntryContext, entrySlips, type Slip, waiverOf } from './entry.ts';
import { lineFinder } from './lines.ts';
import { type Entry, type Overlap, overlapsOf } from './overlaps.ts';

/** Levels that a waivers file needs, and then some. */
const depth = 16;

function parseDocument(content: string): Parsed<JsonDocument> {
  try {
    return { value: parseJson(content, { depth }) };
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return refused(
        `cannot be used: line ${lineFinder(content)(error.offset)} is not JSON (${error.problem})`,
      );
    if (error instanceof JsonTooComplexError) return refused(`is ${error.message}`);
    throw error;
  }
}

function nodeAt(root: JsonNode, pointer: string): JsonNode {
  let node = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node.type === 'array' ? node.items[Number(key)] : member(node, key)) ?? node;
  }
  return node;
}

/** What is wrong outside the entries; continues "the file …". */
function fileSlips({ root, duplicateKeys }: JsonDocument): readonly Slip[] {
  const twice = duplicateKeys.map((pointer) => ({
    at: nodeAt(root, pointer).start,
    problem: `has the key ${pointer} twice: remove one of them`,
  }));
  if (root.type !== 'object')
    return [...twice, { at: root.start, problem: 'has to be an object with the member waivers' }];
  const list = root.members.get('waivers');
  const unknown = [...root.members].filter(([name]) => name !== 'waivers' && name !== '$schema');
  return [
    ...twice,
    ...(list?.type === 'array'
      ? []
      : [{ at: (list ?? root).start, problem: 'needs an array as its waivers' }]),
    ...unknown.map(([name, { start }]) => ({
      at: start,
      problem: `has an unknown member ${JSON.stringify(name)}: remove it, all there is to say stands in waivers`,
    })),
  ];
}

function overlapSlip({ entry, other, id }: Overlap, lineAt: (offset: number) => number): Slip {
  const line = lineAt(other.at);
  return {
    at: entry.at,
    problem: `covers ${id}, and so does entry ${other.position} in line ${line}: remove one of them, or narrow both with actual`,
  };
}

function subject(node: JsonNode, position: number): string {
  const id = member(node, 'id');
  return `entry ${position}${id?.type === 'string' ? ` (${JSON.stringify(id.value)})` : ''}`;
}

/**
 * The entries of a waivers file, or everything that is wrong with it, each thing with its line.
 */
export function readWaivers(content: string, context: EntryContext): Parsed<readonly Waiver[]> {
  const parsed = parseDocument(content);
  if (!('value' in parsed)) return parsed;
  const lineAt = lineFinder(content);
  const list = member(parsed.value.root, 'waivers');
  const entries = (list?.type === 'array' ? list.items : []).map((node, index) => {
    const position = index + 1;
    return { node, position, at: node.start, slips: entrySlips(node, context) };
  });
  const sound: readonly Entry[] = entries
    .filter(({ slips }) => slips.length === 0)
    .map(({ node, position, at }) => ({ waiver: waiverOf(node), position, at }));
  const overlaps = new Map(
    overlapsOf(sound, context.requirements).map((overlap) => [overlap.entry.position, overlap]),
  );
  const told = (who: string, { at, problem }: Slip) =>
    `cannot be used: line ${lineAt(at)}, ${who} ${problem}`;
  const problems = [
    ...fileSlips(parsed.value).map((slip) => told('the file', slip)),
    ...entries.flatMap(({ node, position, slips }) => {
      const overlap = overlaps.get(position);
      const all = overlap === undefined ? slips : [...slips, overlapSlip(overlap, lineAt)];
      return all.map((slip) => told(subject(node, position), slip));
    }),
  ];
  return problems.length > 0 ? { problems } : { value: sound.map(({ waiver }) => waiver) };
}
