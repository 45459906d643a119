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
import { echoNotSent, isAbsent, saysNothing, wasNotSent, withoutElements } from './reasons.ts';
import { isSentMasked, sameValue, sentValue } from './sent.ts';
import { satisfies } from './values.ts';
import { notExercised, type Shown, type SpotVerdict, verdictOf } from './verdicts.ts';

type PlacedRequirement = ContractRequirement & { readonly place: string };
type Named<Kind extends Check['kind']> = Extract<Check, { kind: Kind }>;

const blockedFacet: Readonly<Record<Blocked['problem'], Facet>> = {
  absent: 'presence',
  type: 'type',
  empty: 'count',
};
const blockedReason: Readonly<Record<Blocked['problem'], (place: string) => string>> = {
  absent: isAbsent,
  type: (place) => `${placeName(place)} is of another type`,
  empty: withoutElements,
};

/** Where masked places were too many to be listed. */
const wholeBody = '';

/** Puts one requirement on a field to answers; what holds for all of them is looked up once. */
export class FieldJudge {
  private readonly requirement: PlacedRequirement;
  private readonly contract: Contract;
  private readonly name: string;
  private readonly wanted: string;
  private readonly presence: string | undefined;
  private readonly type: ContractRequirement | undefined;
  private readonly length: ArrayLength | null;

  constructor(requirement: PlacedRequirement, contract: Contract) {
    const { operation, place } = requirement;
    this.requirement = requirement;
    this.contract = contract;
    this.name = placeName(place);
    this.wanted = wanted(requirement.check);
    this.presence = contract.requirement(requirementId(operation, place, 'presence'))?.id;
    this.type = contract.requirement(requirementId(operation, place, 'type'));
    this.length = arrayLength(requirement, contract);
  }

  *verdicts(answer: JudgedText): Generator<SpotVerdict> {
    const { spots, blocked } = answer.located(this.requirement.place);
    const mismatch = this.length?.mismatch(answer) ?? null;
    for (const spot of spots) yield this.spot(answer, spot, mismatch);
    for (const obstacle of blocked) yield this.blocked(answer, obstacle);
  }

  private blocked({ sent }: JudgedText, { place, problem }: Blocked): SpotVerdict {
    const reason = blockedReason[problem](place);
    const id = requirementId(this.requirement.operation, place, blockedFacet[problem]);
    const cause = this.contract.requirement(id)?.check;
    const isNoCause = cause?.kind === 'count' && (sent.unknown !== null || sentLength(sent, cause) === 0);
    return cause === undefined || isNoCause ? notExercised(reason) : notExercised(reason, id);
  }

  private spot(answer: JudgedText, spot: Spot, mismatch: SpotVerdict | null): SpotVerdict {
    const { check } = this.requirement;
    const { node, positions } = spot;
    if (check.kind === 'presence' || check.kind === 'absence') {
      const holds = (node !== undefined) === (check.kind === 'presence');
      return verdictOf(holds, () => this.shown(positions, this.wanted, sourceOf(answer, node)));
    }
    if (node === undefined) return notExercised(isAbsent(this.requirement.place), this.presence);
    return this.unfit(answer, positions, node) ?? this.present(answer, spot, node, mismatch);
  }

  /** Format, value, echo and count speak only of a member that is of its type and was not masked. */
  private unfit(answer: JudgedText, positions: readonly number[], node: JsonNode): SpotVerdict | null {
    if (this.requirement.facet === 'type') return null;
    const { type } = this;
    if (type?.check.kind === 'schema' && !satisfies(node, type.check.schema)) {
      return notExercised(`${this.name} is of another type`, type.id);
    }
    if (answer.masked.size === 0) return null;
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
    const { schema, unless } = check;
    if (unless !== undefined && node.type === 'string' && node.value === unless) {
      return notExercised(saysNothing(unless));
    }
    const unmet = this.unmet(check, answer, spot, mismatch);
    return (
      unmet ??
      verdictOf(satisfies(node, schema), () =>
        this.shown(spot.positions, this.wanted, sourceOf(answer, node)),
      )
    );
  }

  /** Why a row that holds only for certain sent values cannot be put. */
  private unmet(
    { where }: Named<'schema'>,
    { sent: given }: JudgedText,
    { positions }: Spot,
    mismatch: SpotVerdict | null,
  ): SpotVerdict | null {
    for (const [source, value] of Object.entries(where ?? {})) {
      if (mismatch !== null) return mismatch;
      const sent = sentValue(given, source, positions);
      if (sent?.node.type !== 'string' || sent.node.value !== value)
        return notExercised(given.unknown ?? wasNotSent(value));
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
    if (sent === null) return notExercised(answer.sent.unknown ?? echoNotSent);
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
    if (length === null || node.type !== 'array')
      return notExercised(sent.unknown ?? 'no array was sent, so nothing can be compared');
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

function elements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

function sourceOf({ document }: JudgedText, node: JsonNode | undefined): string {
  return sourceText(document.text, node);
}
