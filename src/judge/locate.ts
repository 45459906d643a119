import { type JsonNode, member, pointerToken } from '../target/json.ts';

/** One spot that a place names in one answer; node is undefined where the member is absent. */
export interface Spot {
  readonly pointer: string;
  readonly node: JsonNode | undefined;
  /** Positions taken at each `*` of the place. */
  readonly positions: readonly number[];
}

/** Where a place cannot be followed: the place of the parent that is absent, of another type, or without elements. */
export interface Blocked {
  readonly pointer: string;
  readonly place: string;
  readonly problem: 'absent' | 'type' | 'empty';
}

export interface Located {
  readonly spots: readonly Spot[];
  readonly blocked: readonly Blocked[];
}

function step(spot: Spot, place: string, token: string): Located {
  const { pointer, node, positions } = spot;
  if (node === undefined) return { spots: [], blocked: [{ pointer, place, problem: 'absent' }] };
  if (node.type !== (token === '*' ? 'array' : 'object'))
    return { spots: [], blocked: [{ pointer, place, problem: 'type' }] };
  if (node.type !== 'array') {
    return {
      spots: [{ pointer: `${pointer}/${pointerToken(token)}`, node: member(node, token), positions }],
      blocked: [],
    };
  }
  if (node.items.length === 0) return { spots: [], blocked: [{ pointer, place, problem: 'empty' }] };
  const spots = node.items.map((item, at) => ({
    pointer: `${pointer}/${at}`,
    node: item,
    positions: [...positions, at],
  }));
  return { spots, blocked: [] };
}

/** Every spot that a place names: `/data/conditions/∗/column` names one per condition. */
export function locate(root: JsonNode, place: string): Located {
  let spots: readonly Spot[] = [{ pointer: '', node: root, positions: [] }];
  const blocked: Blocked[] = [];
  let reached = '';
  for (const token of place.split('/').slice(1)) {
    const steps = spots.map((spot) => step(spot, reached, token));
    spots = steps.flatMap((located) => located.spots);
    for (const located of steps) blocked.push(...located.blocked);
    reached += `/${token}`;
  }
  return { spots, blocked };
}

/** The single node at a place without open `*`, taking positions for those it has. */
export function nodeAt(
  root: JsonNode,
  place: string,
  positions: readonly number[] = [],
): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  let used = 0;
  for (const token of place.split('/').slice(1)) {
    if (token === '*') {
      node = node?.type === 'array' ? node.items[positions[used] ?? -1] : undefined;
      used += 1;
    } else {
      node = member(node, token);
    }
  }
  return node;
}
