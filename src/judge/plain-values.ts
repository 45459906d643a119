import { isPlainObject } from '../json/plain.ts';
import { tokensOf } from './locate.ts';

/**
 * Looks up the values at places of plain answers: of the first place, in order, then of the next. No documented name is
 * one that every object inherits.
 */
export class PlainValues {
  private readonly paths: readonly (readonly string[])[];
  /** What was found last, and for each the place that it is at, by its position among the places. */
  readonly values: unknown[] = [];
  readonly places: number[] = [];

  constructor(places: readonly string[]) {
    this.paths = places.map(tokensOf);
  }

  /** @returns false where one of them has parts, and so is not known as it was written */
  find(answer: unknown): boolean {
    this.values.length = 0;
    this.places.length = 0;
    for (let place = 0; place < this.paths.length; place += 1)
      if (!this.follow(answer, this.paths[place] ?? [], 0, place)) return false;
    return true;
  }

  private follow(value: unknown, path: readonly string[], from: number, place: number): boolean {
    let reached = value;
    for (let at = from; at < path.length; at += 1) {
      const token = path[at] as string;
      if (token === '*') {
        if (!Array.isArray(reached)) return true;
        return reached.every((item) => this.follow(item, path, at + 1, place));
      }
      if (!isPlainObject(reached)) return true;
      reached = reached[token];
      if (reached === undefined) return true;
    }
    if (typeof reached === 'object' && reached !== null) return false;
    this.values.push(reached);
    this.places.push(place);
    return true;
  }
}
