import { attempt } from '../../model/attempt.ts';
import { valuesOf } from '../../model/exchange.ts';
import { isLoopback } from '../loopback.ts';
import type { RequestHead } from '../message.ts';

/** Characters of a host name in a message; DNS allows fewer. */
const longestName = 253;

/** The host name of an authority as URLs have it, without its port; null for what is no authority. */
export function hostnameOf(authority: string): string | null {
  if (/[\s/?#@\\]/.test(authority)) return null;
  return attempt(() => new URL(`http://${authority}`).hostname.replace(/\.$/, ''), null);
}

/** The host name of an address; IPv4 is written as such where a socket has it as IPv6. */
function hostnameOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return hostnameOf(plain.includes(':') ? `[${plain}]` : plain);
}

/** Every authority that a request names: in its target, where that is absolute, and in its Host fields. */
function authoritiesOf({ target, headers }: RequestHead): readonly string[] {
  const [, inTarget] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  return [...(inTarget === undefined ? [] : [inTarget]), ...valuesOf(headers, 'host')];
}

/**
 * Refuses requests for other hosts: the page of a stranger whose host name was changed to lead here could otherwise use
 * the service, with our client certificate. A request that names no host is not from a browser.
 * @param names host names and addresses besides those of loopback, and of the address that the client connected to
 * @returns why a request is not passed; null for one that is
 */
export function hostCheck(names: readonly string[]) {
  const allowed = new Set(names.map((name) => hostnameOf(name) ?? hostnameOfAddress(name)));
  return (request: RequestHead, ownAddress: string): string | null => {
    const own = hostnameOfAddress(ownAddress);
    const refused = authoritiesOf(request).find((authority) => {
      const name = hostnameOf(authority);
      return name === null || !(isLoopback(name) || name === own || allowed.has(name));
    });
    if (refused === undefined) return null;
    const name = hostnameOf(refused)?.slice(0, longestName);
    if (name === undefined) return 'the Host field or the target of the request names no host';
    return `the request is for the host ${name}, which is not a name of this proxy. Use the address that it printed, or start it with --allow-host ${name}`;
  };
}
