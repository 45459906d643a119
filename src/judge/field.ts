import type { Check } from '../contract/checks.ts';
import { requirementId } from '../contract/requirement-id.ts';
import { type ContractRequirement, requirementNamed } from '../contract/requirements.ts';
import { placeName, wanted } from '../contract/statements.ts';
import type { Facet } from '../model/requirement.ts';
import type { JsonNode } from '../target/json.ts';
import { sourceText } from './evidence.ts';
import type { JudgedAnswer } from './judged-run.ts';
import { type Blocked, locate, nodeAt, type Spot } from './locate.ts';
import { type Sent, sameValue, sentValue } from './sent.ts';
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

function blockedVerdict(
  { operation }: PlacedRequirement,
  { place, problem }: Blocked,
  sent: Sent,
): SpotVerdict {
  const reason = `${placeName(place)} ${blockedPhrase[problem]}`;
  const id = requirementId(operation, place, blockedFacet[problem]);
  const cause = requirementNamed(id);
  if (cause === undefined) return notExercised(reason);
  if (cause.check.kind === 'count' && sentLength(sent, cause.check) === 0) return notExercised(reason);
  return notExercised(reason, id);
}

function sentLength(sent: Sent, { source }: Named<'count'>): number | null {
  const value = sentValue(sent, source);
  return value?.node.type === 'array' ? value.node.items.length : null;
}

/** Rows that compare an element with the one sent at its position hold only when as many came back. */
function countMismatch(
  { operation, place }: PlacedRequirement,
  { sent, document }: JudgedAnswer,
): SpotVerdict | null {
  const array = place.slice(0, place.indexOf('/*'));
  const id = requirementId(operation, array, 'count');
  const check = requirementNamed(id)?.check;
  const node = nodeAt(document.root, array);
  if (check?.kind !== 'count' || node?.type !== 'array' || node.items.length === sentLength(sent, check))
    return null;
  return notExercised(`${placeName(array)} has another length than what was sent`, id);
}

function isElementSource(source: string): boolean {
  return source.includes('/*/');
}

function whereVerdict(
  requirement: PlacedRequirement,
  check: Named<'schema'>,
  spot: Spot,
  answer: JudgedAnswer,
): SpotVerdict | null {
  for (const [source, value] of Object.entries(check.where ?? {})) {
    const mismatch = isElementSource(source) ? countMismatch(requirement, answer) : null;
    if (mismatch !== null) return mismatch;
    const sent = sentValue(answer.sent, source, spot.positions);
    if (sent?.node.type !== 'string' || sent.node.value !== value)
      return notExercised(`${value} was not sent as ${source}`);
  }
  return null;
}

function schemaVerdict(
  requirement: PlacedRequirement,
  check: Named<'schema'>,
  spot: Spot,
  node: JsonNode,
  answer: JudgedAnswer,
): SpotVerdict {
  if (check.unless !== undefined && node.type === 'string' && node.value === check.unless) {
    return notExercised(`${JSON.stringify(check.unless)} says nothing about it`);
  }
  const unmet = whereVerdict(requirement, check, spot, answer);
  if (unmet !== null) return unmet;
  return verdictOf(
    satisfies(node, check.schema),
    spot.pointer,
    wanted(check),
    sourceText(answer.document.text, node),
  );
}

function echoVerdict(
  requirement: PlacedRequirement,
  { source }: Named<'echo'>,
  spot: Spot,
  node: JsonNode,
  answer: JudgedAnswer,
): SpotVerdict {
  const mismatch = isElementSource(source) ? countMismatch(requirement, answer) : null;
  if (mismatch !== null) return mismatch;
  const sent = sentValue(answer.sent, source, spot.positions);
  if (sent === null) return notExercised('it was not sent, so nothing can be compared');
  const actual = sourceText(answer.document.text, node);
  return verdictOf(sameValue(sent.node, node), spot.pointer, `${sent.text}, ${sent.phrase}`, actual);
}

function countVerdict(check: Named<'count'>, spot: Spot, node: JsonNode, answer: JudgedAnswer): SpotVerdict {
  const length = sentLength(answer.sent, check);
  if (length === null || node.type !== 'array')
    return notExercised('no array was sent, so nothing can be compared');
  const { items } = node;
  return verdictOf(
    items.length === length,
    spot.pointer,
    `${length} elements, as many as were sent`,
    `${items.length} elements`,
  );
}

/** Where masked places were too many to be listed. */
const wholeBody = '';

/** Format, value, echo and count speak only of a member that is of its type and was not masked. */
function unfitVerdict(
  { operation, place, facet }: PlacedRequirement,
  { pointer }: Spot,
  node: JsonNode,
  answer: JudgedAnswer,
): SpotVerdict | null {
  if (facet === 'type') return null;
  const id = requirementId(operation, place, 'type');
  const type = requirementNamed(id)?.check;
  if (type?.kind === 'schema' && !satisfies(node, type.schema))
    return notExercised(`${placeName(place)} is of another type`, id);
  if (answer.masked.has(pointer) || answer.masked.has(wholeBody))
    return notExercised('a secret stood there and was masked');
  return null;
}

function presentVerdict(
  requirement: PlacedRequirement,
  spot: Spot,
  node: JsonNode,
  answer: JudgedAnswer,
): SpotVerdict {
  const { check } = requirement;
  const unfit = unfitVerdict(requirement, spot, node, answer);
  if (unfit !== null) return unfit;
  if (check.kind === 'schema') return schemaVerdict(requirement, check, spot, node, answer);
  if (check.kind === 'echo') return echoVerdict(requirement, check, spot, node, answer);
  if (check.kind === 'count') return countVerdict(check, spot, node, answer);
  throw new Error(`${requirement.id} has no check that a field can be put to`);
}

function spotVerdict(requirement: PlacedRequirement, spot: Spot, answer: JudgedAnswer): SpotVerdict {
  const { check, operation, place } = requirement;
  const { node, pointer } = spot;
  if (check.kind === 'presence' || check.kind === 'absence') {
    const holds = (node !== undefined) === (check.kind === 'presence');
    return verdictOf(holds, pointer, wanted(check), sourceText(answer.document.text, node));
  }
  if (node !== undefined) return presentVerdict(requirement, spot, node, answer);
  const id = requirementId(operation, place, 'presence');
  return notExercised(`${placeName(place)} is absent`, requirementNamed(id) === undefined ? undefined : id);
}

/** What one answer says, spot by spot, about a requirement on a field. */
export function fieldVerdicts(requirement: PlacedRequirement, answer: JudgedAnswer): readonly SpotVerdict[] {
  const { spots, blocked } = locate(answer.document.root, requirement.place);
  return [
    ...spots.map((spot) => spotVerdict(requirement, spot, answer)),
    ...blocked.map((obstacle) => blockedVerdict(requirement, obstacle, answer.sent)),
  ];
}
