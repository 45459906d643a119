/** The lowest and the highest; null for none. */
export type RangeState = readonly [first: number, last: number] | null;

/** From the lowest to the highest of some numbers, such as times; in any order. */
export class NumberRange {
  private first = Number.POSITIVE_INFINITY;
  private last = Number.NEGATIVE_INFINITY;

  add(number: number): void {
    if (number < this.first) this.first = number;
    if (number > this.last) this.last = number;
  }

  get state(): RangeState {
    return this.first > this.last ? null : [this.first, this.last];
  }

  take(state: RangeState): void {
    for (const number of state ?? []) this.add(number);
  }
}
