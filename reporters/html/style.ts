import { across } from './style/across.ts';
import { base } from './style/base.ts';
import { evidence } from './style/evidence.ts';
import { exchanges } from './style/exchanges.ts';
import { matrix } from './style/matrix.ts';
import { media } from './style/media.ts';
import { summary } from './style/summary.ts';

/** The page's only style sheet. Colours, sizes and spaces are named in `base`. */
export const style = [base, summary, matrix, across, evidence, exchanges, media]
  .join('')
  .replaceAll(/\s*([{};>])\s*/g, '$1')
  .replaceAll(/([:,]) /g, '$1')
  .replaceAll(';}', '}');
