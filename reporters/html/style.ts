import { across } from './style/across.ts';
import { base } from './style/base.ts';
import { media } from './style/media.ts';
import { parts } from './style/parts.ts';

/** The only style sheet of a page. Colours, sizes and spaces are named in `base`. */
function sheet(...texts: readonly string[]): string {
  return texts
    .join('')
    .replaceAll(/\s*([{};>])\s*/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');
}

export const styleOfRun = sheet(base, parts, media);

/** Of a page about several reports. */
export const styleAcross = sheet(base, parts, across, media);
