import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import { valuesOf } from '../report/observations/records.ts';
import { hintFor } from './hints.ts';

const gone =
  "is the rule still there, and is it this entity's? See CONFORMANCE_AUTOMATION_RULE_ID and CONFORMANCE_ENTITY_ID";

const questions: readonly Question[] = [
  {
    id: 'rule-type',
    section: '2.3',
    question: 'Which values does the type of a rule take?',
    ...valuesOf('delete', ['/data/type']),
  },
  {
    id: 'enabled-after-delete',
    section: '2.3',
    question: 'What is the enabled flag of a rule once it is deleted?',
    ...valuesOf('delete', ['/data/enabled']),
  },
];

/** The rules that may be deleted, and why there is none. */
interface Rules {
  readonly ids: readonly string[];
  readonly reason: string;
}

/** Section 4.2: removes an automation rule. */
export const deleteRule: OperationContract & { readonly name: 'delete' } = {
  name: 'delete',
  title: 'Delete an automation rule',
  method: 'DELETE',
  path: '/entity/{entityId}/automationRule/{automationRuleId}',
  object: 'automation rule',
  section: '4.2',
  responseSchema: 'delete-response.schema.json',
  requestSchema: null,
  recordId: 'automationRuleId',
  effect: {
    noun: 'automation rule',
    confirmed: 'deleted',
    unknown: 'may have been deleted',
    removes: 'automationRuleId',
  },
  alreadyDone: 'the rule was already deleted',
  repeats: false,
  flags: [],
  resources: ({ entityId, values }) => {
    const { ids, reason } = values['rules'] as Rules;
    if (ids.length === 0) return { gap: reason };
    return {
      resources: ids.map((automationRuleId) => ({ addressed: { entityId, automationRuleId }, times: 1 })),
    };
  },
  questions,
  hint: hintFor({ 404: gone, 410: gone }),
};
