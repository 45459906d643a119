import { expect, test } from 'vitest';
import { authority } from '../support/certificates.ts';
import { folderWith } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { startProxy, startTlsFront } from '../support/proxy.ts';
import { goodToken, startService } from '../support/service.ts';
import { api } from '../support/subject.ts';

/** Proxies × targets × permissions: what reaches the proxy and what the service, counted. */

type Target = readonly [scheme: 'http' | 'https', host: string, isHere: boolean];

const here = ['127.0.0.1', 'localhost', 'a.localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'];
const targets: readonly Target[] = [
  ...here.map((host): Target => ['http', host, true]),
  ['https', '127.0.0.1', true],
  ['https', 'localhost', true],
  // It leads to this machine all the same, and is not on loopback.
  ['http', '0.0.0.0', false],
  ['http', 'service.test', false],
  ['https', 'service.test', false],
];

const own = ([scheme]: Target) => `${scheme}Proxy`;
const other = ([scheme]: Target) => (scheme === 'http' ? 'httpsProxy' : 'httpProxy');
const allProxy = 'socks5h://127.0.0.1:1';

/** What is set, given the URL of a proxy, and what becomes of a request to another machine. */
type Naming = readonly [
  (target: Target, proxy: string) => api.RunSettings,
  leads: 'direct' | 'through' | 'refused',
];

const namings: Readonly<Record<string, Naming>> = {
  none: [() => ({}), 'direct'],
  'its own': [(target, proxy) => ({ [own(target)]: proxy }), 'through'],
  'of the other scheme': [(target, proxy) => ({ [other(target)]: proxy }), 'direct'],
  'of every scheme': [(_, proxy) => ({ allProxy: proxy }), 'through'],
  'of every scheme beside its own': [(target, proxy) => ({ [own(target)]: proxy, allProxy }), 'through'],
  'of SOCKS': [() => ({ allProxy }), 'refused'],
  exempt: [(target, proxy) => ({ [own(target)]: proxy, allProxy, noProxy: target[1] }), 'direct'],
};

type Hop = readonly [target: Target, naming: string, writes: boolean, http: boolean];

const hops = targets.flatMap((target) =>
  Object.keys(namings).flatMap((naming) =>
    [0, 1, 2, 3].map((bits): Hop => [target, naming, bits > 1, bits % 2 === 1]),
  ),
);

function expected([[scheme, , isHere], naming, writes, http]: Hop) {
  const leads = namings[naming]?.[1];
  if (isHere) return { refused: false, atProxy: 0, atService: 1 };
  const refused = !writes || (scheme === 'http' && !http) || leads === 'refused';
  return { refused, atProxy: !refused && leads === 'through' ? 1 : 0, atService: refused ? 0 : 1 };
}

test('nothing goes where the settings do not lead', async () => {
  await using service = await startService();
  await using front = await startTlsFront(service.baseUrl, authority.server);
  await using proxy = await startProxy();
  const cwd = folderWith({ 'authority.pem': authority.ca });
  const away = hops.filter(([target]) => !target[2]);
  // All of them end alike.
  const loopback = sampleOf(
    hops.filter(([target]) => target[2]),
    gateTakesAFifth,
  );
  for (const hop of [...away, ...loopback]) {
    const [target, naming, writes, http] = hop;
    const wanted = expected(hop);
    // Without the proxy nobody knows this name.
    if (target[1] === 'service.test' && wanted.atProxy < wanted.atService) continue;
    const at = `${target[1]}:${target[0] === 'http' ? new URL(service.baseUrl).port : front.port}`;
    const before = [proxy.log.length, service.calls.length] as const;
    const sending = api.run(
      {
        ...{ baseUrl: `${target[0]}://${at}`, accessToken: goodToken, caFile: 'authority.pem' },
        ...{ entityId, businessDataTypeId: 'bdt-1', automationRuleId, operation: 'put', unauthorized: false },
        ...(writes ? { allowWritesTo: at } : {}),
        ...(http ? { allowHttp: true } : {}),
        ...namings[naming]?.[0](target, proxy.url),
      },
      { cwd },
    );
    const refused = await sending.then(
      () => false,
      (error: unknown) => error instanceof api.SettingsError || String(error),
    );
    const seen = {
      refused,
      atProxy: proxy.log.length - before[0],
      atService: service.calls.length - before[1],
    };
    expect(seen, JSON.stringify(hop)).toEqual(wanted);
  }
});
