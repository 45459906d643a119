import type { Contract } from '../contract/contract.ts';
import type { Credentials, Header } from '../model/exchange.ts';
import { madeUpToken } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { isDocumented } from '../secrets/ordinary-text.ts';
import { accessToken, type Secret } from '../secrets/redaction.ts';
import { isAllowedHeader, sensitiveKind } from '../secrets/sensitive-names.ts';

const authorization = 'authorization';

export function isAuthorization(name: string): boolean {
  return name.length === authorization.length && name.toLowerCase() === authorization;
}

function tokenOf(value: string): string {
  return value.replace(/^[^\s]+\s+/, '').trim();
}

/** What the headers of a request say about its credentials; `none` where no header does. */
export function credentialsOf(headers: readonly Header[]): Credentials {
  const found = headers.find(([name]) => isAuthorization(name));
  if (found === undefined) return 'none';
  return tokenOf(found[1]) === madeUpToken ? 'made-up' : 'authorised';
}

/** Secrets in the headers of a request: the token, and values of headers with a telling name. */
export function secretsIn(headers: readonly Header[], contract: Contract): readonly Secret[] {
  return headers.flatMap(([name, value]): Secret[] => {
    if (isAuthorization(name)) {
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
export function isKept([name, value]: Header): boolean {
  if (isAuthorization(name)) return tokenOf(value).length >= limits.shortestSecret;
  return shownHeader.test(name) || isAllowedHeader(name);
}
