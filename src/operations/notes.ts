import type { DocumentNote } from '../../schemas/types.ts';

const byId: Readonly<Record<string, Omit<DocumentNote, 'id'>>> = {
  'rule-updated-at': {
    sections: ['2.3'],
    note: "A rule's updatedAt is a date alone, while createdAt and deletedAt beside it carry a time.",
  },
  'condition-type': {
    sections: ['2.2'],
    note: "A condition's type is CURRENCY_FIAT in the request and BUSINESS_CURRENCY in the response, though the response condition is introduced as being like the request's.",
  },
  'approved-as-text': {
    sections: ['2.3'],
    note: 'enableAutomationJournalApproved is a boolean written as text; enabled, the field after it, is a JSON boolean.',
  },
  'action-numbers': {
    sections: ['2.2'],
    note: "The action's assetName, currency and datetime are numbers, which their names do not suggest.",
  },
  'living-deleted-at': {
    sections: ['2.2'],
    note: 'deletedAt is a string even in the record of a transformer that was only just written.',
  },
  'entity-id-form': {
    sections: ['2.2', '2.3', '4.1', '4.2'],
    note: 'entityId has a form in the rule record, and none in the transformer record or in the paths.',
  },
  'two-statuses': {
    sections: ['2.1', '2.2'],
    note: 'status is the result of the request in the envelope, and the state of the transformer in its record.',
  },
  'transition-to-itself': {
    sections: ['3'],
    note: 'The table of states leads from DOING to DOING, while transitions are said not to be shown.',
  },
  'empty-identifiers': {
    sections: ['4.2'],
    note: 'Both identifiers in the path of the shown DELETE request are empty.',
  },
};

/** Places where the document seems to disagree with itself. Findings about the document, not about a target. */
export const notes = Object.entries(byId).map(([id, note]): DocumentNote => ({ id, ...note }));
