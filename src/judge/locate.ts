import { type JsonNode, member } from '../json/json.ts';
import { rememberingLatest } from '../model/latest.ts';

const byPlace = new Map<string, readonly string[]>();

/** The tokens of a place of the contract, split once. */
export function tokensOf(place: string): readonly string[] {
  const known = byPlace.get(place);
  if (known !== undefined) return known;
  const tokens = place.split('/').slice(1);
  byPlace.set(place, tokens);
  return tokens;
}

/** One spot that a place names in one answer; node is undefined where the member is absent. */
export interface Spot {
  readonly node: JsonNode | undefined;
  /** Positions taken at each `*` of the place. */
  readonly positions: readonly number[];
}

/** Where a place cannot be followed: the place of the parent that is absent, of another type, or without elements. */
export interface Blocked {
  readonly place: string;
  readonly problem: 'absent' | 'type' | 'empty';
}

export interface Located {
  readonly spots: readonly Spot[];
  readonly blocked: readonly Blocked[];
}

/** Follows one token from one spot. Arrays may be long, so spots are pushed, not concatenated. */
function step(
  { node, positions }: Spot,
  place: string,
  token: string,
  spots: Spot[],
  blocked: Blocked[],
): void {
  if (node === undefined) blocked.push({ place, problem: 'absent' });
  else if (node.type !== (token === '*' ? 'array' : 'object')) blocked.push({ place, problem: 'type' });
  else if (node.type !== 'array') spots.push({ node: member(node, token), positions });
  else if (node.items.length === 0) blocked.push({ place, problem: 'empty' });
  else
    for (const [at, item] of node.items.entries()) spots.push({ node: item, positions: [...positions, at] });
}

/** The JSON Pointer (RFC 6901) of the spot that a place names at certain positions. Places are documented names. */
export function pointerAt(place: string, positions: readonly number[]): string {
  if (!place.includes('*')) return place;
  let used = 0;
  return place.replaceAll('*', () => {
    used += 1;
    return String(positions[used - 1] ?? '-');
  });
}

interface Step {
  readonly around: string;
  readonly token: string;
}

const steps = new Map<string, Step>();

/** The last step to a place, and the place around it. */
function lastStep(place: string): Step {
  const known = steps.get(place);
  if (known !== undefined) return known;
  const at = place.lastIndexOf('/');
  const made = { around: place.slice(0, at), token: place.slice(at + 1) };
  steps.set(place, made);
  return made;
}

function found({ spots: all, blocked: before }: Located, { around, token }: Step): Located {
  const spots: Spot[] = [];
  const blocked: Blocked[] = [];
  for (const spot of all) step(spot, around, token, spots, blocked);
  return { spots, blocked: blocked.length === 0 ? before : [...before, ...blocked] };
}

function lookingUp(root: JsonNode): (place: string) => Located {
  const known = new Map<string, Located>([['', { spots: [{ node: root, positions: [] }], blocked: [] }]]);
  const located = (place: string): Located => {
    const before = known.get(place);
    if (before !== undefined) return before;
    const last = lastStep(place);
    const made = found(located(last.around), last);
    known.set(place, made);
    return made;
  };
  return located;
}

/**
 * Finds every spot that a place names: `/data/conditions/∗/column` names one per condition. Each place is found once, as
 * long as nobody asks for those of another value.
 */
export const lookUp = rememberingLatest(lookingUp);

/** The single node at a place; each `*` in it takes the next of the positions. */
export function nodeAt(
  root: JsonNode,
  place: string,
  positions: readonly number[] = [],
): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  let used = 0;
  for (const token of tokensOf(place)) {
    if (token === '*') {
      node = node?.type === 'array' ? node.items[positions[used] ?? -1] : undefined;
      used += 1;
    } else {
      node = member(node, token);
    }
  }
  return node;
}
