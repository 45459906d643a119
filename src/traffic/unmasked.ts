import type { Exchange, Header } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { maskUrls } from '../secrets/redaction.ts';
import { beginningOf } from '../secrets/secret-forms.ts';
import { sensitiveKind } from '../secrets/sensitive-names.ts';

/** Different names that are remembered, as somebody else chooses them. */
const mostNames = 10_000;
/** Headers of an answer, and their characters: so few are never cut. */
const mostHeaders = 100;
const mostHeaderCharacters = 2_000;

type Kind = 'authorization' | 'secret' | 'open';

/** A token as it is in JSON, whoever writes it. */
const bearer = /^Bearer +([\x21\x23-\x5b\x5d-\x7e]+)$/;

/** Credentials of others need one of these two. */
function namesCredentials(text: string): boolean {
  return (text.includes('=') || text.includes('@')) && maskUrls(text) !== text;
}

/**
 * Finds out, in a fraction of the time of masking, of most exchanges in which nothing is masked that this is so: no name
 * of a header, a member or a parameter says that its value is a secret, and the token is nowhere else. A token that is
 * written in an encoding is not looked for: so an exchange of which this holds must still be masked where it is shown.
 */
export class Unmasked {
  private readonly names = new Map<string, Kind>();

  /** @param bodies as plain values */
  holds({ request, response }: Exchange, bodies: readonly unknown[]): boolean {
    const token = this.tokenOf(request.headers);
    if (token === null || response === undefined || namesCredentials(request.url)) return false;
    const texts = [request.url, request.body ?? '', response.body.text];
    if (token !== '' && texts.some((text) => text.includes(token))) return false;
    return this.areOpen(response.headers, token) && !bodies.some((body) => this.hasSecretName(body));
  }

  /** What of the token is enough to be masked; '' for none, null where a header is masked for another reason. */
  private tokenOf(headers: readonly Header[]): string | null {
    let token = '';
    for (const [name, value] of headers) {
      const kind = this.kindOf(name);
      if (kind === 'open') continue;
      const found = kind === 'authorization' && token === '' ? bearer.exec(value)?.[1] : undefined;
      if (found === undefined) return null;
      token = found.length < limits.shortestSecret ? '' : beginningOf(found);
    }
    return token;
  }

  private areOpen(headers: readonly Header[], token: string): boolean {
    let characters = 0;
    for (const [name, value] of headers) {
      characters += name.length + value.length;
      if (this.kindOf(name) !== 'open' || namesCredentials(value)) return false;
      if (token !== '' && value.includes(token)) return false;
    }
    return headers.length <= mostHeaders && characters <= mostHeaderCharacters;
  }

  private hasSecretName(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some((item) => this.hasSecretName(item));
    const members = value as Readonly<Record<string, unknown>>;
    for (const name in members)
      if (this.kindOf(name) !== 'open' || this.hasSecretName(members[name])) return true;
    return false;
  }

  private kindOf(name: string): Kind {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const isAuthorization = name.toLowerCase() === 'authorization';
    const kind = isAuthorization ? 'authorization' : sensitiveKind(name) === undefined ? 'open' : 'secret';
    if (this.names.size >= mostNames) this.names.clear();
    this.names.set(name, kind);
    return kind;
  }
}
