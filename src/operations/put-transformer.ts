import { writtenBytes } from '../http/written.ts';
import { memberOf } from '../json/plain.ts';
import { bodyIdentifier } from '../kinds/kinds.ts';
import { contradictory } from '../kinds/setting.ts';
import { limits } from '../model/limits.ts';
import type { DeclaredOperation, KnownInScope } from '../model/operation.ts';
import type { SettingProblem, SettingsByKey, ValuesOf } from '../model/setting.ts';
import { putQuestions } from './put-questions.ts';
import { transformerBody, transformerFile } from './transformer-body.ts';

const path = '/entity/{entityId}/valuation/derivative/fact/transformer/';
export const putSettings = {
  businessDataTypeId: {
    kind: bodyIdentifier,
    topic: 'requests',
    required: 'for the PUT, unless the transformer file has it',
    description: 'The business data type that the PUT sends.',
    example: 'fedcba9876543210fedcba9876543210',
  },
  transformerFile: {
    kind: transformerFile,
    topic: 'requests',
    description: 'A file with a PUT body of your own. Without it, the values are invented.',
    example: 'transformer.json',
  },
} satisfies SettingsByKey;

type TransformerValues = ValuesOf<typeof putSettings>;

function dataTypeProblems(known: KnownInScope<TransformerValues>): readonly SettingProblem[] {
  const { given, values, isInScope } = known;
  const { transformerFile: file, businessDataTypeId: set } = values;
  const inFile = file?.businessDataTypeId ?? null;
  if (!isInScope) return [];
  if (given.has('businessDataTypeId')) {
    if (inFile === null || set === undefined || inFile === set) return [];
    const what = 'the file has a different businessDataTypeId';
    return contradictory(['businessDataTypeId', 'transformerFile'], known, what);
  }
  const isUnread = given.has('transformerFile') && file === undefined;
  if (isUnread || inFile !== null) return [];
  const message: SettingProblem['message'] = ({ label }) =>
    `is missing. Set it, or set ${label('transformerFile')} to a body that contains businessDataTypeId`;
  return [{ key: 'businessDataTypeId', message }];
}

/** A request is recorded before it is sent and with its response, each time. */
function sizeProblems({ values, repeat }: KnownInScope<TransformerValues>): readonly SettingProblem[] {
  const { transformerFile: own } = values;
  const bytes = own === undefined ? 0 : writtenBytes(own.text);
  if (bytes * repeat <= limits.requestBytes) return [];
  const message =
    `takes ${bytes} bytes as it is recorded, and is sent ${repeat} times: more than ${limits.requestBytes} bytes for` +
    ' all requests of a run; repeat it less often (--repeat), or send a smaller one';
  return [{ key: 'transformerFile', message }];
}

/** Section 4.1: stores a derivative fact transformer. */
export const putTransformer: DeclaredOperation<'put', typeof path, TransformerValues> = {
  name: 'put',
  title: 'Put a derivative fact transformer',
  method: 'PUT',
  path,
  entity: 'whose transformer is written',
  object: 'derivative fact transformer',
  section: '4.1',
  responseSchema: 'put-response.schema.json',
  requestSchema: 'transformer-request.schema.json',
  recordId: 'derivativeFactTransformerId',
  markedField: 'name',
  recordSigns: ['derivativeFactTransformerId', 'businessDataTypeId'],
  effect: { noun: 'transformer', confirmed: 'written', unknown: 'may have been written' },
  alreadyDone: 'the transformer was already written',
  repeats: true,
  flags: [
    {
      name: 'conditionsSent',
      words: 'no conditions sent',
      isSet: (sent) => {
        const conditions = memberOf(sent, 'conditions');
        return Array.isArray(conditions) && conditions.length > 0;
      },
      place: '/data/conditions/*',
    },
  ],
  settings: putSettings,
  bodySetting: 'transformerFile',
  problems: (known) => [...dataTypeProblems(known), ...sizeProblems(known)],
  shown: ({ businessDataTypeId, transformerFile }) => ({
    businessDataTypeId,
    transformerFile: transformerFile?.text,
  }),
  asks: [{ key: 'businessDataTypeId', message: 'Id of a business data type' }],
  resources: ({ runId, entityId, repeat, values }) => {
    const body = transformerBody(values.transformerFile, values.businessDataTypeId, runId);
    return { resources: [{ addressed: { entityId }, body, times: repeat }] };
  },
  questions: putQuestions,
  names: {
    entityId: 'CONFORMANCE_ENTITY_ID',
    businessDataTypeId: 'CONFORMANCE_BUSINESS_DATA_TYPE_ID',
    body: 'CONFORMANCE_TRANSFORMER_FILE',
  },
};
