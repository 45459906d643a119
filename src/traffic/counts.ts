import { hashOf, Sample } from '../judge/sample.ts';
import type { SampleState } from '../judge/state.ts';
import type { Counted } from '../model/traffic.ts';

/** As plain JSON: texts, each with its count. */
export type CountsState = SampleState<readonly [text: string, count: number]>;

interface Count {
  text: string;
  count: number;
}

/** Texts whose hash is cached. */
const mostHashes = 1_000;

/** Counts different texts: all of them up to a limit, beyond it those with the lowest hashes. */
export class Counts {
  private readonly most: number;
  private readonly sample: Sample<Count>;
  private readonly hashes = new Map<string, bigint>();

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
    this.sample.add(this.hash(text), { text, count: 1 });
  }

  merge(other: Counts): void {
    this.sample.merge(other.sample);
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

  private hash(text: string): bigint {
    const known = this.hashes.get(text);
    if (known !== undefined) return known;
    if (this.hashes.size >= mostHashes) this.hashes.clear();
    const made = hashOf(text);
    this.hashes.set(text, made);
    return made;
  }
}
