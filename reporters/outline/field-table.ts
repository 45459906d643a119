import type { RequirementResult } from '../../src/model/report.ts';
import { type Facet, facets } from '../../src/model/requirement.ts';

/** One place of the response and what was found in it. */
export interface PlaceRow {
  /** JSON Pointer with `*` for each element. */
  readonly place: string;
  /** Last step of the place; `each` for array elements. */
  readonly label: string;
  /** Steps below the top of the response, from 0. */
  readonly depth: number;
  /** Empty for a place that only has others below it. */
  readonly cells: ReadonlyMap<Facet, RequirementResult>;
}

/** The requirements of one operation as field × facet. */
export interface FieldTable {
  /** Requirements about the whole response. */
  readonly whole: readonly RequirementResult[];
  /** Facets for which any place has a requirement. */
  readonly facets: readonly Facet[];
  /** Places in document order, each followed by those below it. */
  readonly places: readonly PlaceRow[];
}

interface Node {
  readonly place: string;
  readonly cells: Map<Facet, RequirementResult>;
  readonly below: Map<string, Node>;
}

export function fieldTable(rows: readonly RequirementResult[]): FieldTable {
  const top = node('');
  const whole: RequirementResult[] = [];
  for (const row of rows) {
    if (row.place === null || row.place === '') whole.push(row);
    else nodeAt(top, row.place).cells.set(row.facet, row);
  }
  const places = [...top.below].flatMap(([step, child]) => flatten(step, child, 0));
  const used = new Set(places.flatMap(({ cells }) => [...cells.keys()]));
  return { whole, places, facets: facets.filter((facet) => used.has(facet)) };
}

function node(place: string): Node {
  return { place, cells: new Map(), below: new Map() };
}

function nodeAt(top: Node, place: string): Node {
  let at = top;
  for (const step of place.slice(1).split('/')) {
    const child = at.below.get(step) ?? node(`${at.place}/${step}`);
    at.below.set(step, child);
    at = child;
  }
  return at;
}

function flatten(step: string, { place, cells, below }: Node, depth: number): readonly PlaceRow[] {
  const label = step === '*' ? 'each' : step.replaceAll('~1', '/').replaceAll('~0', '~');
  const children = [...below].flatMap(([next, child]) => flatten(next, child, depth + 1));
  return [{ place, label, depth, cells }, ...children];
}
