import automationRuleRecord from '../../schemas/automation-rule-record.schema.json' with { type: 'json' };
import deleteResponse from '../../schemas/delete-response.schema.json' with { type: 'json' };
import envelope from '../../schemas/envelope.schema.json' with { type: 'json' };
import putResponse from '../../schemas/put-response.schema.json' with { type: 'json' };
import transformerRecord from '../../schemas/transformer-record.schema.json' with { type: 'json' };
import transformerRequest from '../../schemas/transformer-request.schema.json' with { type: 'json' };
import { makeContract } from '../contract/contract.ts';
import type { SchemaFiles } from '../contract/schemas.ts';
import type { WrittenOf } from '../model/setting.ts';
import { deleteRule, type deleteSettings } from './delete-rule.ts';
import { notes } from './notes.ts';
import { type putSettings, putTransformer } from './put-transformer.ts';
import { questionsOf } from './questions.ts';

const schemas: SchemaFiles = {
  'envelope.schema.json': envelope,
  'put-response.schema.json': putResponse,
  'delete-response.schema.json': deleteResponse,
  'transformer-request.schema.json': transformerRequest,
  'transformer-record.schema.json': transformerRecord,
  'automation-rule-record.schema.json': automationRuleRecord,
};

/** In the order of the document. */
const operations = [putTransformer, deleteRule];

/** The name of one of them. */
export type OperationName = (typeof operations)[number]['name'];

/** What programs give for them. */
export type OperationSettings = WrittenOf<typeof putSettings & typeof deleteSettings>;

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** An identifier in the path of one of them. */
export type PathParameter = ParameterOf<(typeof operations)[number]['path']>;

/** The interface document. Only what somebody starts imports it: the commands, the API and the suites. */
export const contract = makeContract({
  title: 'Entity-scoped valuation and automation configuration interface',
  schemas,
  operations,
  notes,
  questions: questionsOf(operations, schemas),
});
