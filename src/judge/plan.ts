import type { Facet } from '../../schemas/types.ts';
import { validator } from '../contract/compiled-facets.ts';
import { type Check, type ContractRequirement, requirementId } from '../contract/requirements.ts';
import { placeName, sourcePhrase, wanted } from '../contract/statements.ts';
import { type Operation, requestPlace, type Side } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { sourceOf } from '../reading/sent.ts';
import { skipped } from '../reading/skipped.ts';
import { type Returned, returnedFrom } from './follows.ts';

/** One requirement on the value at a place. */
export type PlannedCheck = ReturnType<typeof plannedCheck>;

/** @param at position of the requirement among those of its plan */
function plannedCheck(check: Check, at: number, name: string) {
  const { where = {}, unless = undefined } = check.kind === 'schema' ? check : {};
  return {
    at,
    check,
    fits: check.kind === 'schema' ? validator(check.schema) : () => true,
    /** What was sent and is compared with; null where nothing is. */
    source: 'source' in check ? sourceOf(check.source) : null,
    /** Sent values under which it holds. */
    where: Object.entries(where).map(
      ([source, value]) => [sourceOf(source), value, skipped(`${value} was not sent`)] as const,
    ),
    /** The one value about which it says nothing. */
    unless,
    isUnless: skipped(`${name} is ${unless || 'empty'}`),
    /** What evidence says that is expected; of an echo, what the value is that stands before it. */
    expected: check.kind === 'echo' ? sourcePhrase(check.source) : wanted(check),
  };
}

/** Why requirements say nothing where their place, or one above it, cannot be followed. */
function obstaclesAt(operation: Operation, pointer: string) {
  const name = placeName(pointer);
  const cause = (facet: Facet) => contract.requirement(requirementId(operation, pointer, facet))?.id;
  return {
    absent: skipped(`${name} is absent`, cause('presence')),
    type: skipped(`${name} has the wrong type`, cause('type')),
    /** Of an array without elements; `uncaused` where as many were sent, or that is not known. */
    empty: skipped(`${name} has no elements`, cause('count')),
    uncaused: skipped(`${name} has no elements`),
    /** Elements cannot be compared by position. */
    length: skipped(`${name} has a different length from what was sent`, cause('count')),
  };
}

/** What is required at one place of a body, and below it. */
export class Place {
  /** From the root of the body: names of members, and `*` for each element. */
  readonly tokens: readonly string[];
  /** JSON Pointer as requirements have it, `*` for each element. */
  readonly pointer: string;
  readonly obstacles: ReturnType<typeof obstaclesAt>;
  presence: PlannedCheck | null = null;
  absence: PlannedCheck | null = null;
  type: PlannedCheck | null = null;
  readonly checks: PlannedCheck[] = [];
  /** Where its value was sent; null where it is compared with nothing of which the document asks more. */
  returned: Returned | null = null;
  readonly members = new Map<string, Place>();
  items: Place | null = null;
  /** Positions of all requirements below it. */
  readonly below: number[] = [];

  constructor(operation: Operation, tokens: readonly string[], prefix: string) {
    this.tokens = tokens;
    this.pointer = [prefix, ...tokens].join('/');
    this.obstacles = obstaclesAt(operation, this.pointer);
  }
}

/** Adds a requirement on a field to the tree of places. */
function plant(root: Place, requirement: ContractRequirement, pointer: string, at: number): void {
  const { operation, check, facet } = requirement;
  let place = root;
  for (const token of pointer.slice(root.pointer.length).split('/').slice(1)) {
    place.below.push(at);
    const known = token === '*' ? place.items : place.members.get(token);
    const inner = known ?? new Place(operation, [...place.tokens, token], root.pointer);
    if (token === '*') place.items = inner;
    else place.members.set(token, inner);
    place = inner;
  }
  const planned = plannedCheck(check, at, placeName(pointer));
  if (facet === 'presence' || facet === 'absence' || facet === 'type') place[facet] = planned;
  else place.checks.push(planned);
  if (check.kind === 'echo') place.returned = returnedFrom(operation, check.source);
}

/** Whether a requirement asks for a refusal. */
export function isAboutCredentials({ facet }: Pick<ContractRequirement, 'facet'>): boolean {
  return facet === 'authorization' || facet === 'made-up-token';
}

const withoutBody: Readonly<Record<Side, string>> = {
  response: 'the response is not a JSON object',
  request: 'the request has no JSON body that could be read',
};

/** The requirements that a message is put to: those on its fields as a tree of places. */
export type Plan = ReturnType<typeof planOf>;

function planOf(operation: Operation, side: Side, requirements: readonly ContractRequirement[]) {
  const prefix = side === 'request' ? requestPlace : '';
  const root = new Place(operation, [], prefix);
  /** Positions of those on the message as a whole, by what they look at. */
  const whole = new Map<Facet, number>();
  /** Positions of those that ask for a body in JSON. */
  const ofBody: number[] = [];
  for (const [at, requirement] of requirements.entries()) {
    const { place, check, facet } = requirement;
    const isWhole = place === null || check.kind === 'response' || check.kind === 'request';
    if (isWhole) whole.set(facet, at);
    else plant(root, requirement, place, at);
    if (!isWhole || (side === 'response' && !isAboutCredentials(requirement))) ofBody.push(at);
  }
  /** Why those say nothing without one. */
  const noBody = skipped(withoutBody[side], requirementId(operation, prefix || null, 'json'));
  return { requirements, root, whole, ofBody, noBody };
}

const plans = new Map<string, Plan>();

/** The plan of the messages of one operation, made once. @param isJudged whether anything is required of them */
export function planFor(operation: Operation, side: Side, isJudged: boolean): Plan {
  const name = `${operation} ${side} ${isJudged}`;
  const all = side === 'response' ? contract.requirements : contract.requestRequirements;
  const own = all.filter((one) => isJudged && one.operation === operation);
  const plan = plans.get(name) ?? planOf(operation, side, own);
  plans.set(name, plan);
  return plan;
}
