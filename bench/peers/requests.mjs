import { transformer as transformerOf } from '../support/records.mjs';
import { plainSchema } from '../support/schemas.mjs';

/** The PUT's body; each contender puts the business data type in. */
export const transformer = transformerOf(1);

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
