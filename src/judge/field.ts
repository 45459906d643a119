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
import { notExercised, type Shown, type SpotVerdict, verdictOf } from './verdicts.ts';

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

  verdicts(answer: JudgedText): readonly SpotVerdict[] {
    const { spots, blocked } = answer.located(this.requirement.place);
    const mismatch = this.length?.mismatch(answer) ?? null;
    const verdicts: SpotVerdict[] = [];
    for (const spot of spots) verdicts.push(this.spot(answer, spot, mismatch));
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

  private spot(answer: JudgedText, spot: Spot, mismatch: SpotVerdict | null): SpotVerdict {
    const { check } = this.requirement;
    const { node, positions } = spot;
    if (check.kind === 'presence' || check.kind === 'absence') {
      const holds = (node !== undefined) === (check.kind === 'presence');
      return verdictOf(holds, () => this.shown(positions, this.wanted, sourceOf(answer, node)));
    }
    if (node === undefined) return notExercised(`${this.name} is absent`, this.presence);
    return this.unfit(answer, positions, node) ?? this.present(answer, spot, node, mismatch);
  }

  /** Format, value, echo and count are checked only on a member that has its type and was not masked. */
  private unfit(answer: JudgedText, positions: readonly number[], node: JsonNode): SpotVerdict | null {
    const { type } = this;
    if (type !== null && !type.fits(node)) return notExercised(`${this.name} is of another type`, type.id);
    if (answer.masked.size === 0 || this.requirement.facet === 'type') return null;
    const isMasked = answer.masked.has(this.pointer(positions)) || answer.masked.has(wholeBody);
    return isMasked ? notExercised('a secret stood there and was masked') : null;
  }

  private present(answer: JudgedText, spot: Spot, node: JsonNode, mismatch: SpotVerdict | null): SpotVerdict {
    const { check, id } = this.requirement;
    if (check.kind === 'schema') return this.schema(check, answer, spot, node, mismatch);
    if (check.kind === 'echo') return mismatch ?? this.echo(check, answer, spot, node);
    if (check.kind === 'count') return this.count(check, answer, spot, node);
    throw new Error(`${id} has no check that a field can be put to`);
  }

  private schema(
    check: Named<'schema'>,
    answer: JudgedText,
    spot: Spot,
    node: JsonNode,
    mismatch: SpotVerdict | null,
  ): SpotVerdict {
    const { unless } = check;
    if (unless !== undefined && node.type === 'string' && node.value === unless) {
      return notExercised(`${this.name} is ${unless === '' ? 'empty' : unless}`);
    }
    const unmet = this.unmet(answer, spot, mismatch);
    if (unmet !== null) return unmet;
    return verdictOf(this.fits(node), () => this.shown(spot.positions, this.wanted, sourceOf(answer, node)));
  }

  /** Why a requirement that holds only for certain sent values cannot be checked. */
  private unmet(
    { sent: given }: JudgedText,
    { positions }: Spot,
    mismatch: SpotVerdict | null,
  ): SpotVerdict | null {
    for (const [source, value] of this.where) {
      if (mismatch !== null) return mismatch;
      const sent = sentValue(given, source, positions);
      if (sent?.node.type !== 'string' || sent.node.value !== value)
        return notExercised(given.unknown ?? `${value} was not sent`);
    }
    return null;
  }

  private echo(
    { source }: Named<'echo'>,
    answer: JudgedText,
    { positions }: Spot,
    node: JsonNode,
  ): SpotVerdict {
    const sent = sentValue(answer.sent, source, positions);
    if (sent === null) return nothingToCompare(answer.sent, 'it was not sent');
    if (isSentMasked(answer.sent, source, positions))
      return notExercised('a secret stood there and was masked');
    const expected = () => `${sourceText(sent.text, sent.node)}, ${sourcePhrase(source)}`;
    return verdictOf(sameValue(sent.node, node), () =>
      this.shown(positions, expected(), sourceOf(answer, node)),
    );
  }

  private count(
    check: Named<'count'>,
    { sent }: JudgedText,
    { positions }: Spot,
    node: JsonNode,
  ): SpotVerdict {
    const length = sentLength(sent, check);
    if (length === null || node.type !== 'array') return nothingToCompare(sent, 'no array was sent');
    const found = node.items.length;
    return verdictOf(found === length, () =>
      this.shown(positions, `${elements(length)}, as many as were sent`, elements(found)),
    );
  }

  private shown(positions: readonly number[], expected: string, actual: string): Shown {
    return { pointer: this.pointer(positions), expected, actual };
  }

  private pointer(positions: readonly number[]): string {
    return pointerAt(this.requirement.place, positions);
  }
}

function nothingToCompare({ unknown }: Sent, reason: string): SpotVerdict {
  return notExercised(unknown ?? `${reason}, so nothing can be compared`);
}

function elements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

function sourceOf({ document }: JudgedText, node: JsonNode | undefined): string {
  return sourceText(document.text, node);
}
