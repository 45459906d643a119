import { setImmediate, setTimeout } from 'node:timers/promises';

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
  private readonly isQuiet: () => boolean;
  private working: Promise<void> | null = null;
  private lastMs = 0;

  /** @param most items that wait @param work never throws */
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
    this.working ??= this.workThrough();
    return true;
  }

  /** Resolves when nothing waits. */
  async empty(): Promise<void> {
    await this.working;
  }

  private async workThrough(): Promise<void> {
    while (this.items.length > 0) {
      // Immediates run after the events of the network.
      await setImmediate();
      if (!this.isQuiet()) await setTimeout(Math.max(paceMs, restPerWork * this.lastMs));
      const begin = performance.now();
      for (const item of this.items.splice(0, 1)) this.work(item);
      this.lastMs = performance.now() - begin;
    }
    this.working = null;
  }
}
