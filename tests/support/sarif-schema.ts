import { Ajv } from 'ajv';
import published from './fixtures/sarif-2.1.0-rtm.5.json' with { type: 'json' };

/** The published schema is written for draft 4; without its own id Ajv reads it the same way. */
const { $schema: _draft, id: _id, ...schema } = published;
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true });

/** Ajv compares each object with each other; ours have their keys in one order. */
const differ = (isAsked: boolean, items: readonly unknown[]): boolean =>
  !isAsked || new Set(items.map((item) => JSON.stringify(item))).size === items.length;
ajv.removeKeyword('uniqueItems');
ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: differ });

const validate = ajv.compile(schema);

/** What the published schema of SARIF 2.1.0 minds in a log, one sentence each. */
export function sarifProblems(log: unknown): readonly string[] {
  if (validate(log)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
