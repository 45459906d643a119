import { requirementId } from '../contract/requirement-id.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import { conformingValues, deviatingValues, type Json } from '../contract/values.ts';
import { contract } from '../operations/index.ts';
import { changeAt, dropAt, type Edit, repeatFirstMember, replaceAt, setAt, type ValueEdit } from './edits.ts';

/** One way in which a response fails a requirement. */
export interface Mutation {
  /** For people: `/data/createdAt = null`. */
  readonly name: string;
  readonly edit: Edit;
}

/** Whole responses that fail, by facet. The other facets of whole responses are about several, or about credentials. */
const wholeAnswers: Readonly<Record<string, Mutation>> = {
  json: { name: 'trailing text', edit: (answer) => `${answer} trailing text` },
  'byte-order-mark': { name: 'U+FEFF first', edit: (answer) => `\ufeff${answer}` },
  'unique-keys': { name: 'the first member twice', edit: repeatFirstMember },
};

/** Two, since a service may have been sent one of them. */
const unlikelyNumbers = [987654321, 123456789] as const;

/** Another value than the one sent, of the same form, so that no other requirement fails. */
function unlike(forms: readonly Json[]): ValueEdit {
  return (node, text) => {
    if (node?.type === 'number') {
      const other = unlikelyNumbers.find((number) => number !== Number(node.text));
      return JSON.stringify(other);
    }
    if (node?.type !== 'string') return node === undefined ? undefined : text;
    return JSON.stringify(forms.find((form) => form !== node.value) ?? `${node.value}x`);
  };
}

/** One element more. Where there is none, nothing changes: only an element that fails in itself could be added. */
const oneMore: ValueEdit = (node, text) => {
  if (node === undefined) return undefined;
  const [first] = node.type === 'array' ? node.items : [];
  if (first === undefined) return text;
  return text.replace(/\]$/, () => `,${text.slice(first.start - node.start, first.end - node.start)}]`);
};

/** Texts of the form that another requirement asks of the same place; none where any text will do. */
function formsAt({ operation, place }: ContractRequirement): readonly Json[] {
  const format = contract.requirement(requirementId(operation, place, 'format'));
  return format === undefined ? [] : conformingValues(format.check);
}

/**
 * The ways in which a response fails a requirement and no other, derived from the schemas; the first is what `explain` shows.
 * A text without its form, or an empty one, is not the one sent either: the requirement to give it back fails beside it.
 * Empty for what no response alone can get wrong: credentials, and responses alike.
 * @param place one spot of the requirement's place, such as `/data/conditions/0/column`; every spot unless given
 */
export function mutationsOf(
  requirement: ContractRequirement,
  place = requirement.place ?? '',
): readonly Mutation[] {
  const { check, facet } = requirement;
  switch (check.kind) {
    case 'response': {
      const whole = wholeAnswers[facet];
      return whole === undefined ? [] : [whole];
    }
    case 'request':
      return [];
    case 'presence':
      return [{ name: `${place} dropped`, edit: dropAt(place) }];
    case 'absence':
      return [{ name: `${place} = "text"`, edit: setAt(place, 'text') }];
    case 'echo':
      return [{ name: `another ${place}`, edit: changeAt(place, unlike(formsAt(requirement))) }];
    case 'count':
      return [{ name: `${place} with one more`, edit: changeAt(place, oneMore) }];
    case 'schema':
      return deviatingValues(check).map((value) => ({
        name: `${place} = ${JSON.stringify(value)}`,
        edit: replaceAt(place, value),
      }));
  }
}
