import type { Sides } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { choice } from '../../settings/kinds.ts';
import type { Option } from './option.ts';

/** What options of commands that know the contract share. */

export const sides = ['response', 'request', 'both'] as const satisfies readonly Sides[];

export const operationOption = {
  kind: choice(contract.operations.map(({ name }) => name)),
  topic: 'checks',
  description: 'Only this operation; all without it.',
  example: contract.operations[0]?.name ?? '',
} as const satisfies Option;
