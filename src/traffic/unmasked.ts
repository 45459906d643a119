import type { Exchange, Header } from '../model/exchange.ts';
import { maskUrls } from '../secrets/redaction.ts';
import type { NameKinds } from './name-kinds.ts';

/** Headers of an answer, and their characters: so few are never cut. */
const mostHeaders = 100;
const mostHeaderCharacters = 2_000;

/** A token as it is in JSON, whoever writes it. */
const bearer = /^Bearer +[\x21\x23-\x5b\x5d-\x7e]+$/;

function namesCredentials(text: string): boolean {
  return maskUrls(text) !== text;
}

/**
 * Finds out, in a fraction of the time of masking, of most exchanges that no name in them, of a header, a member or a
 * parameter, says that its value is a secret. Where the token is, the masker of the exchange knows.
 */
export class Unmasked {
  private readonly kinds: NameKinds;

  constructor(kinds: NameKinds) {
    this.kinds = kinds;
  }

  /** @param further bodies with a member that is not documented, as plain values: no documented name says so */
  holds({ request, response }: Exchange, further: readonly unknown[]): boolean {
    if (response === undefined || namesCredentials(request.url)) return false;
    if (!this.haveOneToken(request.headers) || !this.areOpen(response.headers)) return false;
    return further.every((body) => this.kinds.open.hasAllOf(body));
  }

  /** A Bearer token at most, and nothing else that is masked. */
  private haveOneToken(headers: readonly Header[]): boolean {
    let tokens = 0;
    for (const [name, value] of headers) {
      const kind = this.kinds.of(name);
      if (kind === 'secret' || (kind === 'authorization' && !bearer.test(value))) return false;
      if (kind === 'authorization') tokens += 1;
    }
    return tokens <= 1;
  }

  private areOpen(headers: readonly Header[]): boolean {
    let characters = 0;
    for (const [name, value] of headers) {
      characters += name.length + value.length;
      if (!this.kinds.open.has(name) || namesCredentials(value)) return false;
    }
    return headers.length <= mostHeaders && characters <= mostHeaderCharacters;
  }
}
