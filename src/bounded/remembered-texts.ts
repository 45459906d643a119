/** Texts of one quick hash that are remembered. */
const mostAlike = 20;
/** Lists of more characters are not remembered. */
const longest = 1_000;

/** The latest lists of texts, found again without a hash of all of them. */
export class RememberedTexts {
  private readonly most: number;
  private readonly byHash = new Map<number, (readonly string[])[]>();
  private count = 0;

  /** @param most lists that are remembered */
  constructor(most: number) {
    this.most = most;
  }

  /** Whether it is remembered; remembers it. @param texts those that differ most go first */
  has(quick: number, texts: readonly string[]): boolean {
    const alike = this.byHash.get(quick) ?? [];
    for (const known of alike) if (texts.every((text, at) => text === known[at])) return true;
    if (texts.reduce((sum, { length }) => sum + length, 0) > longest) return false;
    if (this.count >= this.most) this.byHash.clear();
    this.count = this.count >= this.most ? 1 : this.count + 1;
    if (alike.length === mostAlike) alike.shift();
    alike.push(texts);
    this.byHash.set(quick, alike);
    return false;
  }
}
