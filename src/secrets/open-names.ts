import { isPlainObject } from '../json/plain.ts';
import { remembering } from '../model/latest.ts';
import { sensitiveKind } from './sensitive-names.ts';

/** Different names that are remembered, and their characters, as somebody else chooses them. */
const mostNames = 10_000;
const mostCharacters = 200_000;

/** Names of headers, members and parameters that do not say that a value is a secret; remembers them. */
export class OpenNames {
  readonly has = remembering((name) => sensitiveKind(name) === undefined, mostNames, mostCharacters);

  /** Whether all members of a value that was read, and of what is in it, have such names. */
  hasAllOf(value: unknown): boolean {
    if (Array.isArray(value)) {
      for (const item of value) if (!this.hasAllOf(item)) return false;
      return true;
    }
    if (!isPlainObject(value)) return true;
    for (const name in value) {
      if (!this.has(name)) return false;
      const member = value[name];
      if (typeof member === 'object' && !this.hasAllOf(member)) return false;
    }
    return true;
  }
}
