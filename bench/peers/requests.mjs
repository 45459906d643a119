import { transformer as transformerOf } from '../support/records.mjs';

/** The PUT's body; each contender puts the business data type in. */
export const transformer = transformerOf(1);

/** The operations, with the schema of their successful answer. Names in braces are parameters of the path. */
export const operations = {
  put: {
    method: 'PUT',
    path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
    schema: 'PutResponse',
  },
  delete: {
    method: 'DELETE',
    path: '/entity/{entityId}/automationRule/{automationRuleId}',
    schema: 'DeleteResponse',
  },
};

/** What each of the other tools sends: every operation without credentials first, which must be refused. */
export const requests = [
  { name: 'put-without-header', operation: 'put', authorised: false },
  { name: 'put', operation: 'put', authorised: true },
  { name: 'delete-without-header', operation: 'delete', authorised: false },
  { name: 'delete', operation: 'delete', authorised: true },
];
