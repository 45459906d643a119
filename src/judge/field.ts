import type { Check } from '../contract/checks.ts';
import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import { placeName, sourcePhrase, wanted } from '../contract/statements.ts';
import type { JsonNode } from '../model/json.ts';
import type { Facet } from '../model/requirement.ts';
import type { JudgedText } from './answer-judge.ts';
import { type ArrayLength, arrayLength, sentLength } from './array-length.ts';
import { sourceText } from './evidence.ts';
import { type Blocked, pointerAt, type Spot } from './locate.ts';
import { isSentMasked, type Sent, sameValue, sentValue } from './sent.ts';
import { type Accepts, accepts } from './values.ts';
import {
  notExercised,
  onlyUnlisted,
  type Shown,
  type Silent,
  type SpotVerdict,
  unlisted,
  verdictOf,
} from './verdicts.ts';

type PlacedRequirement = ContractRequirement & { readonly place: string };
type Named<Kind extends Check['kind']> = Extract<Check, { kind: Kind }>;

const blockedFacet: Readonly<Record<Blocked['problem'], Facet>> = {
  absent: 'presence',
  type: 'type',
  empty: 'count',
};
const blockedPhrase: Readonly<Record<Blocked['problem'], string>> = {
  absent: 'is absent',
  type: 'is of another type',
  empty: 'has no elements',
};

/** What a place that cannot be followed says of a requirement, and with which it may be said that nothing is the cause. */
interface Obstacle {
  readonly cause: Check | undefined;
  readonly verdict: SpotVerdict;
  readonly withoutCause: SpotVerdict;
}

/** Used where there were too many masked places to list. */
const wholeBody = '';

/** Checks one requirement on a field against answers; what holds for all of them is looked up once. */
export class FieldJudge {
  private readonly requirement: PlacedRequirement;
  private readonly contract: Contract;
  private readonly name: string;
  private readonly wanted: string;
  private readonly presence: string | undefined;
  /** Whether a value has the type that its place requires; null where there is none, and for that requirement itself. */
  private readonly type: { readonly id: string; readonly fits: Accepts } | null;
  /** Whether a value satisfies the schema of this requirement. */
  private readonly fits: Accepts;
  /** Sent values under which it holds. */
  private readonly where: readonly (readonly [source: string, value: string])[];
  /** What cannot be followed, and what that says of this requirement; by the problem and the place. */
  private readonly obstacles = new Map<string, Obstacle>();
  private readonly length: ArrayLength | null;

  constructor(requirement: PlacedRequirement, contract: Contract) {
    const { operation, place } = requirement;
    this.requirement = requirement;
    this.contract = contract;
    this.name = placeName(place);
    this.wanted = wanted(requirement.check);
    this.presence = contract.requirement(requirementId(operation, place, 'presence'))?.id;
    const type = contract.requirement(requirementId(operation, place, 'type'));
    const isTyped = requirement.facet !== 'type' && type?.check.kind === 'schema';
    this.type = isTyped ? { id: type.id, fits: accepts(type.check.schema) } : null;
    const { check } = requirement;
    this.fits = check.kind === 'schema' ? accepts(check.schema) : () => true;
    this.where = Object.entries(check.kind === 'schema' ? (check.where ?? {}) : {});
    this.length = arrayLength(requirement, contract);
  }

  /** @param isShown whether evidence of what conforms is kept */
  verdicts(answer: JudgedText, isShown: boolean): readonly SpotVerdict[] {
    const { spots, blocked } = answer.located(this.requirement.place);
    const mismatch = this.length?.mismatch(answer) ?? null;
    const only = spots.length === 1 && blocked.length === 0 ? spots[0] : undefined;
    if (!isShown && only !== undefined && this.holds(answer, only, mismatch) === true) return onlyUnlisted;
    const verdicts: SpotVerdict[] = [];
    for (const spot of spots) {
      const holds = this.holds(answer, spot, mismatch);
      if (holds === true && !isShown) verdicts.push(unlisted);
      else verdicts.push(typeof holds === 'boolean' ? this.found(holds, answer, spot) : holds);
    }
    for (const obstacle of blocked) verdicts.push(this.blocked(answer, obstacle));
    return verdicts;
  }

  private blocked({ sent }: JudgedText, blocked: Blocked): SpotVerdict {
    const { cause, verdict, withoutCause } = this.obstacle(blocked);
    const isNoCause = cause?.kind === 'count' && (sent.unknown !== null || sentLength(sent, cause) === 0);
    return isNoCause ? withoutCause : verdict;
  }

