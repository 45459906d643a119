import type { Requirement } from '../../src/model/requirement.ts';

/** An area of the contract: each requirement belongs to exactly one. */
export interface Area {
  readonly title: string;
  readonly has: (requirement: Requirement) => boolean;
}

const isRecordField = ({ place }: Requirement) => place?.startsWith('/data/') === true;

export const areas = {
  answer: {
    title: 'the answer as a whole',
    has: ({ facet }) => facet === 'json' || facet === 'byte-order-mark' || facet === 'unique-keys',
  },
  authorization: {
    title: 'authorization',
    has: ({ facet }) => facet === 'authorization' || facet === 'made-up-token',
  },
  envelope: {
    title: 'the response envelope',
    has: (requirement) => requirement.place !== null && !isRecordField(requirement),
  },
  transformer: {
    title: 'the derivative fact transformer',
    has: (requirement) => requirement.operation === 'put' && isRecordField(requirement),
  },
  automationRule: {
    title: 'the automation rule',
    has: (requirement) => requirement.operation === 'delete' && isRecordField(requirement),
  },
} as const satisfies Record<string, Area>;
