import { limits } from '../target/limits.ts';
import { hopTo, isSupported, peerOf } from '../target/proxy.ts';
import { writtenBytes } from '../target/written.ts';
import { namesHostOf } from './base-url.ts';
import { definitions, type Key, type Values } from './definitions.ts';
import { exposureProblems, type Shown } from './exposure.ts';
import { keyFits } from './pem.ts';
import { proxiesOf } from './proxy.ts';
import type { Given } from './resolve.ts';
import { label, type Problem, problemWith } from './setting.ts';

/** What was given, valid or not, and the values of what is valid. */
export interface Known {
  readonly given: ReadonlyMap<Key, Given>;
  readonly values: Values;
}

/** What settings have to be together. A rule says nothing while one of its settings has a problem of its own. */
type Rule = (known: Known) => readonly Problem[];

function problem(key: Key, message: string, example?: string): readonly Problem[] {
  return [problemWith(definitions[key], message, example)];
}

function describe(key: Key, { given }: Known): string {
  const { kind, name } = given.get(key)?.source ?? { kind: 'default', name: '' };
  if (kind === 'program') return label(definitions[key]);
  const place = { flag: `the flag ${name}`, environment: 'the environment', file: name, default: 'default' }[
    kind
  ];
  return `${label(definitions[key])} from ${place}`;
}

/** Each of the keys that were given, when more than one of them was. */
function contradictory(keys: readonly Key[], known: Known, what: string): readonly Problem[] {
  const present = keys.filter((key) => known.given.has(key));
  if (present.length < 2) return [];
  return present.flatMap((key) => {
    const others = present.filter((other) => other !== key).map((other) => describe(other, known));
    return problem(key, `contradicts ${others.join(' and ')}: ${what}; keep one`);
  });
}

const baseUrlGiven: Rule = ({ given }) =>
  given.has('baseUrl')
    ? []
    : problem(
        'baseUrl',
        'is missing, so there is no service to send to: set it, together with CONFORMANCE_ALLOW_WRITES_TO unless it is' +
          ' on loopback, or give --reference to run against the embedded reference service',
      );

const writesAllowed: Rule = ({ given, values: { baseUrl, allowWritesTo } }) => {
  if (baseUrl === undefined || baseUrl.loopback) return [];
  const { host } = baseUrl;
  if (!given.has('allowWritesTo'))
    return problem(
      'allowWritesTo',
      `is missing: nothing is written to ${host} unless it is named here`,
      host,
    );
  if (allowWritesTo === undefined || allowWritesTo.some((entry) => namesHostOf(entry, baseUrl))) return [];
  const message = `names ${allowWritesTo.join(', ')}, but the base URL's host is ${host}: one of the two is stale`;
  return problem('allowWritesTo', message, host);
};

const encrypted: Rule = ({ given, values }) => {
  const { baseUrl, allowHttp } = values;
  if (baseUrl === undefined) return [];
  const { proxy, isReadable } = hopTo(new URL(baseUrl.url), proxiesOf(values));
  if (!isReadable || allowHttp === true || (allowHttp === undefined && given.has('allowHttp'))) return [];
  const through = proxy === null ? '' : `through the proxy ${peerOf(proxy.url).name} `;
  const message = `is not true, and the token would cross the network ${through}to ${baseUrl.host} unencrypted`;
  return problem('allowHttp', message);
};

const proxySupported: Rule = ({ given, values }) => {
  const keys = ['httpsProxy', 'httpProxy', 'noProxy'] as const;
  if (values.baseUrl === undefined || keys.some((key) => given.has(key) && values[key] === undefined))
    return [];
  const { proxy, named } = hopTo(new URL(values.baseUrl.url), proxiesOf(values));
  if (proxy === null || named === null || isSupported(proxy)) return [];
  const message =
    `names a proxy of ${proxy.url.protocol}//, and SOCKS is not supported: name one of http:// or https://,` +
    ` or ${values.baseUrl.host} in NO_PROXY`;
  return problem(named, message);
};

