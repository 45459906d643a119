import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { operations } from '../requests.mjs';

/**
 * The loop that anybody would write first: a line, JSON.parse, one Ajv for the whole record, request and answer, that names all
 * that is wrong. Counts what it accepts.
 */

const require = createRequire(new URL('../../../package.json', import.meta.url));
const { default: Ajv } = require('ajv');

const ajv = new Ajv({ strict: false, allErrors: true });

function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function pathPattern(path) {
  return `${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`;
}

const authorization = { type: 'string', pattern: '^Bearer .' };
const json = { type: 'string', pattern: '^application/json' };

function record({ path, sent, schema }) {
  const headers = sent === undefined ? { authorization } : { authorization, 'content-type': json };
  const url = { type: 'string', pattern: pathPattern(path) };
  return object({
    request: object({ url, headers: object(headers), ...(sent && { body: sent }) }),
    response: object({ status: { const: 200 }, body: schema }),
  });
}

const validators = Object.fromEntries(
  Object.values(operations).map((operation) => [operation.method, ajv.compile(record(operation))]),
);

const [, , file] = process.argv;
let accepted = 0;
let lines = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  const exchange = JSON.parse(line);
  const { request, response } = exchange;
  if (request.body !== undefined) request.body = JSON.parse(request.body);
  response.body = JSON.parse(response.body);
  lines += 1;
  if (validators[request.method](exchange)) accepted += 1;
}
process.stdout.write(`${accepted} of ${lines}\n`);
