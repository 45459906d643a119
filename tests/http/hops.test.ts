import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authority } from '../support/certificates.ts';
import { folderWith } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { goodToken, type ScriptedService, startService } from '../support/service.ts';
import { api } from '../support/subject.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';

/** Proxies × targets × permissions: what reaches the proxy and what the service, counted. */

interface Target {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly isHere: boolean;
}

const here = ['127.0.0.1', 'localhost', 'a.localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'];

const targets: readonly Target[] = [
  ...here.map((host): Target => ({ scheme: 'http', host, isHere: true })),
  { scheme: 'https', host: '127.0.0.1', isHere: true },
  { scheme: 'https', host: 'localhost', isHere: true },
  // It leads to this machine all the same, and is not on loopback.
  { scheme: 'http', host: '0.0.0.0', isHere: false },
  { scheme: 'http', host: 'service.test', isHere: false },
  { scheme: 'https', host: 'service.test', isHere: false },
];

interface Naming {
  readonly name: string;
  readonly settings: (target: Target, proxy: string) => api.RunSettings;
  /** What becomes of a request to another machine. */
  readonly leads: 'direct' | 'through' | 'refused';
}

const own = ({ scheme }: Target) => (scheme === 'http' ? 'httpProxy' : 'httpsProxy');
const other = ({ scheme }: Target) => (scheme === 'http' ? 'httpsProxy' : 'httpProxy');
const socks = 'socks5h://127.0.0.1:1';

const namings: readonly Naming[] = [
  { name: 'none', settings: () => ({}), leads: 'direct' },
  { name: 'its own', settings: (target, proxy) => ({ [own(target)]: proxy }), leads: 'through' },
  { name: 'of the other scheme', settings: (target, proxy) => ({ [other(target)]: proxy }), leads: 'direct' },
  { name: 'of every scheme', settings: (_, allProxy) => ({ allProxy }), leads: 'through' },
  {
    name: 'of every scheme beside its own',
    settings: (target, proxy) => ({ [own(target)]: proxy, allProxy: socks }),
    leads: 'through',
  },
  { name: 'of SOCKS', settings: () => ({ allProxy: socks }), leads: 'refused' },
  {
    name: 'exempt',
    settings: (target, proxy) => ({ [own(target)]: proxy, allProxy: socks, noProxy: target.host }),
    leads: 'direct',
  },
];

interface Permissions {
  readonly writes: boolean;
  readonly http: boolean;
}

const everyPermission: readonly Permissions[] = [
  { writes: false, http: false },
  { writes: false, http: true },
  { writes: true, http: false },
  { writes: true, http: true },
];

interface Count {
  readonly refused: boolean;
  readonly atProxy: number;
  readonly atService: number;
}

function expected({ scheme, isHere }: Target, { leads }: Naming, { writes, http }: Permissions): Count {
  if (isHere) return { refused: false, atProxy: 0, atService: 1 };
  const refused = !writes || (scheme === 'http' && !http) || leads === 'refused';
  if (refused) return { refused, atProxy: 0, atService: 0 };
  return { refused, atProxy: leads === 'through' ? 1 : 0, atService: 1 };
}

let service: ScriptedService;
let front: TlsFront;
let proxy: TestProxy;

beforeAll(async () => {
  service = await startService();
  front = await startTlsFront(service.baseUrl, authority.server);
  proxy = await startProxy();
});

afterAll(() => Promise.all([proxy.close(), front.close(), service.close()]));

async function counted(target: Target, naming: Naming, permissions: Permissions): Promise<Count> {
  const { scheme, host } = target;
  const at = `${host}:${scheme === 'http' ? new URL(service.baseUrl).port : front.port}`;
  const before = [proxy.log.length, service.calls.length] as const;
  const sending = api.run(
    {
      baseUrl: `${scheme}://${at}`,
      accessToken: goodToken,
      entityId,
      businessDataTypeId: 'bdt-1',
      automationRuleId,
      operation: 'put',
      unauthorized: false,
      caFile: 'authority.pem',
      ...(permissions.writes ? { allowWritesTo: at } : {}),
      ...(permissions.http ? { allowHttp: true } : {}),
      ...naming.settings(target, proxy.url),
    },
    { cwd: folderWith({ 'authority.pem': authority.ca }) },
  );
  const refused = await sending.then(
    () => false,
    (error: unknown) => {
      if (error instanceof api.SettingsError) return true;
      throw error;
    },
  );
  return { refused, atProxy: proxy.log.length - before[0], atService: service.calls.length - before[1] };
}

interface Hop {
  readonly target: Target;
  readonly naming: Naming;
  readonly permissions: Permissions;
}

const hops = targets.flatMap((target) =>
  namings.flatMap((naming) => everyPermission.map((permissions): Hop => ({ target, naming, permissions }))),
);

/** Without the proxy nobody knows this name. */
function isFound({ target, naming, permissions }: Hop): boolean {
  const { atProxy, atService } = expected(target, naming, permissions);
  return target.host !== 'service.test' || atProxy >= atService;
}

describe.each([
  ['elsewhere', hops.filter((hop) => !hop.target.isHere && isFound(hop))],
  // All of them end alike.
  [
    'on loopback',
    sampleOf(
      hops.filter((hop) => hop.target.isHere),
      gateTakesAFifth,
    ),
  ],
] as const)('nothing goes where the settings do not lead: a target %s', (_, tried) => {
  test.each(tried)(
    '$target.scheme://$target.host, with a proxy: $naming.name, $permissions',
    async ({ target, naming, permissions }) =>
      expect(await counted(target, naming, permissions)).toEqual(expected(target, naming, permissions)),
  );
});
