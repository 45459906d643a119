import type { Operation } from '../model/requirement.ts';

export interface OperationContract {
  readonly operation: Operation;
  readonly title: string;
  readonly method: 'PUT' | 'DELETE';
  /** Path below {base_url}; parameters in braces. */
  readonly path: string;
  readonly section: string;
  /** File names in schemas/. */
  readonly responseSchema: string;
  readonly requestSchema: string | null;
  /** The member of the record that identifies it. */
  readonly recordId: string;
}

/** The two operations of the document (sections 4.1 and 4.2), in its order. */
export const operations: readonly OperationContract[] = [
  {
    operation: 'put',
    title: 'Put a derivative fact transformer',
    method: 'PUT',
    path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
    section: '4.1',
    responseSchema: 'put-response.schema.json',
    requestSchema: 'transformer-request.schema.json',
    recordId: 'derivativeFactTransformerId',
  },
  {
    operation: 'delete',
    title: 'Delete an automation rule',
    method: 'DELETE',
    path: '/entity/{entityId}/automationRule/{automationRuleId}',
    section: '4.2',
    responseSchema: 'delete-response.schema.json',
    requestSchema: null,
    recordId: 'automationRuleId',
  },
];

export function contractOf(operation: Operation): OperationContract {
  const found = operations.find((candidate) => candidate.operation === operation);
  if (found === undefined) throw new Error(`no operation named ${operation}`);
  return found;
}
