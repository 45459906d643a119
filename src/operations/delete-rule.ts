import { identifierProblem } from '../contract/identifiers.ts';
import { commandLine, identifiers } from '../kinds/kinds.ts';
import { contradictory, refused } from '../kinds/setting.ts';
import type { CheckResult } from '../model/check.ts';
import { pass, skipped, warn } from '../model/check.ts';
import type { DeclaredOperation } from '../model/operation.ts';
import type { Asking, Question } from '../model/question.ts';
import type { Known, SettingsByKey, ValuesOf } from '../model/setting.ts';
import { valuesOf } from '../questions/records.ts';
import { chosen } from '../questions/typed.ts';

const path = '/entity/{entityId}/automationRule/{automationRuleId}';

/** What is asked by a DELETE of a rule that is not there, or not there for the entity. */
function ofNothing(end: string, asks: Asking, question: string): Question {
  return {
    id: `question.delete.${end}`,
    section: '4.2',
    operation: 'delete',
    question,
    asks,
    ...(asks === 'delete' && { needsServed: true }),
    ...chosen('served', 'not-found', 'gone', 'refused'),
  };
}

const questions: readonly Question[] = [
  {
    id: 'question.delete.rule-type',
    section: '2.3',
    question: 'Which values does the type of a rule take?',
    ...valuesOf('delete', ['/data/type']),
  },
  {
    id: 'question.delete.enabled-after',
    section: '2.3',
    question: 'Which value does the enabled flag of a deleted rule have?',
    ...valuesOf('delete', ['/data/enabled']),
  },
  ofNothing('second-time', 'delete', 'What does a second DELETE of the same rule return?'),
  ofNothing('unknown-id', 'refusal', 'What does a DELETE of a rule that does not exist return?'),
  ofNothing('other-entity', 'delete', 'What does a DELETE of a rule that belongs to another entity return?'),
  {
    ...ofNothing(
      'empty-identifiers',
      'never',
      'What does a DELETE with empty identifiers (as in the example of the document) return?',
    ),
    never: 'because the service might delete something that it should keep',
  },
];

export const deleteSettings = {
  automationRuleId: {
    kind: identifiers,
    topic: 'requests',
    group: 'rule',
    description: 'Rules, comma-separated: THESE WILL BE DELETED. Without them, the DELETE is not checked.',
    example: '00112233445566778899aabbccddeeff',
  },
  ruleCommand: {
    flag: null,
    kind: commandLine,
    topic: 'requests',
    group: 'rule',
    secret: true,
    description: `Instead of rule ids: a command that creates an automation rule and prints its id, and nothing else. See docs/ci.md.`,
    example: './create-rule.sh',
  },
} satisfies SettingsByKey;

type RuleValues = ValuesOf<typeof deleteSettings>;

const isNamed = ({ given }: Known<RuleValues>) => given.has('automationRuleId') || given.has('ruleCommand');

/** What is deleted, or made by a command that only a run may start: it changes the service. */
function look(known: Known<RuleValues>): CheckResult {
  const { automationRuleId: { length } = [], ruleCommand } = known.values;
  if (length === 1) return pass('one rule is set; a run will delete it');
  if (length > 1) return pass(`${length} rules are set; a run will delete all of them`);
  if (ruleCommand !== undefined) return pass('created by CONFORMANCE_RULE_COMMAND, which only a run starts');
  if (isNamed(known)) return skipped('not checked: fix the rule setting first');
  return warn(
    'not set: a run will not check the DELETE, and will be incomplete (exit 3)',
    'set CONFORMANCE_AUTOMATION_RULE_ID to the id of a rule that may be deleted, or CONFORMANCE_RULE_COMMAND to a command that creates one',
  );
}

/** Section 4.2: removes an automation rule. */
export const deleteRule: DeclaredOperation<'delete', typeof path, RuleValues> = {
  name: 'delete',
  title: 'Delete an automation rule',
  method: 'DELETE',
  path,
  entity: 'whose rules are deleted',
  object: 'automation rule',
  section: '4.2',
  responseSchema: 'delete-response.schema.json',
  requestSchema: null,
  recordId: 'automationRuleId',
  recordSigns: ['integrationId', 'businessDataTypeId', 'journalTypeId'],
  effect: {
    noun: 'automation rule',
    confirmed: 'deleted',
    unknown: 'may have been deleted',
    removes: 'automationRuleId',
  },
  alreadyDone: 'the rule was already deleted',
  repeats: false,
  flags: [],
  settings: deleteSettings,
  problems: (known) =>
    contradictory(
      ['automationRuleId', 'ruleCommand'],
      known,
      'the rules to delete are either set by their ids or created by a command',
    ),
  shown: ({ automationRuleId }) => ({ automationRuleId: automationRuleId?.join() }),
  command: {
    setting: 'ruleCommand',
    makes: 'automationRuleId',
    prints: 'an id',
    read: (output) => {
      const problem = identifierProblem(output);
      return problem === null ? { value: [output] } : refused(problem);
    },
  },
  missing: (known, { example }) =>
    isNamed(known)
      ? null
      : {
          what: 'no automation rule is set',
          example: `${example('automationRuleId', '0123456789abcdef0123456789abcdef')} (it will be deleted)`,
        },
  check: { id: 'rule', title: 'automation rule', look },
  asks: [
    {
      message: 'Which automation rule may a run delete?',
      choices: [
        {
          label: 'One whose id I enter',
          hint: 'it will be gone afterwards',
          key: 'automationRuleId',
          message: 'Its id, or several with commas between them. THESE WILL BE DELETED',
        },
        {
          label: 'One that a command creates',
          hint: 'it prints the id',
          key: 'ruleCommand',
          message: 'The command that creates a rule and prints its id',
          placeholder: './create-rule.sh',
        },
        { label: 'None yet', hint: 'the DELETE will not be checked' },
      ],
    },
  ],
  resources: ({ entityId, values: { automationRuleId: rules = [] } }) => {
    const setting = 'CONFORMANCE_AUTOMATION_RULE_ID, or CONFORMANCE_RULE_COMMAND';
    if (rules.length === 0)
      return { gap: { reason: `no automation rule was set (${setting})`, setting, isSet: false } };
    const addressed = rules.map((automationRuleId) => ({ entityId, automationRuleId }));
    return { resources: addressed.map((one) => ({ addressed: one, times: 1 })) };
  },
  questions,
  names: { automationRuleId: 'CONFORMANCE_AUTOMATION_RULE_ID', entityId: 'CONFORMANCE_ENTITY_ID' },
};
