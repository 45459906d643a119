import { BlockList, isIP } from 'node:net';
import { attempt } from '../model/attempt.ts';
import type { Secret } from '../secrets/secret-search.ts';
import type { Cause } from './failure.ts';
import { isLoopback } from './hosts.ts';

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

function inNetwork(host: string, network: string, prefix: number): boolean {
  if (isIP(host) === 0 || isIP(host) !== isIP(network)) return false;
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  return attempt(() => {
    list.addSubnet(network, prefix, family);
    return list.check(host, family);
  }, false);
}

function matches({ host, port }: Peer, entry: string): boolean {
  const [, network, prefix] = /^\[?([0-9a-f.:]+)\]?\/([0-9]{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return inNetwork(host, network, Number(prefix));
  // `host:port`, `[::1]:443`, `::1`, `host`
  const [, bracketed, plain, own] = /^(?:\[([^\]]*)\]|([^:]*))(?::([0-9]+))?$/.exec(entry) ?? [];
  if (own !== undefined && Number(own) !== port) return false;
  const name = (bracketed ?? plain ?? entry).replace(/^\*?\.|\.$/g, '');
  if (isIP(host) !== 0 || isIP(name) !== 0) return inNetwork(host, name, isIP(name) === 6 ? 128 : 32);
  return name !== '' && `.${host}`.replace(/\.$/, '').endsWith(`.${name}`);
}

/**
 * Whether NO_PROXY exempts a target, by the rules that curl, Go and Python share: `*` is everything; a name means
 * itself and the names below it, with or without a leading dot; a port narrows it; addresses may be CIDR blocks. Not
 * read are other spellings of an address of IPv4, such as 0xa.1.2.3, and names with letters that are not ASCII.
 */
function isExempt(target: URL, noProxy: string): boolean {
  const entries = noProxy.toLowerCase().match(/[^\s,]+/g) ?? [];
  return entries.some((entry) => entry === '*' || matches(peerOf(target), entry));
}

function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text), text);
}

/** `user:password`; null where a URL has neither. */
function credentialsOf({ username, password }: URL): string | null {
  return username + password === '' ? null : `${decoded(username)}:${decoded(password)}`;
}

function httpProxyAt(url: URL): HttpProxy {
  const credentials = credentialsOf(url);
  return { url, authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}` };
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

/** Which hop requests to a target take. The client, the rules for settings, `--plan` and `doctor` all go by this. */
export function hopTo(target: URL, settings: ProxySettings): Hop {
  const isHere = isLoopback(target.hostname);
  const own = target.protocol === 'https:' ? 'httpsProxy' : 'httpProxy';
  const named = ([own, 'allProxy'] as const).find((name) => settings[name] !== undefined) ?? null;
  const isReadable = target.protocol === 'http:' && !isHere;
  const exempt = isExempt(target, settings.noProxy ?? '') ? 'exempt' : null;
  const unused = named && (isHere ? 'loopback' : exempt);
  const given = named === null || unused !== null ? undefined : settings[named];
  return { proxy: given === undefined ? null : httpProxyAt(new URL(given)), named, unused, isReadable };
}

/** What of the proxies' URLs no output may show. */
export function proxySecrets({ httpProxy, httpsProxy, allProxy }: ProxySettings): readonly Secret[] {
  return [httpProxy, httpsProxy, allProxy].flatMap((given) => {
    const url = given === undefined ? null : new URL(given);
    const credentials = url && credentialsOf(url);
    if (url === null || credentials === null) return [];
    const password = { name: 'proxy password', value: decoded(url.password) };
    return [{ name: 'proxy credentials', value: credentials }, ...(url.password === '' ? [] : [password])];
  });
}

/** @param problem continues the name of the proxy */
export function proxyCause({ url }: HttpProxy, problem: string): Cause {
  return { kind: 'proxy', message: `the proxy ${peerOf(url).name} ${problem}` };
}

/** Only a proxy responds with 407 (RFC 9110 section 15.5.8). */
export function credentialsCause(proxy: HttpProxy): Cause {
  const problem = 'asks for other credentials than those in its URL (407)';
  return { ...proxyCause(proxy, problem), reason: 'proxy-credentials' };
}
