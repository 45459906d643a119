/** Members of the transformer record (section 2.2). */
export const transformerFields = [
  'derivativeFactTransformerId',
  'entityId',
  'name',
  'businessDataTypeId',
  'enabled',
  'conditions',
  'derivativeType',
  'action',
  'status',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;

/** Members of the automation rule record (section 2.3). */
export const ruleFields = [
  'automationRuleId',
  'entityId',
  'type',
  'integrationId',
  'name',
  'businessDataTypeId',
  'conditions',
  'journalTypeId',
  'journalActions',
  'priority',
  'entryLineAuxiliaryValueMap',
  'enableAutomationJournalApproved',
  'enabled',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;