const tokenKeys = ['accessToken', 'accessTokenFile', 'accessTokenCommand'] as const;

const oneToken: Rule = (known) => {
  if (tokenKeys.some((key) => known.given.has(key)))
    return contradictory(tokenKeys, known, 'there is one access token');
  const names = tokenKeys.map((key) => definitions[key].env).join(', ');
  const { env } = definitions.accessToken;
  const message = `is missing: one of ${names} has to be set; a flag cannot give the token`;
  return [{ ...problemWith(definitions.accessToken, message), setting: env ?? '' }];
};

/** What outputs show of the settings; a setting that was not given, or has a problem of its own, shows nothing. */
function shownOf({ given, values }: Known): Shown {
  const shown: [Key, string][] = showing.flatMap((key): [Key, string][] => {
    const text = given.get(key)?.text;
    return text === undefined ? [] : [[key, text]];
  });
  const { transformer, waivers } = values;
  return {
    ...Object.fromEntries(shown),
    ...(transformer === undefined ? {} : { transformer: transformer.text }),
    ...(waivers === undefined ? {} : { waivers: JSON.stringify(waivers) }),
  };
}

const showing = ['baseUrl', 'entityId', 'businessDataTypeId', 'automationRuleIds'] as const;

const tokenUnexposed: Rule = (known) => {
  const token = known.values.accessToken ?? known.values.accessTokenFile;
  return token === undefined ? [] : exposureProblems(token, shownOf(known));
};

const entityGiven: Rule = ({ given }) =>
  given.has('entityId') ? [] : problem('entityId', 'is missing: both operations address an entity');

const dataType: Rule = (known) => {
  const { given, values } = known;
  if (values.operation === 'delete') return [];
  const inFile = values.transformer?.businessDataTypeId ?? null;
  const set = values.businessDataTypeId;
  if (!given.has('businessDataTypeId')) {
    const unknown = given.has('transformer') && values.transformer === undefined;
    return unknown || inFile !== null
      ? []
      : problem('businessDataTypeId', 'is missing, and no transformer file gives it');
  }
  if (inFile === null || set === undefined || inFile === set) return [];
  return contradictory(
    ['businessDataTypeId', 'transformer'],
    known,
    'the file gives another businessDataTypeId',
  );
};

const oneRuleSource: Rule = (known) =>
  contradictory(['automationRuleIds', 'ruleCommand'], known, 'the rules to delete are either named or made');

const clientCertificate: Rule = (known) => {
  const { given, values } = known;
  const [certificate, key] = [given.has('clientCertificate'), given.has('clientKey')];
  const together = 'both are taken from one source';
  if (certificate && !key)
    return problem('clientKey', `is missing beside ${describe('clientCertificate', known)}: ${together}`);
  if (key && !certificate)
    return problem('clientCertificate', `is missing beside ${describe('clientKey', known)}: ${together}`);
  if (values.clientCertificate === undefined || values.clientKey === undefined) return [];
  return keyFits(values.clientCertificate, values.clientKey)
    ? []
    : problem('clientKey', 'names a key that does not belong to the client certificate');
};

/** A request is recorded before it is sent and with its answer, each time. */
const requestsFit: Rule = ({ values: { transformer, repeat = 1 } }) => {
  const bytes = transformer === undefined ? 0 : writtenBytes(transformer.text);
  if (bytes * repeat <= limits.requestBytes) return [];
  const message =
    `takes ${bytes} bytes as it is recorded, and is sent ${repeat} times: more than ${limits.requestBytes} bytes for` +
    ' all requests of a run; repeat it less often (--repeat), or send a smaller one';
  return problem('transformer', message);
};

const rules: readonly Rule[] = [
  baseUrlGiven,
  writesAllowed,
  encrypted,
  proxySupported,
  oneToken,
  tokenUnexposed,
  entityGiven,
  dataType,
  oneRuleSource,
  clientCertificate,
  requestsFit,
];

/** Everything that is missing, contradictory or not allowed about a target. */
export function targetProblems(known: Known): readonly Problem[] {
  return rules.flatMap((rule) => rule(known));
}
