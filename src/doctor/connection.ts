import type { Cause, Reason } from '../http/failure.ts';
import { type Hop, hopTo } from '../http/proxy.ts';
import type { Certificate, Reachability, ReachOptions, Step, StepName } from '../http/reachability.ts';
import { checkOf, type DoctorCheck, fail, pass, skipped, warn } from '../model/check.ts';
import { known } from '../model/known.ts';
import { usualTimeoutMs } from '../model/limits.ts';
import type { KnownValues } from '../settings/index.ts';
import { connectionSettings } from '../settings/service-settings.ts';
import { plural } from '../text/plural.ts';

/** What decides how a service is reached; while one of these has a problem, what is found would mislead. */
const deciding = ['baseUrl', ...Object.keys(connectionSettings).filter((key) => key !== 'headersFile')];

/** Which proxy is used or not, and why; null where none is named. */
export function hopText({ hostname, protocol }: URL, { proxy, named, unused }: Hop): string | null {
  if (named === null) return null;
  const { env } = connectionSettings[named];
  if (unused === 'loopback')
    return `the proxy in ${env} is not used: ${hostname} is this machine, which is never reached through a proxy`;
  if (proxy === null) return `the proxy in ${env} is not used: NO_PROXY excludes ${hostname}`;
  const what =
    protocol === 'https:' ? 'opens a tunnel for encrypted requests' : 'reads every request, the token too';
  return `the proxy ${proxy.url.host} in ${env} ${what}`;
}

/** How the service is reached. */
export interface Connection extends ReachOptions {
  /** Says that a proxy is named and not used; null where that is not so. */
  readonly unusedProxy: DoctorCheck | null;
}

/** How settings say that the service is reached, or the check that says why that is not tried. */
export function connectionOf({ given, values }: KnownValues): Connection | DoctorCheck {
  const {
    baseUrl,
    caFile: ca,
    clientCertFile: cert,
    clientKeyFile: key,
    timeoutMs = usualTimeoutMs,
  } = values;
  const broken = deciding.filter((key) => given.has(key) && values[key] === undefined);
  if (baseUrl === undefined || broken.length > 0)
    return checkOf(
      'connection',
      'connection',
      'connection',
      skipped('not checked: fix the connection settings first'),
    );
  const target = new URL(baseUrl.url);
  const hop = hopTo(target, values);
  const unused = hop.unused === null ? null : hopText(target, hop);
  const isComplete = cert !== undefined && key !== undefined;
  return {
    target,
    proxy: hop.proxy,
    unusedProxy: unused === null ? null : checkOf('proxy', 'proxy', 'connection', pass(unused)),
    tls: {
      ...known({ ca }),
      ...(isComplete ? { cert, key } : {}),
    },
    timeoutMs,
  };
}

const dayMs = 86_400_000;

/** A certificate that ends within so many days is reported. */
const soonDays = 14;

const titles: Readonly<Record<StepName, string>> = {
  name: 'name (DNS)',
  connection: 'connection (TCP)',
  proxy: 'proxy',
  tls: 'TLS',
};

/** How to fix what made a step fail. */
const remedies: Readonly<Record<Reason, string>> = {
  'proxy-credentials':
    'put the user and password of the proxy into its URL: HTTPS_PROXY=http://user:password@proxy:port',
  expired:
    'have the certificate of the service renewed; if other machines accept it, check the clock of this machine',
  'not-yet-valid': 'check the clock of this machine; if it is right, the service needs another certificate',
  'other-host':
    'set CONFORMANCE_BASE_URL to a host of the certificate, or have a certificate issued for this host',
  'self-signed':
    'make sure that this certificate is the right one, then set CONFORMANCE_CA_FILE to a PEM file with it',
  authority:
    'set CONFORMANCE_CA_FILE to a PEM file with the certificate of that authority; if a proxy decrypts the traffic, this is the authority of the proxy',
  'no-tls': 'check the port and the scheme in CONFORMANCE_BASE_URL',
  'client-certificate':
    'set CONFORMANCE_CLIENT_CERT_FILE and CONFORMANCE_CLIENT_KEY_FILE to what the service expects',
};

const byKind: Readonly<Partial<Record<Cause['kind'], string>>> = {
  dns: 'check the host in CONFORMANCE_BASE_URL; inside a company network a VPN or a proxy (HTTPS_PROXY) may be needed',
  refused: 'check the port in CONFORMANCE_BASE_URL, and that the service is running',
  unreachable: 'check the network, a VPN or a firewall; set HTTPS_PROXY if a proxy is needed',
  timeout:
    'a firewall may drop the packets: set HTTPS_PROXY if a proxy is needed, or CONFORMANCE_TIMEOUT_MS to wait longer',
  proxy: 'check HTTPS_PROXY or HTTP_PROXY; with NO_PROXY=host, requests to that host do not use the proxy',
};

function remedyFor({ kind, reason }: Cause): string {
  if (reason !== undefined) return remedies[reason];
  return byKind[kind] ?? 'ask the operators of the service what it expects';
}

function found({ step, peer, found: text }: Step, secure: boolean): string {
  switch (step) {
    case 'name':
      return `${peer.replace(/:\d+$/, '')} ${text}`;
    case 'connection':
      return `${peer} accepts connections`;
    case 'proxy':
      return secure
        ? `${peer} opens a connection to the service`
        : `${peer} accepts connections; only the first request will show whether it accepts the credentials`;
    case 'tls':
      return `${text} with ${peer}`;
  }
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function certificateText({ subject, issuer, names, notBefore, notAfter }: Certificate): string {
  return `${names || subject}, issued by ${issuer}, valid from ${day(notBefore)} to ${day(notAfter)}`;
}

/** A certificate that was refused is reported with the refusal. */
function stepCheck(step: Step, { certificate }: Reachability, secure: boolean): DoctorCheck {
  const { step: id, cause } = step;
  const isTold = id === 'tls' && certificate !== null;
  const shown = isTold ? `. The certificate: ${certificateText(certificate)}` : '';
  const result = cause === null ? pass(found(step, secure)) : fail(cause.message + shown, remedyFor(cause));
  return checkOf(id, titles[id], 'connection', result);
}

function certificateCheck(certificate: Certificate, now: number): DoctorCheck {
  const text = certificateText(certificate);
  const days = Math.floor((certificate.notAfter - now) / dayMs);
  const ends = () =>
    warn(`${text}: ${plural(days, 'day')} left`, 'have it renewed by the operators of the service');
  return checkOf('certificate', 'certificate', 'connection', days < soonDays ? ends() : pass(text));
}

/** @param now milliseconds since 1970, by the clock of this machine */
export function connectionChecks(reach: Reachability, secure: boolean, now: number): readonly DoctorCheck[] {
  const { steps, certificate } = reach;
  const checks = steps.map((step) => stepCheck(step, reach, secure));
  const isTrusted = steps.every(({ cause }) => cause === null);
  return certificate === null || !isTrusted ? checks : [...checks, certificateCheck(certificate, now)];
}

/** The check of a base URL that says http: for a port that speaks TLS. */
export function schemeCheck({ href, host }: URL): DoctorCheck {
  const secure = href.replace(/^http:/, 'https:').replace(/\/$/, '');
  const found = fail(
    `${host} speaks TLS, and CONFORMANCE_BASE_URL begins with http:; a run would get no response`,
    `set CONFORMANCE_BASE_URL=${secure}`,
  );
  return checkOf('scheme', 'scheme', 'configuration', found);
}
