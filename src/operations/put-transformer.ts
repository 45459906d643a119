import type { OperationContract, PlanInput } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import { valuesOf } from '../report/observations/records.ts';
import { member } from '../target/json.ts';
import { defaultTransformer } from './default-transformer.ts';
import { hintFor } from './hints.ts';

const idPlace = '/data/derivativeFactTransformerId';

const questions: readonly Question[] = [
  {
    id: 'transformer-values',
    section: '2.2',
    question: 'Which values do the enumerations of the transformer take beyond the shown ones?',
    ...valuesOf('put', [
      '/data/status',
      '/data/derivativeType',
      '/data/conditions/*/columnType',
      '/data/conditions/*/type',
      '/data/conditions/*/operator',
      '/data/action/type',
    ]),
  },
  {
    id: 'transformer-timestamps',
    section: '2.2',
    question: "How are the transformer's timestamps written, and what is its deletedAt while it lives?",
    ...valuesOf('put', ['/data/createdAt', '/data/updatedAt', '/data/deletedAt']),
  },
  {
    id: 'create-or-replace',
    section: '4.1',
    question:
      'Does a second identical PUT create or replace, and by what does it find the existing transformer?',
    ...valuesOf('put', [idPlace]),
    say: ({ of }) => {
      const ids = of(idPlace);
      const answers = ids.reduce((sum, { count }) => sum + count, 0);
      if (answers < 2) return null;
      return ids.length === 1
        ? `${answers} identical PUTs answered with one derivativeFactTransformerId: the existing transformer is replaced`
        : `${answers} identical PUTs answered with ${ids.length} different derivativeFactTransformerIds: new transformers are created`;
    },
  },
];

/** The operator's own body, else invented values. */
function bodyOf({ transformer, businessDataTypeId }: PlanInput['values'], runId: string): string {
  const given = transformer as { readonly text: string } | null;
  return given?.text ?? defaultTransformer(runId, String(businessDataTypeId ?? ''));
}

/** Section 4.1: stores a derivative fact transformer. */
export const putTransformer: OperationContract & { readonly name: 'put' } = {
  name: 'put',
  title: 'Put a derivative fact transformer',
  method: 'PUT',
  path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
  object: 'derivative fact transformer',
  section: '4.1',
  responseSchema: 'put-response.schema.json',
  requestSchema: 'transformer-request.schema.json',
  recordId: 'derivativeFactTransformerId',
  effect: { noun: 'transformer', confirmed: 'written', unknown: 'may have been written' },
  alreadyDone: 'the transformer was already written',
  repeats: true,
  flags: [
    {
      name: 'conditionsSent',
      words: 'no conditions sent',
      isSet: (sent) => {
        const conditions = member(sent, 'conditions');
        return conditions?.type === 'array' && conditions.items.length > 0;
      },
      place: '/data/conditions/*',
    },
  ],
  resources: ({ runId, entityId, repeat, values }) => ({
    resources: [
      {
        addressed: { entityId },
        body: bodyOf(values, runId),
        times: repeat,
      },
    ],
  }),
  questions,
  hint: hintFor({
    400: 'the service may want another body: see CONFORMANCE_TRANSFORMER_FILE and CONFORMANCE_BUSINESS_DATA_TYPE_ID',
    404: 'see CONFORMANCE_BASE_URL with its path prefix, and CONFORMANCE_ENTITY_ID',
    410: 'see CONFORMANCE_BASE_URL with its path prefix, and CONFORMANCE_ENTITY_ID',
    422: 'the service may want another body: see CONFORMANCE_TRANSFORMER_FILE and CONFORMANCE_BUSINESS_DATA_TYPE_ID',
  }),
};