  private obstacle({ place, problem }: Blocked): Obstacle {
    const key = `${problem} ${place}`;
    const known = this.obstacles.get(key);
    if (known !== undefined) return known;
    const id = requirementId(this.requirement.operation, place, blockedFacet[problem]);
    const cause = this.contract.requirement(id)?.check;
    const reason = `${placeName(place)} ${blockedPhrase[problem]}`;
    const withoutCause = notExercised(reason);
    const verdict = cause === undefined ? withoutCause : notExercised(reason, id);
    const made = { cause, verdict, withoutCause };
    this.obstacles.set(key, made);
    return made;
  }

  /** Whether a spot satisfies the requirement, or why that is not known. */
  private holds(answer: JudgedText, spot: Spot, mismatch: Silent | null): boolean | Silent {
    const { check } = this.requirement;
    const { node, positions } = spot;
    if (check.kind === 'presence' || check.kind === 'absence')
      return (node !== undefined) === (check.kind === 'presence');
    if (node === undefined) return notExercised(`${this.name} is absent`, this.presence);
    return this.unfit(answer, positions, node) ?? this.present(answer, positions, node, mismatch);
  }

  /** Format, value, echo and count are checked only on a member that has its type and was not masked. */
  private unfit(answer: JudgedText, positions: readonly number[], node: JsonNode): Silent | null {
    const { type } = this;
    if (type !== null && !type.fits(node)) return notExercised(`${this.name} is of another type`, type.id);
    if (answer.masked.size === 0 || this.requirement.facet === 'type') return null;
    const isMasked = answer.masked.has(this.pointer(positions)) || answer.masked.has(wholeBody);
    return isMasked ? notExercised('a secret stood there and was masked') : null;
  }

  private present(
    { sent }: JudgedText,
    positions: readonly number[],
    node: JsonNode,
    mismatch: Silent | null,
  ): boolean | Silent {
    const { check, id } = this.requirement;
    if (check.kind === 'schema') return this.unmet(check, sent, positions, node, mismatch) ?? this.fits(node);
    if (check.kind === 'echo') return mismatch ?? echoes(check, sent, positions, node);
    if (check.kind === 'count') return isAsLong(check, sent, node);
    throw new Error(`${id} has no check that a field can be put to`);
  }

  /** Why a requirement that holds only for certain values, here or in the request, cannot be checked. */
  private unmet(
    { unless }: Named<'schema'>,
    sent: Sent,
    positions: readonly number[],
    node: JsonNode,
    mismatch: Silent | null,
  ): Silent | null {
    if (unless !== undefined && node.type === 'string' && node.value === unless)
      return notExercised(`${this.name} is ${unless === '' ? 'empty' : unless}`);
    for (const [source, value] of this.where) {
      if (mismatch !== null) return mismatch;
      const given = sentValue(sent, source, positions);
      if (given?.node.type !== 'string' || given.node.value !== value)
        return notExercised(sent.unknown ?? `${value} was not sent`);
    }
    return null;
  }

  private found(holds: boolean, answer: JudgedText, spot: Spot): SpotVerdict {
    return verdictOf(holds, () => this.shown(answer, spot));
  }

  private shown({ document, sent }: JudgedText, { node, positions }: Spot): Shown {
    const { check } = this.requirement;
    const pointer = this.pointer(positions);
    if (check.kind === 'count' && node?.type === 'array') {
      const expected = `${elements(sentLength(sent, check) ?? 0)}, as many as were sent`;
      return { pointer, expected, actual: elements(node.items.length) };
    }
    const actual = sourceText(document.text, node);
    const given = check.kind === 'echo' ? sentValue(sent, check.source, positions) : null;
    if (check.kind !== 'echo' || given === null) return { pointer, expected: this.wanted, actual };
    const expected = `${sourceText(given.text, given.node)}, ${sourcePhrase(check.source)}`;
    return { pointer, expected, actual };
  }

  private pointer(positions: readonly number[]): string {
    return pointerAt(this.requirement.place, positions);
  }
}

function echoes(
  { source }: Named<'echo'>,
  sent: Sent,
  positions: readonly number[],
  node: JsonNode,
): boolean | Silent {
  const given = sentValue(sent, source, positions);
  if (given === null) return nothingToCompare(sent, 'it was not sent');
  if (isSentMasked(sent, source, positions)) return notExercised('a secret stood there and was masked');
  return sameValue(given.node, node);
}

function isAsLong(check: Named<'count'>, sent: Sent, node: JsonNode): boolean | Silent {
  const length = sentLength(sent, check);
  if (length === null || node.type !== 'array') return nothingToCompare(sent, 'no array was sent');
  return node.items.length === length;
}

function nothingToCompare({ unknown }: Sent, reason: string): Silent {
  return notExercised(unknown ?? `${reason}, so nothing can be compared`);
}

function elements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}
