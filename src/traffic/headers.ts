import type { Contract } from '../contract/contract.ts';
import { type Credentials, type Header, isNamed, madeUpToken } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { isDocumented } from '../secrets/ordinary-text.ts';
import { accessToken, type Secret } from '../secrets/redaction.ts';
import { isAllowedHeader, sensitiveKind } from '../secrets/sensitive-names.ts';
import { EntryProblem } from './message.ts';

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

/** Characters of the name of a header, where it names a secret. */
const longestName = 100;

/**
 * Every text of an exchange is searched for each of its secrets, so the time of both together is bounded.
 * @throws EntryProblem for too many headers with a telling name
 */
export function assertFewSecrets(headers: readonly Header[]): void {
  if (headers.length <= limits.headers) return;
  const secret = headers.filter(
    (header) => isAuthorization(header) || sensitiveKind(header[0]) !== undefined,
  );
  if (secret.length > limits.headers)
    throw new EntryProblem(
      `has ${secret.length} request headers whose names say that their values are secret. Expected at most ${limits.headers}`,
    );
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
      : [{ name: `header ${name.slice(0, longestName)}`, value, isShown: isDocumented(value, contract) }];
  });
}

const shownHeader = /^(?:accept(?:-.*)?|user-agent|host|origin)$/i;

/** Whether the value of a request header is kept, with secrets in it masked. */
export function isKept(header: Header): boolean {
  const [name, value] = header;
  if (isAuthorization(header)) return tokenOf(value).length >= limits.shortestSecret;
  return shownHeader.test(name) || isAllowedHeader(name);
}
