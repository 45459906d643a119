import { hopTo, isSupported, peerOf } from '../http/proxy.ts';
import { contradictory, whence } from '../kinds/setting.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Known, SettingProblem, SettingValues } from '../model/setting.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { namesHostOf } from './base-url.ts';
import type { Values } from './definitions.ts';
import { keyFits } from './pem.ts';

/** Operations in the order of the document. */
type Operations = readonly OperationContract[];

/** What has to hold between settings. A rule says nothing while one of its settings has a problem of its own. */
export type SettingsRule = (known: Known<Values>, operations: Operations) => readonly SettingProblem[];

function problem(
  key: string,
  message: SettingProblem['message'],
  example?: string,
): readonly SettingProblem[] {
  return [{ key, message, ...(example === undefined ? {} : { example }) }];
}

const baseUrlGiven: SettingsRule = ({ given }) =>
  given.has('baseUrl')
    ? []
    : problem(
        'baseUrl',
        ({ name }) =>
          `is missing. If the service is not on this machine, also set ${name('allowWritesTo')}.` +
          ` To try the suite without a service, use ${name('reference')}`,
      );

const writesAllowed: SettingsRule = ({ given, values: { baseUrl, allowWritesTo } }) => {
  if (baseUrl === undefined || baseUrl.loopback) return [];
  const { host } = baseUrl;
  if (!given.has('allowWritesTo'))
    return problem(
      'allowWritesTo',
      `is missing: a run writes to ${host} only if this setting contains it`,
      host,
    );
  if (allowWritesTo === undefined || allowWritesTo.some((entry) => namesHostOf(entry, baseUrl))) return [];
  const message = `is set to ${allowWritesTo.join(', ')}, but the host of the base URL is ${host}: one of the two is wrong`;
  return problem('allowWritesTo', message, host);
};

const encrypted: SettingsRule = ({ given, values }) => {
  const { baseUrl, allowHttp } = values;
  if (baseUrl === undefined) return [];
  const { proxy, isReadable } = hopTo(new URL(baseUrl.url), values);
  if (!isReadable || allowHttp === true || (allowHttp === undefined && given.has('allowHttp'))) return [];
  const through = proxy === null ? '' : `through the proxy ${peerOf(proxy.url).name} `;
  const message = `has to be true before the token may be sent ${through}to ${baseUrl.host} unencrypted; better use https://`;
  return problem('allowHttp', message);
};

const proxySupported: SettingsRule = ({ given, values }) => {
  const keys = ['httpsProxy', 'httpProxy', 'noProxy'] as const;
  if (values.baseUrl === undefined || keys.some((key) => given.has(key) && values[key] === undefined))
    return [];
  const { proxy, named } = hopTo(new URL(values.baseUrl.url), values);
  if (proxy === null || named === null || isSupported(proxy)) return [];
  const { host } = values.baseUrl;
  return problem(
    named,
    ({ name }) =>
      `is set to a SOCKS proxy (${proxy.url.protocol}//), which is not supported: set it to a proxy with http:// or https://,` +
      ` or add ${host} to ${name('noProxy')}`,
  );
};

/** Of which exactly one is given. */
export const tokenKeys = ['accessToken', 'accessTokenFile', 'accessTokenCommand'] as const;

const oneToken: SettingsRule = (known) => {
  if (tokenKeys.some((key) => known.given.has(key)))
    return contradictory(tokenKeys, known, 'only one of these may set the access token');
  return problem(
    'accessToken',
    ({ name }) => `is missing: set one of ${tokenKeys.map(name).join(', ')} (there is no flag for the token)`,
  );
};

/** Texts of settings that outputs show, each by the key of its setting. */
type ShownTexts = Readonly<Record<string, string | undefined>>;

/** What outputs show of the settings of operations. */
export function shownOfOperations(operations: Operations, values: SettingValues): ShownTexts {
  return Object.assign({}, ...operations.map((operation) => operation.shown?.(values)));
}

/**
 * Problems of settings that hold the whole access token, in any form in which it is searched for: what is sent and
 * reported there would show it, or could not be distinguished from it. The token itself is not quoted.
 */
export function exposureProblems(token: string, shown: ShownTexts): readonly SettingProblem[] {
  const { isIn } = createRedactor([{ name: accessToken, value: token, isWhole: true }]);
  const message =
    'contains the access token, and every report shows this setting: remove the token from it, or correct the token if it was set wrong';
  const holding = Object.entries(shown).filter(([, text]) => text !== undefined && isIn(text));
  return holding.map(([key]) => ({ key, message }));
}

const tokenUnexposed: SettingsRule = ({ given, values }, operations) => {
  const token = values.accessToken ?? values.accessTokenFile;
  if (token === undefined) return [];
  const { waiversFile: waivers, answersFile: answers } = values;
  return exposureProblems(token, {
    baseUrl: given.get('baseUrl')?.text,
    entityId: given.get('entityId')?.text,
    ...shownOfOperations(operations, values),
    waiversFile: waivers && JSON.stringify(waivers),
    answersFile: answers && JSON.stringify(answers),
    documentUrl: given.get('documentUrl')?.text,
  });
};

const entityGiven: SettingsRule = ({ given }, operations) => {
  if (given.has('entityId')) return [];
  const all = operations.length === 2 ? 'both operations' : 'every operation';
  return problem('entityId', `is missing. It is part of the path of ${all}`);
};

const ofOperations: SettingsRule = ({ given, values }, operations) =>
  operations.flatMap((operation) => {
    const isInScope = values.operation === undefined || values.operation === operation.name;
    return operation.problems?.({ given, values, isInScope, repeat: values.repeat ?? 1 }) ?? [];
  });

function missingBeside(key: string, known: Known): SettingProblem['message'] {
  return ({ label }) => `is missing: ${label(key)}${whence(known, key)} needs it. Set both in the same place`;
}

const clientCertificate: SettingsRule = (known) => {
  const { given, values } = known;
  const [certificate, key] = [given.has('clientCertFile'), given.has('clientKeyFile')];
  if (certificate && !key) return problem('clientKeyFile', missingBeside('clientCertFile', known));
  if (key && !certificate) return problem('clientCertFile', missingBeside('clientKeyFile', known));
  if (values.clientCertFile === undefined || values.clientKeyFile === undefined) return [];
  return keyFits(values.clientCertFile, values.clientKeyFile)
    ? []
    : problem('clientKeyFile', 'is set to a file whose key does not belong to the client certificate');
};

/** Problems with settings of the run, with or without a target. */
export function runProblems({ given }: Known<Values>): readonly SettingProblem[] {
  if (!given.has('keep') || given.has('history')) return [];
  return problem(
    'keep',
    ({ label }) => `says how many runs to keep, but ${label('history')}, the folder for them, is not set`,
  );
}

/** Everything that may be missing, contradictory or not allowed about a target that a run sends to. */
export const rulesOfTarget: readonly SettingsRule[] = [
  baseUrlGiven,
  writesAllowed,
  encrypted,
  proxySupported,
  oneToken,
  tokenUnexposed,
  entityGiven,
  ofOperations,
  clientCertificate,
];

/** The same about a service that clients send to through us. */
export const rulesOfConnection: readonly SettingsRule[] = [encrypted, proxySupported, clientCertificate];
