import { known } from '../model/known.ts';
import type { Facet } from '../model/requirement.ts';
import type { Schema } from './schemas.ts';

/** Narrows a requirement that holds only for certain values, or that says nothing about one value. */
interface Narrowing {
  /** Sent values for which the requirement holds: source (see `x-echo`) → value. */
  readonly where?: Readonly<Record<string, string>>;
  /** A value about which the requirement says nothing. */
  readonly unless?: string;
}

/** What decides a requirement. A `source` names a value that was sent or addressed: `body#/name`, `path#/entityId`. */
export type Check =
  | { readonly kind: 'response' }
  | { readonly kind: 'request' }
  | { readonly kind: 'presence' }
  | { readonly kind: 'absence' }
  | ({ readonly kind: 'schema'; readonly schema: Schema } & Narrowing)
  | { readonly kind: 'echo'; readonly source: string }
  | { readonly kind: 'count'; readonly source: string };

/** Which keywords of a schema make which facet, in the order of the requirements. */
export const facetKeywords: readonly {
  readonly facet: Facet;
  readonly keywords: readonly (keyof Schema)[];
}[] = [
  { facet: 'absence', keywords: ['not'] },
  { facet: 'type', keywords: ['type'] },
  { facet: 'format', keywords: ['format', 'pattern', 'maxLength'] },
  { facet: 'value', keywords: ['const', 'enum', 'minLength'] },
  { facet: 'echo', keywords: ['x-echo'] },
  { facet: 'count', keywords: ['x-echo-count'] },
];

/** The check that a schema's keywords make for a facet, or undefined where it has none of them. */
export function pick(schema: Schema, facet: Facet, keywords: readonly (keyof Schema)[]): Check | undefined {
  const chosen = keywords.filter((keyword) => schema[keyword] !== undefined);
  if (chosen.length === 0) return undefined;
  if (facet === 'absence') return { kind: 'absence' };
  if (facet === 'echo' || facet === 'count') {
    return { kind: facet, source: schema[facet === 'echo' ? 'x-echo' : 'x-echo-count'] ?? '' };
  }
  return {
    kind: 'schema',
    schema: Object.fromEntries(chosen.map((keyword) => [keyword, schema[keyword]])),
    ...known({ where: schema['x-where'], unless: schema['x-unless'] }),
  };
}
