import { sensitiveKind } from '../secrets/sensitive-names.ts';

/** What a name of a header, a member or a parameter says of its value. */
export type NameKind = 'authorization' | 'secret' | 'open';

/** Different names that are remembered, as somebody else chooses them. */
const mostNames = 10_000;

/** Remembers what names say. */
export class NameKinds {
  private readonly known = new Map<string, NameKind>();

  of(name: string): NameKind {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const isAuthorization = name.toLowerCase() === 'authorization';
    const kind = isAuthorization ? 'authorization' : sensitiveKind(name) === undefined ? 'open' : 'secret';
    if (this.known.size >= mostNames) this.known.clear();
    this.known.set(name, kind);
    return kind;
  }
}
