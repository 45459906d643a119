import { firstOf } from '../../../src/text/more.ts';
import type { Resend } from '../../outline/curl.ts';
import { hanging, type Page } from './page.ts';

/** Probes that are named. */
const mostNames = 3;

/** A command to copy, and what has to be known before it is run. */
export function resend(page: Page, { probes, isSample, command, masked, gone }: Resend): readonly string[] {
  const secrets = masked.length > 0 ? `, with the masked ${masked.join(', ')} filled in` : '';
  const note = gone === null ? '' : ` (the ${gone} is gone by now, so the answer will be another)`;
  return [
    ...hanging(page, '', `To send ${firstOf(probes, mostNames, isSample)} again${secrets}${note}:`),
    ...command.map((line) => `    ${line}`),
  ];
}
