import { automationRuleId, entityId, sentTransformer } from '../support/conforming.ts';
import { goodToken } from '../support/service.ts';

const authorization = `Bearer ${goodToken}`;

/** What a program sends for the PUT; `fetch` takes it as it is. */
export function putInit(baseUrl: string) {
  return {
    url: `${baseUrl}/entity/${entityId}/valuation/derivative/fact/transformer/`,
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(sentTransformer),
  };
}

export function deleteInit(baseUrl: string) {
  return {
    url: `${baseUrl}/entity/${entityId}/automationRule/${automationRuleId}`,
    method: 'DELETE',
    headers: { authorization },
  };
}
