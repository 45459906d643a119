import { plainSchema } from '../support/schemas.mjs';

/** The PUT's body; members are those of the document, values are invented around the ones that it shows. */
export const transformer = {
  name: 'benchmark',
  businessDataTypeId: 'to be replaced',
  conditions: [
    {
      column: 3,
      columnType: 'CURRENCY_TYPE',
      type: 'CURRENCY_FIAT',
      operator: 'EQ',
      value: 'USD',
      jsonPath: '$.currency',
    },
  ],
  derivativeType: 'FUTURE',
  action: {
    datetime: 11,
    timezone: 'Asia/Shanghai',
    referenceNo: 12,
    type: 'FUTURE_UNREALIZED',
    assetName: 13,
    positionSide: 14,
    currency: 15,
    amount: 16,
  },
};

/** The operations, with what is sent and what their successful answer must be. Names in braces are parameters of the path. */
export const operations = {
  put: {
    method: 'PUT',
    path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
    sent: plainSchema('transformer-request.schema.json'),
    schema: plainSchema('put-response.schema.json'),
  },
  delete: {
    method: 'DELETE',
    path: '/entity/{entityId}/automationRule/{automationRuleId}',
    schema: plainSchema('delete-response.schema.json'),
  },
};

/** What each of the other tools sends: every operation without credentials first, which must be refused. */
export const requests = [
  { name: 'put-without-header', operation: 'put', authorised: false },
  { name: 'put', operation: 'put', authorised: true },
  { name: 'delete-without-header', operation: 'delete', authorised: false },
  { name: 'delete', operation: 'delete', authorised: true },
];
