import { across } from './style/across.ts';
import { base } from './style/base.ts';
import { evidence } from './style/evidence.ts';
import { exchanges } from './style/exchanges.ts';
import { matrix } from './style/matrix.ts';
import { media } from './style/media.ts';
import { summary } from './style/summary.ts';

/** The only style sheet of a page. Colours, sizes and spaces are named in `base`. */
function sheet(...parts: readonly string[]): string {
  return parts
    .join('')
    .replaceAll(/\s*([{};>])\s*/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');
}

export const styleOfRun = sheet(base, summary, matrix, evidence, exchanges, media);

/** Of a page about several reports. */
export const styleAcross = sheet(base, summary, matrix, across, evidence, exchanges, media);
