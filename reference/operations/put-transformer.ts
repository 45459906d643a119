import { randomUUID } from 'node:crypto';
import { isArray, isObject, type Json, type JsonObject, renderJson } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { jsonBody } from '../request-body.ts';
import { dateTime, type Operation } from './operation.ts';
import { transformerReader } from './transformer-body.ts';

const invalid = {
  code: 'transformer_not_valid',
  document: 'section 2.2; which fields are required is not shown; this service requires all',
};

/** As in the request, but for the type and without the jsonPath. */
function returned(condition: Json): JsonObject {
  const { jsonPath, ...members } = isObject(condition) ? condition : {};
  return { ...members, type: 'BUSINESS_CURRENCY' };
}

/** Section 4.1. A transformer that is replaced keeps its id and its createdAt; the profile says how it is found. */
export const putTransformer: Operation = {
  name: 'put',
  method: 'PUT',
  path: '/entity/{entityId}/valuation/derivative/fact/transformer/',
  start: ({ businessDataTypeId: usual, profile }) => {
    const { foundBy, success } = profile;
    const written = new Map<string, { readonly id: string; readonly createdAt: string }>();
    const read = transformerReader(profile);
    return {
      settings: { businessDataTypeId: usual },
      carryOut: ({ ids: { entityId = '' }, request, body }) => {
        const { transformer, problems } = read(jsonBody(request, body, profile));
        if (problems.length > 0)
          throw new Refusal(422, invalid, 'The transformer is not valid.', { problems });
        const { conditions = [], ...members } = transformer;
        const key = foundBy && renderJson(foundBy.map((name) => members[name] ?? null));
        const now = dateTime(new Date());
        const found = key === null ? undefined : written.get(key);
        const { id, createdAt } = found ?? { id: randomUUID().replaceAll('-', ''), createdAt: now };
        if (key !== null) written.set(key, { id, createdAt });
        const record = {
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
        return { status: found === undefined ? success.created : success.replaced, record };
      },
    };
  },
};
