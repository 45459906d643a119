import type { Exchange } from '../model/exchange.ts';

/** Characters of all exchanges that are kept, as they are written. */
const mostCharacters = 16 * 1024 * 1024;

/** Exchanges that reports may show, by their keys, in bounded space. */
export class KeptExchanges {
  private readonly byKey = new Map<number, Exchange>();
  private room = mostCharacters;

  /** @returns false where there is no room for it */
  add(key: number, exchange: Exchange): boolean {
    if (this.byKey.has(key)) return true;
    const size = JSON.stringify(exchange).length;
    if (size > this.room) return false;
    this.room -= size;
    this.byKey.set(key, exchange);
    return true;
  }

  get(key: number): Exchange | undefined {
    return this.byKey.get(key);
  }

  /** In the order of their keys. */
  get entries(): readonly (readonly [key: number, exchange: Exchange])[] {
    return [...this.byKey].sort(([a], [b]) => a - b);
  }

  /** Drops exchanges whose ids are not among these. */
  keepOnly(ids: { has(id: string): boolean }): void {
    for (const [key, exchange] of this.byKey)
      if (!ids.has(exchange.id)) {
        this.byKey.delete(key);
        this.room += JSON.stringify(exchange).length;
      }
  }
}
