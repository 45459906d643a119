import { randomUUID } from 'node:crypto';
import { isArray, isObject, type Json, type JsonObject } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { jsonBody } from '../request-body.ts';
import { dateTime, type Operation } from './operation.ts';
import { problemsOf } from './transformer-body.ts';

const invalid = {
  code: 'transformer_not_valid',
  document: 'section 2.2; which fields are required is not shown; this service requires all',
};

/** As in the request, but for the type and without the jsonPath. */
function returned(condition: Json): JsonObject {
  const { jsonPath, ...members } = isObject(condition) ? condition : {};
  return { ...members, type: 'BUSINESS_CURRENCY' };
}

/** Section 4.1. A transformer with a name that there is replaces it, and keeps its id and its createdAt. */
export const putTransformer: Operation = {
  name: 'put',
  method: 'PUT',
  path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
  start: ({ businessDataTypeId: usual }) => {
    const written = new Map<Json, { readonly id: string; readonly createdAt: string }>();
    return {
      settings: { businessDataTypeId: usual },
      carryOut: ({ ids: { entityId = '' }, request, body }) => {
        const sent = jsonBody(request, body);
        const problems = problemsOf(sent);
        if (problems.length > 0 || !isObject(sent))
          throw new Refusal(422, invalid, 'The transformer is not valid.', { problems });
        const { name = '', conditions, ...members } = sent;
        const now = dateTime(new Date());
        const { id, createdAt } = written.get(name) ?? {
          id: randomUUID().replaceAll('-', ''),
          createdAt: now,
        };
        written.set(name, { id, createdAt });
        return {
          name,
          ...members,
          derivativeFactTransformerId: id,
          entityId,
          enabled: true,
          conditions: isArray(conditions) ? conditions.map(returned) : [],
          status: 'DOING',
          createdAt,
          updatedAt: now,
          deletedAt: '',
        };
      },
    };
  },
};
