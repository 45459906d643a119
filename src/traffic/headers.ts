import type { Contract } from '../contract/contract.ts';
import { type Credentials, type Header, isNamed, madeUpToken } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { isDocumented } from '../secrets/ordinary-text.ts';
import { accessToken, type Secret } from '../secrets/redaction.ts';
import { isAllowedHeader, sensitiveKind } from '../secrets/sensitive-names.ts';

export function isAuthorization(header: Header): boolean {
  return isNamed(header, 'authorization');
}

function tokenOf(value: string): string {
  return value.replace(/^[^\s]+\s+/, '').trim();
}

/** What the headers of a request say about its credentials; `none` where no header does. */
export function credentialsOf(headers: readonly Header[]): Credentials {
  const found = headers.find(isAuthorization);
  if (found === undefined) return 'none';
  return tokenOf(found[1]) === madeUpToken ? 'made-up' : 'authorised';
}

/** Secrets in the headers of a request: the token, and values of headers with a telling name. */
export function secretsIn(headers: readonly Header[], contract: Contract): readonly Secret[] {
  return headers.flatMap((header): Secret[] => {
    const [name, value] = header;
    if (isAuthorization(header)) {
      const token = tokenOf(value);
      return token === madeUpToken ? [] : [{ name: accessToken, value: token }];
    }
    return sensitiveKind(name) === undefined
      ? []
      : [{ name: `header ${name}`, value, isShown: isDocumented(value, contract) }];
  });
}

const shownHeader = /^(?:accept(?:-.*)?|user-agent|host|origin)$/i;

/** Whether the value of a request header is kept, with secrets in it masked. */
export function isKept(header: Header): boolean {
  const [name, value] = header;
  if (isAuthorization(header)) return tokenOf(value).length >= limits.shortestSecret;
  return shownHeader.test(name) || isAllowedHeader(name);
}
