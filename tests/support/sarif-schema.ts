import { Ajv } from 'ajv';
import published from '../fixtures/sarif-2.1.0-rtm.5.json' with { type: 'json' };

/** The published schema is written for draft 4; without its own id Ajv reads it the same way. */
const { $schema: _draft, id: _id, ...schema } = published;
const validate = new Ajv({
  strict: false,
  validateFormats: false,
  unicodeRegExp: false,
  allErrors: true,
}).compile(schema);

/** What the published schema of SARIF 2.1.0 minds in a log, one sentence each. */
export function sarifProblems(log: unknown): readonly string[] {
  if (validate(log)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
