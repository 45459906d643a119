import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { plainSchema } from '../../support/schemas.mjs';

/** The loop that anybody would write first: a line, JSON.parse, one Ajv for the whole record. Counts what it accepts. */

const require = createRequire(new URL('../../../package.json', import.meta.url));
const { default: Ajv } = require('ajv');

const ajv = new Ajv({ strict: false });
const validators = {
  PUT: ajv.compile(plainSchema('put-response.schema.json')),
  DELETE: ajv.compile(plainSchema('delete-response.schema.json')),
};
const [, , file] = process.argv;
let accepted = 0;
let lines = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  const { request, response } = JSON.parse(line);
  lines += 1;
  if (validators[request.method](JSON.parse(response.body))) accepted += 1;
}
process.stdout.write(`${accepted} of ${lines}\n`);
