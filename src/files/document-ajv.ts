import { createRequire } from 'node:module';
import type { Ajv2020, CodeOptions } from 'ajv/dist/2020.js';
import answersSchema from '../../schemas/suite/answers.schema.json' with { type: 'json' };
import partialSchema from '../../schemas/suite/partial.schema.json' with { type: 'json' };
import recordingSchema from '../../schemas/suite/recording.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import waiversSchema from '../../schemas/suite/waivers.schema.json' with { type: 'json' };

/**
 * The schema of a report takes 300 ms to compile, which each run into the folder of an earlier one would pay. So
 * scripts/generate/validators.mjs writes Ajv's standalone code in place of `document-validators.ts` (30 ms), and of
 * `report-validator.ts` and `own-validators.ts`, which are loaded without the rest.
 */

const answer = `${answersSchema.$id}#/$defs/` as const;
const answerValue = `${reportSchema.$id}#/$defs/answerValue/anyOf/` as const;
const line = `${recordingSchema.$id}#/$defs/` as const;

/** Files of the operator: of answers, with its entries, and answers by their form; of waivers, with its entries. */
export const ownSchemas = {
  answers: answersSchema.$id,
  observedAnswer: `${answer}observed`,
  declaredAnswer: `${answer}declared`,
  noAnswer: `${answer}none`,
  set: `${answerValue}1`,
  bound: `${answerValue}2`,
  waivers: waiversSchema.$id,
  waiver: `${waiversSchema.$id}#/properties/waivers/items`,
};

/** What is read back, and the schema of each. */
export const documentSchemas = {
  report: reportSchema.$id,
  part: partialSchema.$id,
  requestIds: `${partialSchema.$id}#/$defs/requestIds`,
  ...ownSchemas,
  run: `${line}run`,
  intent: `${line}intent`,
  exchange: `${line}exchange`,
  unsent: `${line}unsent`,
  end: `${line}end`,
};

export type DocumentSchema = keyof typeof documentSchemas;

/** @param code how Ajv writes its code: scripts/generate/validators.mjs keeps it @param allErrors not only the first */
export function documentAjv(allErrors: boolean, code: CodeOptions = {}): Ajv2020 {
  const require = createRequire(import.meta.url);
  const { Ajv2020: Kind } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Kind({
    code,
    allErrors,
    strict: false,
    // JSON.parse makes Infinity of 1e400, which no report can hold.
    strictNumbers: true,
    validateFormats: false,
    // A test holds the schemas to those of JSON Schema; to do it here takes a tenth of a second.
    meta: false,
    validateSchema: false,
    // One function for each definition: a tenth less code.
    inlineRefs: false,
    schemas: [reportSchema, answersSchema, waiversSchema, recordingSchema, partialSchema],
  });
}
