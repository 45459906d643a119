import { validator } from '../contract/compiled-facets.ts';
import type { Check, ContractRequirement } from '../contract/requirements.ts';
import { requirementId } from '../contract/requirements.ts';
import { placeName } from '../contract/statements.ts';
import type { Facet } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { type Lookup, sourceOf } from '../reading/sent.ts';
import { type Skipped, skipped } from '../reading/skipped.ts';
import { type Returned, returnedFrom } from './follows.ts';

/** One requirement on the value at a place. */
export interface PlannedCheck {
  /** Position of the requirement among those of its plan. */
  readonly at: number;
  readonly check: Exclude<Check, { kind: 'response' | 'request' | 'presence' | 'absence' }>;
  readonly fits: (value: unknown) => boolean;
  /** What was sent and is compared with; null where nothing is. */
  readonly source: Lookup | null;
  /** Sent values under which it holds. */
  readonly where: readonly (readonly [source: Lookup, value: string, otherwise: Skipped])[];
  /** What is said of the one value about which it says nothing. */
  readonly isUnless: Skipped;
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

/** What is required at one place of a message, and below it. */
export interface Place {
  /** Name of the member, or `*` for each element. */
  readonly token: string;
  /** Whether objects of JavaScript seem to have such a member without having it. */
  readonly isInherited: boolean;
  /** From the root of the message. */
  readonly tokens: readonly string[];
  /** JSON Pointer, `*` for each element. */
  readonly pointer: string;
  /** Positions of the requirements that it is there, and that it is not; -1 for none. */
  presence: number;
  absence: number;
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
export class Plan {
  readonly requirements: readonly ContractRequirement[];
  readonly root: Place;
  /** Those on the message as a whole, by what they look at. */
  readonly whole = new Map<Facet, number>();
  /** Positions of those on fields. */
  readonly fields: number[] = [];
  private readonly causeOf: (pointer: string, facet: Facet) => string | undefined;
  private readonly returnedFrom: (source: string) => Returned | null;

  constructor(operation: string, requirements: readonly ContractRequirement[]) {
    this.requirements = requirements;
    this.causeOf = (pointer, facet) => contract.requirement(requirementId(operation, pointer, facet))?.id;
    this.returnedFrom = (source) => returnedFrom(operation, source);
    this.root = this.place([]);
    for (const [at, requirement] of requirements.entries())
      if (this.add(requirement, at)) this.fields.push(at);
      else this.whole.set(requirement.facet, at);
  }

  private place(tokens: readonly string[]): Place {
    const token = tokens.at(-1) ?? '';
    const pointer = tokens.map((one) => `/${one}`).join('');
    const name = placeName(pointer);
    const cause = (facet: Facet) => this.causeOf(pointer, facet);
    return {
      isInherited: token in Object.prototype,
      ...{ token, tokens, pointer, presence: -1, absence: -1, type: null, checks: [] },
      ...{ members: [], items: null, below: [], returned: null },
      obstacles: {
        absent: skipped(`${name} is absent`, cause('presence')),
        type: skipped(`${name} has the wrong type`, cause('type')),
        empty: skipped(`${name} has no elements`, cause('count')),
        uncaused: skipped(`${name} has no elements`),
        length: skipped(`${name} has a different length from what was sent`, cause('count')),
      },
    };
  }

  /** The place that a pointer names. @param passed is given each place above it */
  private at(pointer: string, passed: (place: Place) => void): Place {
    let found = this.root;
    for (const token of pointer.split('/').slice(1)) {
      passed(found);
      found = this.inner(found, token);
    }
    return found;
  }

  private inner(parent: Place, token: string): Place {
    const known = token === '*' ? parent.items : parent.members.find((one) => one.token === token);
    if (known != null) return known;
    const made = this.place([...parent.tokens, token]);
    if (token === '*') parent.items = made;
    else parent.members.push(made);
    return made;
  }

  /** @returns whether it is on a field */
  private add({ place: pointer, check, facet }: ContractRequirement, at: number): boolean {
    if (pointer === null || check.kind === 'response' || check.kind === 'request') return false;
    const place = this.at(pointer, ({ below }) => below.push(at));
    if (check.kind === 'presence') place.presence = at;
    else if (check.kind === 'absence') place.absence = at;
    else if (facet === 'type') place.type = plannedCheck(check, at, placeName(pointer));
    else place.checks.push(plannedCheck(check, at, placeName(pointer)));
    if (check.kind === 'echo') place.returned = this.returnedFrom(check.source);
    return true;
  }
}

function plannedCheck(check: PlannedCheck['check'], at: number, name: string): PlannedCheck {
  const isSchema = check.kind === 'schema';
  const { where = {}, unless } = isSchema ? check : {};
  return {
    at,
    check,
    fits: isSchema ? validator(check.schema) : () => true,
    source: isSchema ? null : sourceOf(check.source),
    where: Object.entries(where).map(([source, value]) => [
      sourceOf(source),
      value,
      skipped(`${value} was not sent`),
    ]),
    isUnless: skipped(`${name} is ${unless || 'empty'}`),
  };
}

const plans = new Map<string, Plan>();

/**
 * The plan of the requirements on the messages of one operation, made once.
 * @param side whose messages; their requirements are all, or none where they are not judged
 */
export function planFor(
  operation: string,
  side: 'response' | 'request',
  requirements: readonly ContractRequirement[],
): Plan {
  const name = `${side} ${operation} ${requirements.length}`;
  const plan = plans.get(name) ?? new Plan(operation, requirements);
  plans.set(name, plan);
  return plan;
}
