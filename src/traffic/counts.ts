import { hashOf, Sample, type SampleState } from '../bounded/sample.ts';
import type { Counted } from '../model/traffic.ts';

/** As plain JSON: texts, each with its count. */
export type CountsState = SampleState<Readonly<Count>>;

interface Count {
  readonly text: string;
  count: number;
}

function merged(known: Count | undefined, { text, count }: Count): Count {
  if (known === undefined) return { text, count };
  known.count += count;
  return known;
}

/** Texts that are found again without a hash. */
const mostKnown = 1_000;

/** Counts different texts: all of them up to a limit, beyond it those with the lowest hashes. */
export class Counts {
  private readonly sample: Sample<Count>;
  /** What counts a text; for one that is not kept, something that nobody reads. */
  private readonly known = new Map<string, Count>();

  /** @param most different texts that are kept */
  constructor(most: number) {
    this.sample = new Sample(most, merged);
  }

  add(text: string): void {
    const known = this.known.get(text);
    if (known === undefined) this.addUnknown(text);
    else known.count += 1;
  }

  get state(): CountsState {
    return this.sample.state;
  }

  take(state: CountsState): void {
    this.sample.take(state);
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
