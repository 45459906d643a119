import type { Facet, SchemaPlace, Strength } from '../../schemas/types.ts';
import { pick } from './known.ts';

/** Name of an operation, as its contract gives it; the first part of the ids of its requirements. */
export type Operation = string;

/** What fails a run besides what is stated. */
export interface Gating {
  /** All that is only shown. */
  readonly strict: boolean;
  /** Ids of what is only shown; absent for none. */
  readonly requireShown?: readonly string[];
}

/** Whether a contradiction fails a run: what is stated always does, what is only shown where the run asks for it. */
export function isGated(
  { id, strength }: Pick<Requirement, 'id' | 'strength'>,
  { strict, requireShown = [] }: Gating,
): boolean {
  return strict || strength === 'stated' || requireShown.includes(id);
}

/** Whether the id of a waiver names the id of a requirement. */
export function standsFor(waiverId: string, requirementId: string): boolean {
  if (!waiverId.endsWith('*')) return waiverId === requirementId;
  return requirementId.startsWith(waiverId.slice(0, -1));
}

/** What a requirement looks at in its place. The order is the order of rows and columns in every report. */
export const facets = [
  'json',
  'byte-order-mark',
  'unique-keys',
  'authorization',
  'made-up-token',
  'presence',
  'absence',
  'type',
  'format',
  'value',
  'echo',
  'count',
  'uniqueness',
  'method',
  'path',
  'bearer',
  'content-type',
  'body',
] as const;

/** Who has to meet a requirement: the service with its responses, or its clients with their requests. */
export type Side = 'response' | 'request';

/** What is judged: responses, requests, or both. */
export type Sides = Side | 'both';

/** The place of a request's body; places of its fields are below it. */
export const requestPlace = '/request';

/** One checkable sentence about one place in the responses of one operation, or in its requests. */
export interface Requirement {
  /** Permanent: `put.data.action.amount:type`. Safe in a shell, a URL fragment and a regular expression. */
  readonly id: string;
  readonly operation: Operation;
  /** Absent for a requirement on responses. */
  readonly side?: 'request';
  /** JSON Pointer with `*` for "each element", below `/request` for a request; null for a requirement about the whole response. */
  readonly place: string | null;
  readonly facet: Facet;
  readonly strength: Strength;
  /** Section of the document that supports it. */
  readonly section: string;
  readonly statement: string;
  /** Absent where no schema asks for it, as for the method of a request. */
  readonly schema?: SchemaPlace;
}

/** What identifies a requirement, with the keys in the order of every report. */
export function identity(requirement: Requirement): Omit<Requirement, 'schema'> {
  return pick(requirement, 'id', 'operation', 'side', 'place', 'facet', 'strength', 'section', 'statement');
}
