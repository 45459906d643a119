import { resolve } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import type { ProxySettings } from '../http/proxy.ts';
import type { Header } from '../model/exchange.ts';
import type { Location } from '../model/location.ts';
import type { Operation } from '../model/requirement.ts';
import type { SettingValues } from '../model/setting.ts';
import type { Waiver } from '../model/waiver.ts';
import type { Values } from './definitions.ts';
import type { TokenSource } from './token.ts';

interface RunChoices {
  /** In scope, in document order. */
  readonly operations: readonly Operation[];
  readonly unauthorized: boolean;
  readonly repeat: number;
  readonly strict: boolean;
  readonly serial: boolean;
  readonly delayMs: number;
  readonly timeoutMs: number;
  /** How long to wait for a service that cannot be connected to yet. */
  readonly waitSeconds: number;
  /** None where no file is named. */
  readonly waivers: readonly Waiver[];
  readonly staleWaivers: 'fail' | 'warn';
  /** The build that is judged; null where nobody named it. */
  readonly label: string | null;
  /** Null where no file of locations is named. */
  readonly locations: readonly Location[] | null;
  readonly reporters: readonly string[];
  /** Absolute path of an earlier report, null for none; whether it is there has not been checked. */
  readonly previousReport: string | null;
  /** Where copies of the report are kept, and how many at most, null for all; null to keep none. */
  readonly history: { readonly folder: string; readonly keep: number | null } | null;
  /** Where people read the interface document; null where nobody named it. */
  readonly documentUrl: string | null;
  /** Where people will find the reports; null where nobody said. */
  readonly reportUrl: string | null;
  /** Absolute path of the folder for reports. */
  readonly out: string;
}

/** A run against a service that the operator named. Contents of files have been read. */
export interface TargetSettings extends RunChoices {
  readonly reference: false;
  /** No slash at its end, so that a path of the document can follow. */
  readonly baseUrl: string;
  readonly token: TokenSource;
  readonly entityId: string;
  /** Removes what a run left; null for none. */
  readonly cleanupCommand: string | null;
  /** Those of the operations' own settings, by their keys. */
  readonly values: SettingValues;
  /** Added to every request; values are secret. */
  readonly headers: readonly Header[];
  /** PEM. */
  readonly ca: string | null;
  readonly clientCertificate: { readonly cert: string; readonly key: string } | null;
  /** Credentials included. */
  readonly proxies: ProxySettings;
}

/** A run against the embedded reference service, which brings everything about the target. */
export interface ReferenceSettings extends RunChoices {
  readonly reference: true;
  readonly baseUrl: null;
}

export type Settings = TargetSettings | ReferenceSettings;

/** Some of the values, without others. */
function pick<K extends keyof Values>(values: Values, ...keys: readonly K[]): Pick<Values, K> {
  const given = keys.filter((key) => values[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, values[key]])) as Pick<Values, K>;
}

/** The same of those that defaults and rules have made sure of. */
function need<K extends keyof Values>(values: Values, ...keys: readonly K[]): Required<Pick<Values, K>> {
  const missing = keys.find((key) => values[key] === undefined);
  if (missing !== undefined) throw new Error(`settings without ${String(missing)} passed the rules`);
  return pick(values, ...keys) as Required<Pick<Values, K>>;
}

/** What settings are completed with. */
export interface AssembleOptions {
  readonly contract: Contract;
  /** Where relative paths start. */
  readonly cwd: string;
  /** The formats to produce where none was chosen. */
  readonly usual: readonly string[];
}

function tokenOf(values: Values): TokenSource {
  const { accessToken, accessTokenFile, accessTokenCommand } = values;
  if (accessTokenCommand !== undefined) return { kind: 'command', command: accessTokenCommand };
  return { kind: 'value', value: accessToken ?? accessTokenFile ?? need(values, 'accessToken').accessToken };
}

/** Values without problems, as the rest of the suite takes them. */
export function assemble(
  values: Values,
  { contract: { operations }, cwd, usual }: AssembleOptions,
): Settings {
  const { operation, previousReport, history, clientCertificate: cert, clientKey: key } = values;
  const run: RunChoices = {
    ...need(values, 'unauthorized', 'repeat', 'strict', 'serial', 'delayMs', 'timeoutMs', 'waitSeconds'),
    operations: operation === undefined ? operations.map(({ name }) => name) : [operation],
    waivers: values.waivers ?? [],
    staleWaivers: values.staleWaivers === 'warn' ? 'warn' : 'fail',
    label: values.label ?? null,
    locations: values.locations ?? null,
    reporters: values.reporters ?? usual,
    previousReport: previousReport === undefined ? null : resolve(cwd, previousReport),
    history: history === undefined ? null : { folder: resolve(cwd, history), keep: values.keep ?? null },
    documentUrl: values.documentUrl ?? null,
    reportUrl: values.reportUrl ?? null,
    out: resolve(cwd, need(values, 'out').out),
  };
  if (values.reference === true) return { ...run, reference: true, baseUrl: null };
  const { baseUrl, entityId } = need(values, 'baseUrl', 'entityId');
  return {
    ...run,
    reference: false,
    baseUrl: baseUrl.url,
    token: tokenOf(values),
    entityId,
    cleanupCommand: values.cleanupCommand ?? null,
    values: pick(values, ...operations.flatMap(({ settings = {} }) => Object.keys(settings))),
    headers: values.headers ?? [],
    ca: values.ca ?? null,
    clientCertificate: cert === undefined || key === undefined ? null : { cert, key },
    proxies: pick(values, 'httpProxy', 'httpsProxy', 'allProxy', 'noProxy'),
  };
}
