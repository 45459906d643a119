import { type AcceptsValue, validator } from '../contract/compiled-facets.ts';
import { type Check, type ContractRequirement, requirementId } from '../contract/requirements.ts';
import { placeName, sourcePhrase, wanted } from '../contract/statements.ts';
import { type Facet, type Operation, requestPlace, type Side } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { type Lookup, sourceOf } from '../reading/sent.ts';
import { type Skipped, skipped } from '../reading/skipped.ts';
import { type Returned, returnedFrom } from './follows.ts';

/** One requirement on the value at a place. */
export interface PlannedCheck {
  /** Position of the requirement among those of its plan. */
  readonly at: number;
  readonly check: Check;
  readonly fits: AcceptsValue;
  /** What was sent and is compared with; null where nothing is. */
  readonly source: Lookup | null;
  /** Sent values under which it holds. */
  readonly where: readonly (readonly [source: Lookup, value: string, otherwise: Skipped])[];
  /** The one value about which it says nothing. */
  readonly unless: string | undefined;
  readonly isUnless: Skipped;
  /** What evidence says that is expected; of an echo, what the value is that stands before it. */
  readonly expected: string;
}

/** Why requirements say nothing where their place, or one above it, cannot be followed. */
interface Obstacles {
  readonly absent: Skipped;
  readonly type: Skipped;
  /** Of an array without elements; `uncaused` where as many were sent, or that is not known. */
  readonly empty: Skipped;
  readonly uncaused: Skipped;
  /** Elements cannot be compared by position. */
  readonly length: Skipped;
}

/** What is required at one place of a body, and below it. */
export interface Place {
  /** From the root of the body: names of members, and `*` for each element. */
  readonly tokens: readonly string[];
  /** Its last token. */
  readonly token: string;
  /** JSON Pointer as requirements have it, `*` for each element. */
  readonly pointer: string;
  presence: PlannedCheck | null;
  absence: PlannedCheck | null;
  type: PlannedCheck | null;
  readonly checks: PlannedCheck[];
  /** Where its value was sent; null where it is compared with nothing of which the document asks more. */
  returned: Returned | null;
  readonly members: Place[];
  items: Place | null;
  /** Positions of all requirements below it. */
  readonly below: number[];
  readonly obstacles: Obstacles;
}

/** The requirements that a message is put to: those on its fields as a tree of places. */
export interface Plan {
  readonly requirements: readonly ContractRequirement[];
  readonly root: Place;
  /** Positions of those on the message as a whole, by what they look at. */
  readonly whole: ReadonlyMap<Facet, number>;
  /** Positions of those that ask for a body in JSON, and why they say nothing without one. */
  readonly ofBody: readonly number[];
  readonly noBody: Skipped;
}

function placeAt(operation: Operation, tokens: readonly string[], prefix: string): Place {
  const pointer = [prefix, ...tokens].join('/');
  const name = placeName(pointer);
  const cause = (facet: Facet) => contract.requirement(requirementId(operation, pointer, facet))?.id;
  return {
    ...{ tokens, token: tokens.at(-1) ?? '', pointer, presence: null, absence: null, type: null },
    ...{ checks: [], returned: null, members: [], items: null, below: [] },
    obstacles: {
      absent: skipped(`${name} is absent`, cause('presence')),
      type: skipped(`${name} has the wrong type`, cause('type')),
      empty: skipped(`${name} has no elements`, cause('count')),
      uncaused: skipped(`${name} has no elements`),
      length: skipped(`${name} has a different length from what was sent`, cause('count')),
    },
  };
}

function plannedCheck(check: Check, at: number, name: string): PlannedCheck {
  const { where = {}, unless = undefined } = check.kind === 'schema' ? check : {};
  return {
    at,
    check,
    fits: check.kind === 'schema' ? validator(check.schema) : () => true,
    source: 'source' in check ? sourceOf(check.source) : null,
    where: Object.entries(where).map(([source, value]) => [
      sourceOf(source),
      value,
      skipped(`${value} was not sent`),
    ]),
    unless,
    isUnless: skipped(`${name} is ${unless || 'empty'}`),
    expected: check.kind === 'echo' ? sourcePhrase(check.source) : wanted(check),
  };
}

/** Adds a requirement on a field to the tree of places. */
function plant(root: Place, requirement: ContractRequirement, pointer: string, at: number): void {
  const { operation, check, facet } = requirement;
  let place = root;
  for (const token of pointer.slice(root.pointer.length).split('/').slice(1)) {
    place.below.push(at);
    const known = token === '*' ? place.items : place.members.find((one) => one.token === token);
    const inner = known ?? placeAt(operation, [...place.tokens, token], root.pointer);
    if (token === '*') place.items = inner;
    else if (known === undefined) place.members.push(inner);
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

function planOf(operation: Operation, side: Side, requirements: readonly ContractRequirement[]): Plan {
  const prefix = side === 'request' ? requestPlace : '';
  const root = placeAt(operation, [], prefix);
  const whole = new Map<Facet, number>();
  const ofBody: number[] = [];
  for (const [at, requirement] of requirements.entries()) {
    const { place, check, facet } = requirement;
    const isWhole = place === null || check.kind === 'response' || check.kind === 'request';
    if (isWhole) whole.set(facet, at);
    else plant(root, requirement, place, at);
    if (!isWhole || (side === 'response' && !isAboutCredentials(requirement))) ofBody.push(at);
  }
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
