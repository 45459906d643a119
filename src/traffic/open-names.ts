import type { PlainJson } from '../json/plain.ts';
import { sensitiveKind } from '../secrets/sensitive-names.ts';

/** Different names that are remembered, and their characters, as somebody else chooses them. */
const mostNames = 10_000;
const longestName = 200;

/** Names of headers, members and parameters that do not say that a value is a secret; remembers them. */
export class OpenNames {
  private readonly known = new Set<string>();

  has(name: string): boolean {
    if (this.known.has(name)) return true;
    if (sensitiveKind(name) !== undefined) return false;
    if (name.length > longestName) return true;
    if (this.known.size >= mostNames) this.known.clear();
    this.known.add(name);
    return true;
  }

  /** Whether all members of a plain value, and of what is in it, have such names. */
  hasAllOf({ value }: Pick<PlainJson, 'value'>): boolean {
    return this.hasAllIn(value);
  }

  private hasAllIn(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) {
      for (const item of value) if (!this.hasAllIn(item)) return false;
      return true;
    }
    const members = value as Readonly<Record<string, unknown>>;
    for (const name in members) {
      if (!this.has(name)) return false;
      const member = members[name];
      if (typeof member === 'object' && !this.hasAllIn(member)) return false;
    }
    return true;
  }
}
