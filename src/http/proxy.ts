import { BlockList, isIP } from 'node:net';
import { attempt } from '../model/attempt.ts';
import type { Secret } from '../secrets/secret-search.ts';
import { isLoopback } from './loopback.ts';

/**
 * `hopTo` alone says which hop is used: the rules on permission, the client, `--plan` and `doctor` ask it. Loopback
 * is never behind a proxy, and its names are not looked up: a name server could send the token elsewhere.
 */

/** What HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY say. */
export interface ProxySettings {
  /** http: or https: URL of the proxy for http: targets; it may hold credentials. */
  readonly httpProxy?: string;
  /** The same for https: targets. */
  readonly httpsProxy?: string;
  /** The same for targets of either scheme, where its own setting names none. May be of a scheme that is not supported. */
  readonly allProxy?: string;
  /** Hosts to reach without a proxy, separated by commas or white space. */
  readonly noProxy?: string;
}

export interface HttpProxy {
  readonly url: URL;
  /** Value of the Proxy-Authorization header; null without credentials. */
  readonly authorization: string | null;
}

/** Where a URL leads to. */
export interface Peer {
  /** As sockets and certificates name it: IPv6 addresses without brackets. */
  readonly host: string;
  readonly port: number;
  /** `host:port` for messages and CONNECT, IPv6 addresses in brackets. */
  readonly name: string;
}

export function peerOf({ hostname, port: given, protocol }: URL): Peer {
  const port = given === '' ? (protocol === 'https:' ? 443 : 80) : Number(given);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port, name: `${hostname}:${port}` };
}

/** A host as the URL parser writes it, so that all spellings of one are equal; without brackets and without a final dot. */
function spelt(host: string): string {
  const written = isIP(host) === 6 ? `[${host}]` : host;
  const { hostname } = attempt(() => new URL(`http://${written}`), { hostname: host });
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** An IPv4 address is in a network of IPv6 only where that is one of IPv4-mapped addresses. */
function inNetwork(host: string, network: string, prefix: number): boolean {
  const [own, other] = [isIP(host), isIP(network)];
  const [least, most] = other === 6 ? [own === 4 ? 96 : 0, 128] : [0, 32];
  if (own === 0 || other === 0 || prefix < least || prefix > most) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, other === 6 ? 'ipv6' : 'ipv4');
  return list.check(host, own === 6 ? 'ipv6' : 'ipv4');
}

/** Splits `host:port`, `[::1]:443`, `::1` and `host`; the port is null where none is given. */
function splitPort(entry: string): { host: string; port: number | null } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::([0-9]+))?$/.exec(entry) ?? [];
  return { host: bracketed ?? plain ?? entry, port: port === undefined ? null : Number(port) };
}

function matches({ host, port: targetPort }: Peer, entry: string): boolean {
  const target = spelt(host);
  const [, network, prefix] = /^\[?([0-9a-f.:]+)\]?\/([0-9]{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return inNetwork(target, network, Number(prefix));
  const { host: pattern, port } = splitPort(entry);
  if (port !== null && port !== targetPort) return false;
  const name = spelt(pattern.replace(/^\*?\./, ''));
  if (isIP(name) !== 0) return inNetwork(target, name, isIP(name) === 6 ? 128 : 32);
  return name !== '' && (target === name || target.endsWith(`.${name}`));
}

/**
 * Whether NO_PROXY exempts a target, by the rules that curl, Go and Python share: `*` is everything; a name means
 * itself and the names below it, with or without a leading dot; a port narrows it; addresses may be CIDR blocks. Hosts
 * and addresses are compared in one spelling.
 */
function isExempt(target: URL, noProxy: string): boolean {
  const entries = noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
  return entries.some((entry) => entry === '*' || matches(peerOf(target), entry));
}

function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text), text);
}

function credentialsOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `${decoded(username)}:${decoded(password)}`;
}

function httpProxyAt(given: string): HttpProxy {
  const url = new URL(given);
  const credentials = credentialsOf(url);
  const authorization = credentials && `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
  return { url, authorization };
}

/** Whether a proxy is one that can be used here. */
export function isSupported({ url }: HttpProxy): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** Where requests to a target are handed to the network. */
export interface Hop {
  /** Null where connections are made to the target itself. */
  readonly proxy: HttpProxy | null;
  /** The setting that names a proxy for the target, used or not; null for none. */
  readonly named: 'httpProxy' | 'httpsProxy' | 'allProxy' | null;
  /** Why the proxy that is named is not used: the target is this machine, or NO_PROXY names it. */
  readonly unused: 'loopback' | 'exempt' | null;
  /** Whether requests leave this machine unencrypted. A proxy on this machine hands them on, so it changes nothing. */
  readonly isReadable: boolean;
}

/** The proxy that gets requests with their whole URL (RFC 9112 section 3.2.2), as for http:; null for a tunnel or no proxy. */
export function handedTo({ protocol }: URL, proxy: HttpProxy | null): HttpProxy | null {
  return protocol === 'http:' ? proxy : null;
}

function nameOf({ protocol }: URL, settings: ProxySettings): Hop['named'] {
  const own = protocol === 'https:' ? 'httpsProxy' : 'httpProxy';
  if (settings[own] !== undefined) return own;
  return settings.allProxy === undefined ? null : 'allProxy';
}

/** Which hop requests to a target take. The client, the rules for settings, `--plan` and `doctor` all go by this. */
export function hopTo(target: URL, settings: ProxySettings): Hop {
  const isHere = isLoopback(target.hostname);
  const named = nameOf(target, settings);
  const given = named === null ? undefined : settings[named];
  const exempt = isExempt(target, settings.noProxy ?? '') ? 'exempt' : null;
  const unused = given === undefined ? null : isHere ? 'loopback' : exempt;
  const proxy = given === undefined || unused !== null ? null : httpProxyAt(given);
  return { proxy, named, unused, isReadable: target.protocol === 'http:' && !isHere };
}

/** What of the proxies' URLs no output may show. */
export function proxySecrets({ httpProxy, httpsProxy, allProxy }: ProxySettings): readonly Secret[] {
  return [httpProxy, httpsProxy, allProxy].flatMap((given) => {
    const url = given === undefined ? null : new URL(given);
    const credentials = url && credentialsOf(url);
    if (url === null || credentials === null) return [];
    const password = decoded(url.password);
    const secrets = [{ name: 'proxy credentials', value: credentials }];
    return password === '' ? secrets : [...secrets, { name: 'proxy password', value: password }];
  });
}
