import type { PlainBodies } from '../judge/judgement.ts';
import type { Exchange, Header } from '../model/exchange.ts';
import type { OpenNames } from '../secrets/open-names.ts';
import { credentialsIn } from '../secrets/text-credentials.ts';
import { isAuthorization } from './headers.ts';

/** Headers of an answer, and their characters: so few are never cut. */
const mostHeaders = 100;
const mostHeaderCharacters = 2_000;

/** A token as it is in JSON, whoever writes it. */
const bearer = /^Bearer +[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Whether headers with names that say something of their values are a Bearer token at most, and nothing else that is masked. */
export function areOneToken(telling: readonly Header[]): boolean {
  return telling.length <= 1 && telling.every((header) => isAuthorization(header) && bearer.test(header[1]));
}

function namesCredentials(text: string): boolean {
  return credentialsIn(text).length > 0;
}

/**
 * Finds out, in a fraction of the time of masking, of most exchanges that nothing is masked that is judged of them: no
 * name in them, of a header, a member or a parameter, says that its value is a secret, and the token is nowhere else.
 */
export class Unmasked {
  private readonly open: OpenNames;
  private readonly isIn: (text: string) => boolean;
  /** Those of the latest answer with nothing that is masked: most come again. */
  private latest: readonly Header[] = [];

  /** @param isIn whether a text holds the token, plain or in an encoding */
  constructor(open: OpenNames, isIn: (text: string) => boolean) {
    this.open = open;
    this.isIn = isIn;
  }

  /**
   * @param exchange its request has a Bearer token at most, which `isIn` looks for
   * @param bodies no documented name says that its value is a secret
   */
  holds({ request, response }: Exchange, { further }: PlainBodies): boolean {
    const { url, body = '' } = request;
    if (response === undefined || !this.areOpen(response.headers)) return false;
    if (namesCredentials(url) || namesCredentials(body) || namesCredentials(response.body.text)) return false;
    for (const one of further) if (!this.open.hasAllOf(one.value)) return false;
    return !(this.isIn(response.body.text) || this.isIn(body) || this.isIn(url));
  }

  private areOpen(headers: readonly Header[]): boolean {
    if (headers.length > mostHeaders) return false;
    let characters = 0;
    for (let at = 0; at < headers.length; at += 1) {
      const [name, value] = headers[at] ?? ['', ''];
      characters += name.length + value.length;
      const known = this.latest[at];
      if (known?.[0] !== name && (!this.open.has(name) || this.isIn(name))) return false;
      if (known?.[1] !== value && (namesCredentials(value) || this.isIn(value))) return false;
    }
    if (characters > mostHeaderCharacters) return false;
    this.latest = headers;
    return true;
  }
}
