import type { Kind } from '../model/setting.ts';
import type { Waiver } from '../model/waiver.ts';
import { file } from './files.ts';

/** What the operator accepts for now. What reads it is loaded only where a file is named. */
export const waiversFile: Kind<readonly Waiver[]> = file(
  'a file of waivers in JSON',
  async (content, { today, contract: { requirements } }) =>
    (await import('./waivers/read.ts')).readWaivers(content, { today, requirements }),
);
