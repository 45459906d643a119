import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import automationRuleRecord from '../../../schemas/automation-rule-record.schema.json' with { type: 'json' };
import deleteResponse from '../../../schemas/delete-response.schema.json' with { type: 'json' };
import envelope from '../../../schemas/envelope.schema.json' with { type: 'json' };
import putResponse from '../../../schemas/put-response.schema.json' with { type: 'json' };
import transformerRecord from '../../../schemas/transformer-record.schema.json' with { type: 'json' };
import { transformer } from '../../support/records.mjs';

const { SERVICE_URL, SERVICE_TOKEN, ENTITY_ID, BUSINESS_DATA_TYPE_ID, AUTOMATION_RULE_ID } = process.env;
const transformerUrl = `${SERVICE_URL}/entity/${ENTITY_ID}/valuation/derivative/fact/transformer/`;
const ruleUrl = `${SERVICE_URL}/entity/${ENTITY_ID}/automationRule/${AUTOMATION_RULE_ID}`;
const authorization = `Bearer ${SERVICE_TOKEN}`;

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateFormats: false,
  schemas: [envelope, transformerRecord, automationRuleRecord],
});

function expectSchema(schema, body) {
  ajv.validate(schema, body);
  expect(ajv.errors).toBeNull();
}

const sent = JSON.stringify({ ...transformer(1), businessDataTypeId: BUSINESS_DATA_TYPE_ID });

function putTransformer(headers) {
  const json = { 'content-type': 'application/json' };
  return fetch(transformerUrl, { method: 'PUT', headers: { ...json, ...headers }, body: sent });
}

function deleteRule(headers) {
  return fetch(ruleUrl, { method: 'DELETE', headers });
}

describe('PUT of a derivative fact transformer', () => {
  test('is refused without a token', async () => {
    expect((await putTransformer({})).status).toBe(401);
  });

  test('answers with the record', async () => {
    const response = await putTransformer({ authorization });
    expect(response.status).toBe(200);
    expectSchema(putResponse, await response.json());
  });
});

describe('DELETE of an automation rule', () => {
  test('is refused without a token', async () => {
    expect((await deleteRule({})).status).toBe(401);
  });

  test('answers with the record', async () => {
    const response = await deleteRule({ authorization });
    expect(response.status).toBe(200);
    expectSchema(deleteResponse, await response.json());
  });
});
