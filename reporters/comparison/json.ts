import type { Comparison } from '../../src/model/comparison.ts';
import { plainJson } from '../../src/text/escape.ts';

/** The comparison itself, keys in the order in which it was built. */
export function render(comparison: Comparison): string {
  return `${plainJson(JSON.stringify(comparison, null, 2))}\n`;
}
