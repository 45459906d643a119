import type { Flip } from '../../model/comparison.ts';
import { counted, listed } from '../gate.ts';

function worseReasons(flips: readonly Flip[]): readonly string[] {
  return (['stated', 'shown'] as const).flatMap((strength) => {
    const worse = flips.filter((flip) => flip.direction === 'worse' && flip.strength === strength);
    if (worse.length === 0) return [];
    const gate = worse.some(({ gates }) => gates) ? '' : ', which fails only under --strict';
    return [`${counted(worse.length, strength, 'got worse')}${gate}: ${listed(worse.map(({ id }) => id))}`];
  });
}

function betterReason(flips: readonly Flip[]): readonly string[] {
  const ids = flips.filter(({ direction }) => direction === 'better').map(({ id }) => id);
  return ids.length === 0
    ? []
    : [`${ids.length} requirement${ids.length === 1 ? '' : 's'} got better: ${listed(ids)}`];
}

/** The decisive reason first. Where nothing got worse, not even what fails only under --strict, it says so first. */
export function comparisonReasons(
  flips: readonly Flip[],
  { fails, strict }: { readonly fails: boolean; readonly strict: boolean },
): readonly string[] {
  const worse = worseReasons(flips);
  const none = fails ? [] : [`no requirement ${strict ? '' : 'of the document '}got worse`];
  return worse.length > 0 ? [...worse, ...none, ...betterReason(flips)] : [...none, ...betterReason(flips)];
}
