import type { IncomingMessage } from 'node:http';
import { valuesOf } from '../../model/exchange.ts';
import { isLoopback } from '../loopback.ts';
import { pairs } from './headers.ts';

/** Characters of a host name in a message; DNS allows fewer. */
const longestName = 253;

/** The host name of an authority as URLs have it, without its port; null for what is no authority. */
export function hostnameOf(authority: string): string | null {
  if (/[\s/?#@\\]/.test(authority)) return null;
  try {
    return new URL(`http://${authority}`).hostname.replace(/\.$/, '');
  } catch {
    return null;
  }
}

/** The host name of an address; IPv4 is written as such where a socket has it as IPv6. */
function hostnameOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return hostnameOf(plain.includes(':') ? `[${plain}]` : plain);
}

/** Every authority that a request names: in its target, where that is absolute, and in its Host fields. */
function authoritiesOf({ url = '', rawHeaders }: IncomingMessage): readonly string[] {
  const [, inTarget] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  return [...(inTarget === undefined ? [] : [inTarget]), ...valuesOf(pairs(rawHeaders), 'host')];
}

/**
 * Refuses requests for other hosts: the page of a stranger whose host name was changed to lead here could otherwise use
 * the service, with our client certificate. A request that names no host is not from a browser.
 */
export class AllowedHosts {
  private readonly names: ReadonlySet<string | null>;

  /** @param names host names and addresses besides those of loopback */
  constructor(names: readonly string[]) {
    this.names = new Set(names.map((name) => hostnameOf(name) ?? hostnameOfAddress(name)));
  }

  /** Why a request is not passed; null for one that is. */
  problemWith(incoming: IncomingMessage): string | null {
    const { localAddress = '' } = incoming.socket;
    const refused = authoritiesOf(incoming).find((authority) => {
      const name = hostnameOf(authority);
      const isOwn = name !== null && (isLoopback(name) || name === hostnameOfAddress(localAddress));
      return !isOwn && !(name !== null && this.names.has(name));
    });
    if (refused === undefined) return null;
    const name = hostnameOf(refused)?.slice(0, longestName);
    if (name === undefined) return 'the Host field or the target of the request names no host';
    return `the request is for the host ${name}, which is not a name of this proxy. Use the address that it printed, or start it with --allow-host ${name}`;
  }
}
