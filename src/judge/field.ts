import type { Check } from '../contract/checks.ts';
import { requirementId } from '../contract/requirement-id.ts';
import { type ContractRequirement, requirementNamed } from '../contract/requirements.ts';
import { placeName, wanted } from '../contract/statements.ts';
import type { Facet } from '../model/requirement.ts';
import type { JsonNode } from '../target/json.ts';
import { lengthMismatch, sentLength } from './array-length.ts';
import { sourceText } from './evidence.ts';
import type { JudgedAnswer } from './judged-run.ts';
import { type Blocked, locate, pointerAt, type Spot } from './locate.ts';
import { sameValue, sentValue } from './sent.ts';
import { satisfies } from './values.ts';
import { notExercised, type SpotVerdict, verdictOf } from './verdicts.ts';

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

/** Where masked places were too many to be listed. */
const wholeBody = '';

/** Puts one requirement on a field to one answer; what holds for every spot is looked up once. */
class FieldJudge {
  private readonly requirement: PlacedRequirement;
  private readonly answer: JudgedAnswer;
  private readonly name: string;
  private readonly presence: string | undefined;
  private readonly type: ContractRequirement | undefined;
  private readonly mismatch: SpotVerdict | null;

  constructor(requirement: PlacedRequirement, answer: JudgedAnswer) {
    const { operation, place } = requirement;
    this.requirement = requirement;
    this.answer = answer;
    this.name = placeName(place);
    this.presence = requirementNamed(requirementId(operation, place, 'presence'))?.id;
    this.type = requirementNamed(requirementId(operation, place, 'type'));
    this.mismatch = place.includes('/*') ? lengthMismatch(requirement, answer) : null;
  }

  *verdicts(): Generator<SpotVerdict> {
    const { spots, blocked } = locate(this.answer.document.root, this.requirement.place);
    for (const spot of spots) yield this.spot(spot);
    for (const obstacle of blocked) yield this.blocked(obstacle);
  }

  private blocked({ place, problem }: Blocked): SpotVerdict {
    const reason = `${placeName(place)} ${blockedPhrase[problem]}`;
    const id = requirementId(this.requirement.operation, place, blockedFacet[problem]);
    const cause = requirementNamed(id)?.check;
    const noneWasSent = cause?.kind === 'count' && sentLength(this.answer.sent, cause) === 0;
    return cause === undefined || noneWasSent ? notExercised(reason) : notExercised(reason, id);
  }

  private spot(spot: Spot): SpotVerdict {
    const { check } = this.requirement;
    const { node, positions } = spot;
    if (check.kind === 'presence' || check.kind === 'absence') {
      const holds = (node !== undefined) === (check.kind === 'presence');
      return verdictOf(holds, this.pointer(positions), wanted(check), this.source(node));
    }
    if (node === undefined) return notExercised(`${this.name} is absent`, this.presence);
    return this.unfit(positions, node) ?? this.present(spot, node);
  }

  /** Format, value, echo and count speak only of a member that is of its type and was not masked. */
  private unfit(positions: readonly number[], node: JsonNode): SpotVerdict | null {
    if (this.requirement.facet === 'type') return null;
    const { type, answer } = this;
    if (type?.check.kind === 'schema' && !satisfies(node, type.check.schema)) {
      return notExercised(`${this.name} is of another type`, type.id);
    }
    if (answer.masked.size === 0) return null;
    const isMasked = answer.masked.has(this.pointer(positions)) || answer.masked.has(wholeBody);
    return isMasked ? notExercised('a secret stood there and was masked') : null;
  }

  private present(spot: Spot, node: JsonNode): SpotVerdict {
    const { check, id } = this.requirement;
    if (check.kind === 'schema') return this.schema(check, spot, node);
    if (check.kind === 'echo') return this.echo(check, spot, node);
    if (check.kind === 'count') return this.count(check, spot, node);
    throw new Error(`${id} has no check that a field can be put to`);
  }

  private schema(check: Named<'schema'>, spot: Spot, node: JsonNode): SpotVerdict {
    const { schema, unless } = check;
    if (unless !== undefined && node.type === 'string' && node.value === unless) {
      return notExercised(`${JSON.stringify(unless)} says nothing about it`);
    }
    const unmet = this.unmet(check, spot);
    return (
      unmet ??
      verdictOf(satisfies(node, schema), this.pointer(spot.positions), wanted(check), this.source(node))
    );
  }

  /** Why a row that holds only for certain sent values cannot be put. */
  private unmet({ where }: Named<'schema'>, { positions }: Spot): SpotVerdict | null {
    for (const [source, value] of Object.entries(where ?? {})) {
      if (this.mismatch !== null) return this.mismatch;
      const sent = sentValue(this.answer.sent, source, positions);
      if (sent?.node.type !== 'string' || sent.node.value !== value)
        return notExercised(`${value} was not sent`);
    }
    return null;
  }

  private echo({ source }: Named<'echo'>, { positions }: Spot, node: JsonNode): SpotVerdict {
    if (this.mismatch !== null) return this.mismatch;
    const sent = sentValue(this.answer.sent, source, positions);
    if (sent === null) return notExercised('it was not sent, so nothing can be compared');
    return verdictOf(
      sameValue(sent.node, node),
      this.pointer(positions),
      `${sent.text}, ${sent.phrase}`,
      this.source(node),
    );
  }

  private count(check: Named<'count'>, { positions }: Spot, node: JsonNode): SpotVerdict {
    const length = sentLength(this.answer.sent, check);
    if (length === null || node.type !== 'array')
      return notExercised('no array was sent, so nothing can be compared');
    const found = node.items.length;
    return verdictOf(
      found === length,
      this.pointer(positions),
      `${length} elements, as many as were sent`,
      `${found} elements`,
    );
  }

  private pointer(positions: readonly number[]): string {
    return pointerAt(this.requirement.place, positions);
  }

  private source(node: JsonNode | undefined): string {
    return sourceText(this.answer.document.text, node);
  }
}

/** What one answer says, spot by spot, about a requirement on a field. */
export function fieldVerdicts(requirement: PlacedRequirement, answer: JudgedAnswer): Iterable<SpotVerdict> {
  return new FieldJudge(requirement, answer).verdicts();
}
