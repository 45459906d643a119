import { hashOf, Sample } from '../bounded/sample.ts';
import type { SampleState } from '../bounded/state.ts';
import type { Counted } from '../model/traffic.ts';

/** As plain JSON: texts, each with its count. */
export type CountsState = SampleState<readonly [text: string, count: number]>;

interface Count {
  text: string;
  count: number;
}

/** Texts that are found again without a hash. */
const mostKnown = 1_000;

/** Counts different texts: all of them up to a limit, beyond it those with the lowest hashes. */
export class Counts {
  private readonly most: number;
  private readonly sample: Sample<Count>;
  /** What counts a text; for one that is not kept, something that nobody reads. */
  private readonly known = new Map<string, Count>();

  /** @param most different texts that are kept */
  constructor(most: number) {
    this.most = most;
    this.sample = new Sample<Count>(
      most,
      () => ({ text: '', count: 0 }),
      (into, from) => {
        into.text = from.text;
        into.count += from.count;
        return into;
      },
    );
  }

  add(text: string): void {
    const known = this.known.get(text);
    if (known === undefined) this.addUnknown(text);
    else known.count += 1;
  }

  get state(): CountsState {
    return this.sample.state(this.most, ({ text, count }) => [text, count]);
  }

  take(state: CountsState): void {
    this.sample.take(state, ([text, count]) => ({ text, count }));
  }

  get isPartial(): boolean {
    return this.sample.isPartial;
  }

  /** The most frequent first, of the same count in the order of their texts. */
  get entries(): readonly Counted<string>[] {
    return [...this.sample.values()]
      .map(({ text, count }) => ({ value: text, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }

  private addUnknown(text: string): void {
    const hash = hashOf(text);
    const count = { text, count: 1 };
    this.sample.add(hash, count);
    if (this.known.size >= mostKnown) this.known.clear();
    this.known.set(text, this.sample.get(hash) ?? count);
  }
}
