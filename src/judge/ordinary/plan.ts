import type { Check } from '../../contract/checks.ts';
import type { Contract } from '../../contract/contract.ts';
import type { ContractRequirement } from '../../contract/requirements.ts';
import type { Facet, Operation } from '../../model/requirement.ts';
import { tokensOf } from '../locate.ts';
import { observedPlaces } from '../questions.ts';
import { type SourceTokens, tokensOfSource } from '../sent.ts';
import { validator } from '../values.ts';

/** One requirement on a place, taken apart. */
export interface PlannedCheck {
  /** Position of the requirement among those of its plan. */
  readonly at: number;
  readonly check: Exclude<Check, { kind: 'answer' | 'request' | 'presence' | 'absence' }>;
  readonly fits: (value: unknown) => boolean;
  /** What was sent and is compared with; null where nothing is. */
  readonly source: SourceTokens | null;
  /** Sent values under which it holds. */
  readonly where: readonly (readonly [source: SourceTokens, value: string])[];
}

/** What is required at one place of an answer, and below it. */
export interface PlannedPlace {
  /** Name of the member, or `*` for each element. */
  readonly token: string;
  /** Positions of the requirements that it is there, and that it is not. */
  presence: number | null;
  absence: number | null;
  /** Position among the places whose values are asked for. */
  observed: number | null;
  /** The requirement on its type: where it deviates, all others on the value say nothing. */
  type: PlannedCheck | null;
  /** Those others. */
  readonly checks: PlannedCheck[];
  readonly members: PlannedPlace[];
  items: PlannedPlace | null;
  /** Requirements on its elements and below them, all of which are silent where there are none. */
  readonly ofItems: number[];
  /** Requirements that are silent where it is absent and may be: its own, and those below. */
  readonly ofPresent: number[];
}

/** The requirements that a message is put to: those on its fields as a tree of places. */
export interface Plan {
  readonly requirements: readonly ContractRequirement[];
  /** Positions of those on the message as a whole. */
  readonly whole: readonly number[];
  readonly root: PlannedPlace;
  /** Whether something is compared with the body that was sent. */
  readonly readsSent: boolean;
  /** Places whose values are asked for. */
  readonly observed: readonly string[];
}

/** What needs other answers as well, or other requests. */
export const ofSeveral: ReadonlySet<Facet> = new Set(['authorization', 'made-up-token', 'uniqueness']);
/** What holds for every answer that is plain JSON. */
const ofPlainJson: ReadonlySet<Facet> = new Set(['json', 'byte-order-mark', 'unique-keys']);

/** Names that objects of JavaScript seem to have without having them. */
const isInherited = (token: string) => token in Object.prototype;

function newPlace(token: string): PlannedPlace {
  return {
    token,
    presence: null,
    absence: null,
    observed: null,
    type: null,
    checks: [],
    members: [],
    items: null,
    ofItems: [],
    ofPresent: [],
  };
}

function childOf(parent: PlannedPlace, token: string): PlannedPlace {
  if (token === '*') {
    parent.items ??= newPlace(token);
    return parent.items;
  }
  const known = parent.members.find((member) => member.token === token);
  if (known !== undefined) return known;
  const made = newPlace(token);
  parent.members.push(made);
  return made;
}

function plannedCheck(check: PlannedCheck['check'], at: number): PlannedCheck {
  const isSchema = check.kind === 'schema';
  return {
    at,
    check,
    fits: isSchema ? validator(check.schema) : () => true,
    source: isSchema ? null : tokensOfSource(check.source),
    where: Object.entries(isSchema ? (check.where ?? {}) : {}).map(([source, value]) => [
      tokensOfSource(source),
      value,
    ]),
  };
}

/** A type that holds only sometimes: whether the other facets have something to say would hang on it. */
function isNarrowedType(facet: Facet, check: Check): boolean {
  return facet === 'type' && check.kind === 'schema' && (check.where ?? check.unless) !== undefined;
}

/** @returns whether a plan can hold it */
function addRequirement(
  root: PlannedPlace,
  place: string,
  { check, facet }: ContractRequirement,
  at: number,
): boolean {
  let found = root;
  for (const token of tokensOf(place)) {
    if (isInherited(token)) return false;
    if (token === '*') found.ofItems.push(at);
    if (found !== root) found.ofPresent.push(at);
    found = childOf(found, token);
  }
  if (check.kind === 'answer' || check.kind === 'request' || isNarrowedType(facet, check)) return false;
  if (check.kind === 'presence') found.presence = at;
  else if (check.kind === 'absence') found.absence = at;
  else {
    found.ofPresent.push(at);
    const planned = plannedCheck(check, at);
    if (facet === 'type') found.type = planned;
    else found.checks.push(planned);
  }
  return true;
}

function readsSent({ checks, members, items }: PlannedPlace): boolean {
  const own = checks.flatMap(({ source, where }) => [source, ...where.map(([asked]) => asked)]);
  if (own.some((source) => source?.isPath === false)) return true;
  return members.some(readsSent) || (items !== null && readsSent(items));
}

/** @returns whether a plan can hold it */
function addObserved(root: PlannedPlace, place: string, at: number): boolean {
  const tokens = tokensOf(place);
  if (tokens.some(isInherited)) return false;
  tokens.reduce(childOf, root).observed = at;
  return true;
}

/**
 * The plan of the requirements on the messages of one operation; null where only the full judge knows how to put some.
 * @param observed places whose values are asked for
 */
export function planOf(all: readonly ContractRequirement[], observed: readonly string[] = []): Plan | null {
  const requirements = all.filter(({ facet }) => !ofSeveral.has(facet));
  const root = newPlace('');
  const whole: number[] = [];
  for (const [at, requirement] of requirements.entries()) {
    const { place, facet, check } = requirement;
    const isWhole = check.kind === 'request' || (check.kind === 'answer' && ofPlainJson.has(facet));
    if (isWhole) whole.push(at);
    else if (place === null || !addRequirement(root, place, requirement, at)) return null;
  }
  if (!observed.every((place, at) => addObserved(root, place, at))) return null;
  return { requirements, whole, root, readsSent: readsSent(root), observed };
}

/** The plans of the messages of one operation. */
export interface Plans {
  readonly answers: Plan;
  readonly requests: Plan;
}

/** By contract, operation, and how many requirements are judged: all, or none of one side. */
const known = new WeakMap<Contract, Map<string, Plans | null>>();

/** The plans of an operation, made once for a contract; null where only the full judge knows how to put some requirement. */
export function plansOf(
  contract: Contract,
  operation: Operation,
  onAnswers: readonly ContractRequirement[],
  onRequests: readonly ContractRequirement[],
): Plans | null {
  const plans = known.get(contract) ?? new Map<string, Plans | null>();
  known.set(contract, plans);
  const name = `${operation} ${onAnswers.length} ${onRequests.length}`;
  const found = plans.get(name);
  if (found !== undefined) return found;
  const answers = planOf(onAnswers, observedPlaces(contract.questions, operation));
  const requests = planOf(onRequests);
  const made = answers === null || requests === null ? null : { answers, requests };
  plans.set(name, made);
  return made;
}
