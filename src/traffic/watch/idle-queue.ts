/** The pause between two pieces of work while exchanges are always in flight: milliseconds, and a multiple of the last piece. */
const paceMs = 4;
const restPerWork = 4;

/**
 * Does work while nothing else is to be done, one piece a turn of the event loop, so that passing traffic waits for one
 * piece at most. While exchanges are always in flight it works a fifth of the time, and refuses items beyond its bound.
 */
export class IdleQueue<Item> {
  private readonly items: Item[] = [];
  private readonly most: number;
  private readonly work: (item: Item) => void;
  private emptied: (() => void)[] = [];
  private readonly isQuiet: () => boolean;
  private isBusy = false;
  private lastMs = 0;

  /** @param most items that wait */
  constructor(most: number, work: (item: Item) => void, isQuiet: () => boolean = () => true) {
    this.most = most;
    this.work = work;
    this.isQuiet = isQuiet;
  }

  get waiting(): number {
    return this.items.length;
  }

  /** @returns false where too many wait, and the item is not taken */
  add(item: Item): boolean {
    if (this.items.length >= this.most) return false;
    this.items.push(item);
    if (!this.isBusy) this.later();
    return true;
  }

  /** Resolves when nothing waits. */
  async empty(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.emptied.push(resolve));
  }

  private later(): void {
    this.isBusy = true;
    // Immediates run after the events of the network.
    setImmediate(() => {
      if (this.isQuiet()) this.turn();
      else setTimeout(() => this.turn(), Math.max(paceMs, restPerWork * this.lastMs));
    });
  }

  private turn(): void {
    const item = this.items.shift();
    const begin = performance.now();
    try {
      if (item !== undefined) this.work(item);
    } finally {
      this.lastMs = performance.now() - begin;
      if (this.items.length > 0) this.later();
      else this.rest();
    }
  }

  private rest(): void {
    this.isBusy = false;
    for (const resolve of this.emptied.splice(0)) resolve();
  }
}
