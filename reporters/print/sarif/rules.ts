import type { RequirementResult } from '../../../src/model/report.ts';
import type { Strength } from '../../../src/model/requirement.ts';
import { sarifText } from '../../../src/text/escape.ts';
import { strengthWords } from '../../outline/words.ts';

const levels = { stated: 'error', shown: 'warning' } as const satisfies Record<Strength, string>;

/** What is stated is an error; what is only shown is a warning, `--strict` or not: the rule does not change. */
export function levelOf({ strength }: RequirementResult): (typeof levels)[Strength] {
  return levels[strength];
}

const support: Readonly<Record<Strength, string>> = {
  stated: 'requires it: a contradiction is a deviation.',
  shown: 'has it only in an example or a remark: a contradiction fails a run under --strict only.',
};

/** A requirement as a `reportingDescriptor` (SARIF section 3.49), verdict aside. */
export function ruleOf(row: RequirementResult) {
  const { id, statement, strength, section, operation, place, facet } = row;
  const help = `Section ${section} of the interface document ${support[strength]} Ask for more: conformance explain ${id}`;
  return {
    id,
    name: id,
    shortDescription: { text: sarifText(statement) },
    fullDescription: { text: sarifText(`${statement} (section ${section}, ${strengthWords[strength]}).`) },
    help: { text: sarifText(help) },
    defaultConfiguration: { level: levelOf(row) },
    properties: {
      section,
      strength,
      operation,
      place,
      facet,
      tags: [operation, facet, strength],
      'problem.severity': levelOf(row),
    },
  };
}
