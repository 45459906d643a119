import { randomUUID } from 'node:crypto';
import type { JsonObject } from './json.ts';
import { dateTime } from './timestamps.ts';
import type { TransformerRequest } from './transformer-request.ts';

interface Written {
  readonly derivativeFactTransformerId: string;
  readonly createdAt: string;
}

/** The transformers of one entity, one for each name: another PUT of a name replaces the transformer. */
export class Transformers {
  readonly #entityId: string;
  readonly #written = new Map<string, Written>();

  constructor(entityId: string) {
    this.#entityId = entityId;
  }

  /** Writes a transformer and gives its record (section 2.2). A replaced one keeps its id and its createdAt. */
  put(request: TransformerRequest): JsonObject {
    const now = dateTime(new Date());
    const written = this.#written.get(request.name) ?? {
      derivativeFactTransformerId: randomUUID().replaceAll('-', ''),
      createdAt: now,
    };
    this.#written.set(request.name, written);
    return {
      derivativeFactTransformerId: written.derivativeFactTransformerId,
      entityId: this.#entityId,
      name: request.name,
      businessDataTypeId: request.businessDataTypeId,
      enabled: true,
      conditions: request.conditions.map(({ column, columnType, operator, value }) => ({
        column,
        columnType,
        type: 'BUSINESS_CURRENCY',
        operator,
        value,
      })),
      derivativeType: request.derivativeType,
      action: request.action,
      status: 'DOING',
      createdAt: written.createdAt,
      updatedAt: now,
      deletedAt: '',
    };
  }
}
