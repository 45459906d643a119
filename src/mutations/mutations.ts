import { formats } from '../contract/formats.ts';
import { type ContractRequirement, requirementId } from '../contract/requirements.ts';
import { deviatingValues } from '../contract/values.ts';
import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { changedAt } from '../json/place.ts';
import { written } from '../json/plain.ts';
import { readJson } from '../json/text.ts';
import { contract } from '../operations/index.ts';

/** One way in which a response fails a requirement. */
export interface Mutation {
  /** For people: `/data/createdAt = null`. */
  readonly name: string;
  /** Of the text of a response; other numbers keep their digits. */
  readonly edit: (answer: string) => string;
}

/** Writes the first member twice. */
function repeatFirstMember(answer: string): string {
  const [first] = Object.entries(readJson(answer).value as object);
  return first === undefined
    ? answer
    : answer.replace('{', () => `{${JSON.stringify(first[0])}:${written(first[1])},`);
}

/** Whole responses that fail, by facet. The other facets of whole responses are about several, or about credentials. */
const wholeAnswers: Readonly<Record<string, Mutation>> = {
  json: { name: 'trailing text', edit: (answer) => `${answer} trailing text` },
  'byte-order-mark': { name: 'U+FEFF first', edit: (answer) => `\ufeff${answer}` },
  'unique-keys': { name: 'the first member twice', edit: repeatFirstMember },
};

/** Two, since a service may have been sent one of them. */
const unlikelyNumbers = [987654321, 123456789];

/** Another value than the one sent, of a form that another requirement asks of the same place, so that no other fails. */
function unlike(value: unknown, { operation, place }: ContractRequirement): unknown {
  if (typeof value === 'number' || value instanceof ExactNumber)
    return unlikelyNumbers.find((number) => !sameScalar(number, value));
  if (typeof value !== 'string') return value;
  const check = contract.requirement(requirementId(operation, place, 'format'))?.check;
  const form = check?.kind === 'schema' ? formats.get(check.schema.format ?? '') : undefined;
  return form?.examples.find((example) => example !== value) ?? `${value}x`;
}

/** One element more. Where there is none, nothing changes: only an element that fails in itself could be added. */
function oneMore(value: unknown): unknown {
  return Array.isArray(value) ? [...value, ...value.slice(0, 1)] : value;
}

/**
 * The ways in which a response fails a requirement and no other, derived from the schemas.
 * A text without its form, or an empty one, is not the one sent either: the requirement to give it back fails beside it.
 * Empty for what no response alone can get wrong: credentials, and responses alike.
 * @param place one spot of the requirement's place, such as `/data/conditions/0/column`; every spot unless given
 */
export function mutationsOf(
  requirement: ContractRequirement,
  place = requirement.place ?? '',
): readonly Mutation[] {
  const { check, facet } = requirement;
  // No key of ours needs an escape in a place.
  const changed = (name: string, change: (value: unknown) => unknown): Mutation => ({
    name,
    edit: (answer) => written(changedAt(readJson(answer).value, place.split('/').slice(1), change)),
  });
  switch (check.kind) {
    case 'response':
      return [wholeAnswers[facet] ?? []].flat();
    case 'request':
      return [];
    case 'presence':
      return [changed(`${place} dropped`, () => undefined)];
    case 'absence':
      return [changed(`${place} = "text"`, () => 'text')];
    case 'echo':
      return [changed(`another ${place}`, (value) => unlike(value, requirement))];
    case 'count':
      return [changed(`${place} with one more`, oneMore)];
    case 'schema':
      return deviatingValues(check.schema).map((other) =>
        changed(`${place} = ${JSON.stringify(other)}`, (value) => (value === undefined ? value : other)),
      );
  }
}
