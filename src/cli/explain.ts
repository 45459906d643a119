import type { Contract } from '../contract/contract.ts';
import { illustrate } from '../contract/examples.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import { schemaExcerpt } from '../contract/schemas.ts';
import { nearest } from '../model/nearest.ts';
import { UsageError } from './exit.ts';

const suggestionCount = 3;

const consequences = {
  stated: 'A contradiction is a deviation and fails the run.',
  shown: 'The document only shows it: a contradiction is reported, and fails the run under --strict.',
} as const;

function excerpt({ origin }: ContractRequirement, { schemas }: Contract): string {
  if (origin === null) return 'Schema: none, the row is about the whole answer\n';
  const { file, pointer } = origin;
  const json = JSON.stringify(schemaExcerpt(schemas, file, pointer), null, 2);
  return `Schema: schemas/${file}#${pointer}\n${json.replaceAll(/^/gm, '  ')}\n`;
}

/** @throws UsageError for an id that there is not */
export function explainText(id: string, contract: Contract): string {
  const requirement = contract.requirement(id);
  if (requirement === undefined) {
    const ids = contract.requirements.map((known) => known.id);
    const meant = nearest(id, ids, suggestionCount).join(', ');
    throw new UsageError(
      `there is no requirement ${id}. Did you mean ${meant}? All of them: conformance requirements`,
    );
  }
  const { statement, strength, section } = requirement;
  const { conforming, deviating } = illustrate(requirement);
  return [
    id,
    `  ${statement}`,
    '',
    `Document: section ${section}`,
    `Strength: ${strength}. ${consequences[strength]}`,
    excerpt(requirement, contract),
    `Conforms: ${conforming}`,
    `Deviates: ${deviating}`,
    '',
  ].join('\n');
}
