/** Rounds that do not count, of what takes less than a second: disk caches and the service's own warm-up are no part of what is measured. */
export const warmUpRounds = 2;

/** Every round begins with another one, so that nobody always runs after the same neighbour. */
function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/**
 * Lets all run once per round, one after the other.
 * @param list what is measured, by `name`
 * @param once runs one of them and gives whatever is to be kept of it
 * @param warmUp rounds that do not count
 * @returns what was kept of the rounds that count, by name
 */
export async function alternate(list, rounds, once, warmUp = warmUpRounds) {
  const samples = new Map(list.map(({ name }) => [name, []]));
  const all = rounds + warmUp;
  for (let round = 0; round < all; round += 1) {
    for (const one of rotated(list, round)) {
      const sample = await once(one);
      if (round >= warmUp) samples.get(one.name).push(sample);
    }
  }
  return samples;
}
