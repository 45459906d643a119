import type { Sides } from '../../model/requirement.ts';
import { runSettings } from '../../settings/run-settings.ts';
import { same } from './option.ts';

/** What options of commands that know the contract share. */

export const sides = ['response', 'request', 'both'] as const satisfies readonly Sides[];

export const operationOption = same(runSettings.operation);
