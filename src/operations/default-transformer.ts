/**
 * The PUT's body when the operator gives none: invented values around the ones that the document shows, two conditions
 * that differ in every compared member but one, and a name by which the service's people find its origin. Numbers
 * differ from each other so that a mixed-up response shows.
 */
export function defaultTransformer(runId: string, businessDataTypeId: string): string {
  return JSON.stringify({
    name: `entity-config-conformance run ${runId}`,
    businessDataTypeId,
    conditions: [
      {
        column: 3,
        columnType: 'CURRENCY_TYPE',
        type: 'CURRENCY_FIAT',
        operator: 'EQ',
        value: 'USD',
        jsonPath: '$.currency',
      },
      {
        column: 4,
        columnType: 'CURRENCY_TYPE',
        type: 'CURRENCY_FIAT',
        operator: 'EQ',
        value: 'EUR',
        jsonPath: '$.settlement',
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
  });
}
