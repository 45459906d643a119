import { BlockList, isIP, type LookupFunction } from 'node:net';
import { attempt } from '../model/attempt.ts';

const block = new BlockList();
block.addSubnet('127.0.0.0', 8, 'ipv4');
block.addAddress('::1', 'ipv6');

/**
 * Whether a host, as the URL parser wrote it, is this machine and no other: localhost and the names below it,
 * 127.0.0.0/8, ::1, and ::ffff:127.0.0.0/104. By then 0x7f.1 and 2130706433 have become 127.0.0.1, while a name such
 * as 127.0.0.1.example.com is none of them.
 */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family === 0) return /^(?:.+\.)?localhost$/.test(host);
  return block.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** What names of loopback mean (RFC 6761 section 6.3), in the order in which they are tried. */
export const loopbackAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Asks nobody: a name server or a hosts file could send a name of loopback elsewhere. */
export const lookupLoopback: LookupFunction = (_, { all }, callback) => {
  if (all === true) process.nextTick(callback, null, loopbackAddresses);
  else process.nextTick(callback, null, '127.0.0.1', 4);
};

/** The host name of an authority as URLs have it, without port and final dot; null for what is no authority. */
export function hostnameOf(authority: string): string | null {
  if (/[\s/?#@\\]/.test(authority)) return null;
  return attempt(() => new URL(`http://${authority}`).hostname.replace(/\.$/, ''), null);
}

/** The host name of an address; IPv4 is written as such where a socket has it as IPv6. */
export function hostnameOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return hostnameOf(plain.includes(':') ? `[${plain}]` : plain);
}
