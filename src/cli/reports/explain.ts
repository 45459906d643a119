import { type Contract, requirementsOn } from '../../contract/contract.ts';
import { illustrate } from '../../contract/examples.ts';
import { exampleText, mistakeTexts } from '../../contract/mistakes.ts';
import type { ContractRequirement } from '../../contract/requirements.ts';
import { schemaExcerpt } from '../../contract/schemas.ts';
import { didYouMean } from '../../model/nearest.ts';
import { requestPlace } from '../../model/requirement.ts';
import { UsageError } from '../../output/exit.ts';

const suggestionCount = 3;

const consequences = {
  stated: 'Required by the document: a deviation fails the run.',
  shown: 'Seen only in an example: a deviation is reported, and fails the run only under --strict.',
} as const;

/** Where the document says it: a row of one of its tables, or a sentence about the whole response. */
function rowWords(requirement: ContractRequirement, contract: Contract): string {
  const { section, place, operation, side } = requirement;
  const name = place?.split('/').findLast((step) => step !== '*');
  if (place === null || name === undefined) return `Document: section ${section}`;
  const { method, object } = contract.operation(operation);
  if (side === 'request') return requestWords(place, section, method);
  const steps = place.split('/').filter((step) => step !== '*');
  const outer = ['the response envelope', `the record (${object})`];
  const holder = outer[steps.length - 2] ?? steps.at(-2);
  return `Document: section ${section}\n          ${name} of ${holder}, in the response to the ${method}`;
}

function requestWords(place: string, section: string, method: string): string {
  const steps = place
    .slice(requestPlace.length)
    .split('/')
    .filter((step) => !['', '*'].includes(step));
  const name = steps.length === 0 ? '' : `${steps.join('.')}, `;
  return `Document: section ${section}\n          ${name}in the request of the ${method}`;
}

function excerpt({ origin, side }: ContractRequirement, { schemas }: Contract): string {
  if (origin === null)
    return `Schema: none, it is about the whole ${side === 'request' ? 'request' : 'response'}\n`;
  const { file, pointer } = origin;
  const json = JSON.stringify(schemaExcerpt(schemas, file, pointer), null, 2);
  return `Schema: schemas/${file}#${pointer}\n${json.replaceAll(/^/gm, '  ')}\n`;
}

/** @throws UsageError for an id that does not exist */
export function explainText(id: string, contract: Contract): string {
  const requirement = contract.requirement(id);
  if (requirement === undefined) {
    const ids = requirementsOn(contract, 'both').map((known) => known.id);
    throw new UsageError(
      `there is no requirement ${id}.${didYouMean([id], ids, suggestionCount)} All requirements: conformance requirements`,
    );
  }
  const { statement, strength } = requirement;
  const { conforming, deviating } = illustrate(requirement);
  const find = contract.requirement;
  const mistakes = mistakeTexts(requirement, find);
  return [
    id,
    `  ${statement}`,
    '',
    rowWords(requirement, contract),
    consequences[strength],
    excerpt(requirement, contract),
    `Conforms: ${exampleText(requirement, find) ?? conforming}`,
    ...(mistakes.length > 0 ? mistakes : [deviating]).map((text) => `Deviates: ${text}`),
    '',
  ].join('\n');
}
