import { slipProblem } from '../contract/identifiers.ts';
import { isLoopback } from '../http/hosts.ts';
import { listKind, quoted } from '../kinds/setting.ts';
import type { Kind } from '../model/setting.ts';
import { urlOf } from '../text/url.ts';

export interface BaseUrl {
  /** Scheme, host, port when it is not the scheme's own, and path prefix; no slash at its end. */
  readonly url: string;
  readonly protocol: string;
  /** Lower case, `host` or `host:port`; the port is left off when it is the scheme's own. */
  readonly host: string;
  /** This machine and no other: localhost and the names below it, 127.0.0.0/8 or [::1]. */
  readonly loopback: boolean;
}

const unseen = /[\s\\\p{Cc}\p{Cf}]/u;
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/** A host with or without a port and a path, but without a scheme. */
const schemeless = /^[\w.-]+(?::\d+)?(?:\/[^?#@]*)?$/;

/** A suggestion for a host without a scheme, http: for one on loopback; empty for anything else. */
function meant(given: string): string {
  const url = schemeless.test(given) ? urlOf(`https://${given}`) : null;
  if (url === null) return '';
  return `; did you mean ${isLoopback(url.hostname) ? 'http' : 'https'}://${given}?`;
}

/** The URL parser repairs or drops much of this silently, so the text itself is checked. */
function urlProblems(given: string): readonly string[] {
  const slip = slipProblem(given);
  if (slip !== null) return [slip];
  if (unseen.test(given)) return ['holds white space, a backslash or a character that cannot be seen'];
  const scheme = /^https?:\/\//i.exec(given)?.[0];
  if (scheme === undefined)
    return [`must begin with https:// or http://, not ${quoted(given)}${meant(given)}`];
  const rest = given.slice(scheme.length);
  const [authority = ''] = rest.split(/[/?#]/);
  const [path = ''] = rest.slice(authority.length).split(/[?#]/);
  const problems: string[] = [];
  if (authority.includes('@'))
    problems.push('must not contain a user name or password; the access token has its own settings');
  if (rest.includes('?')) problems.push('must not contain a query (?…)');
  if (rest.includes('#')) problems.push('must not contain a fragment (#…)');
  if (path.split('/').some((segment) => dotSegment.test(segment)))
    problems.push('must not contain . or .. in its path');
  if (/^\/{2,}[^/]/.test(path))
    problems.push(`has more than one slash between host and path: write one, as in ${scheme}host/path`);
  if (authority === '' || (urlOf(given)?.port ?? '0') === '0')
    problems.push('has no host and port that can be connected to');
  return problems;
}

export const baseUrl: Kind<BaseUrl> = {
  form: 'an https:// or http:// URL without credentials, query or fragment',
  placeholder: 'URL',
  parse: (given) => {
    const problems = urlProblems(given);
    if (problems.length > 0) return { problems };
    const { origin, pathname, protocol, host, hostname } = new URL(given);
    const url = origin + pathname.replace(/\/+$/, '');
    return { value: { url, protocol, host, loopback: isLoopback(hostname) } };
  },
  show: ({ url }) => url,
};

/** `host`, `host:port`, with brackets around an IPv6 address: nothing that could mean several hosts. */
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[^\s/\\@?#%*:[\]]+)(?::[0-9]+)?$/i;

export const hosts = listKind('HOST[:PORT]', 'of host and host:port', (given) => {
  const wrong = given.filter((entry) => !hostAndPort.test(entry) || urlOf(`https://${entry}`) === null);
  return wrong.map((entry) => `must be host or host:port and nothing else, not ${quoted(entry)}`);
});

/** Whether an entry of `hosts` names the host and port of a base URL; without a port it means the scheme's own. */
export function namesHostOf(entry: string, { protocol, host }: BaseUrl): boolean {
  return new URL(`${protocol}//${entry}`).host === host;
}
