import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeJson } from '../support/files.mjs';
import { schemaOf } from './openapi.mjs';
import { operations, requests, transformer } from './requests.mjs';

const require = createRequire(import.meta.url);

function script(operation, authorised) {
  if (!authorised) {
    return [
      "pm.test('is refused', () => pm.response.to.have.status(401));",
      "pm.test('is not served', () => pm.expect(pm.response.json().status).to.not.equal('success'));",
    ];
  }
  return [
    `const schema = ${JSON.stringify(schemaOf(operations[operation].schema))};`,
    "pm.test('succeeds', () => pm.response.to.have.status(200));",
    "pm.test('has its schema', () => pm.response.to.have.jsonSchema(schema));",
  ];
}

function item({ name, operation, authorised }) {
  const { method, path } = operations[operation];
  const header = authorised ? [{ key: 'Authorization', value: 'Bearer {{token}}' }] : [];
  const body = { ...transformer, businessDataTypeId: '{{businessDataTypeId}}' };
  const sent =
    operation === 'put'
      ? { body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } } }
      : {};
  return {
    name,
    request: {
      method,
      header,
      url: `{{baseUrl}}${path.replaceAll('{', '{{').replaceAll('}', '}}')}`,
      ...sent,
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(operation, authorised) } }],
  };
}

function collection() {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return { info: { name: 'The four requests', schema }, item: requests.map(item) };
}

function variables({ baseUrl, token, entityId, businessDataTypeId, automationRuleId }) {
  const values = { baseUrl, token, entityId, businessDataTypeId, automationRuleId };
  return Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
}

/** A collection with its assertions in Postman's sandbox; reporters on the terminal, as JSON and as JUnit. */
export const newman = {
  name: 'newman',
  requests: requests.length,
  version: () => require('newman/package.json').version,
  prepare: (folder) => writeJson(join(folder, 'collection.json'), collection()),
  command: ({ folder, out, target }) => ({
    args: [
      require.resolve('newman/bin/newman.js'),
      ...['run', join(folder, 'collection.json'), ...variables(target)],
      ...['--reporters', 'cli,json,junit'],
      ...['--reporter-json-export', join(out, 'report.json')],
      ...['--reporter-junit-export', join(out, 'junit.xml')],
    ],
  }),
  reports: ['report.json', 'junit.xml'],
  sent: (out) => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).run.stats.requests.total,
};
