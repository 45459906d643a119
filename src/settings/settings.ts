import { resolve } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import type { ProxySettings } from '../http/proxy.ts';
import type { Header } from '../model/exchange.ts';
import type { Operation } from '../model/requirement.ts';
import type { SettingValues } from '../model/setting.ts';
import type { Waiver } from '../model/waiver.ts';
import type { Values } from './definitions.ts';
import { proxiesOf } from './proxy.ts';
import type { TokenSource } from './token.ts';

interface Run {
  /** In scope, in document order. */
  readonly operations: readonly Operation[];
  readonly unauthorized: boolean;
  readonly repeat: number;
  readonly strict: boolean;
  readonly serial: boolean;
  readonly delayMs: number;
  readonly timeoutMs: number;
  /** None where no file is named. */
  readonly waivers: readonly Waiver[];
  readonly reporters: readonly string[];
  /** Absolute path of an earlier report, null for none; whether it is there has not been looked at. */
  readonly previousReport: string | null;
  /** Absolute path of the folder for reports. */
  readonly out: string;
}

/** A run against a service that the operator named. Contents of files have been read. */
export interface TargetSettings extends Run {
  readonly reference: false;
  /** No slash at its end, so that a path of the document can follow. */
  readonly baseUrl: string;
  readonly token: TokenSource;
  readonly entityId: string;
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
export interface ReferenceSettings extends Run {
  readonly reference: true;
  readonly baseUrl: null;
}

export type Settings = TargetSettings | ReferenceSettings;

/** What the rules have made sure of. */
function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`settings without ${name} passed the rules`);
  return value;
}

function runOf(values: Values, { contract, cwd, usual }: AssembleOptions): Run {
  return {
    operations:
      values.operation === undefined ? contract.operations.map(({ name }) => name) : [values.operation],
    unauthorized: present(values.unauthorized, 'unauthorized'),
    repeat: present(values.repeat, 'repeat'),
    strict: present(values.strict, 'strict'),
    serial: present(values.serial, 'serial'),
    delayMs: present(values.delayMs, 'delayMs'),
    timeoutMs: present(values.timeoutMs, 'timeoutMs'),
    waivers: values.waivers ?? [],
    reporters: values.reporters ?? usual,
    previousReport: values.previousReport === undefined ? null : resolve(cwd, values.previousReport),
    out: resolve(cwd, present(values.out, 'out')),
  };
}

function tokenOf({ accessToken, accessTokenFile, accessTokenCommand }: Values): TokenSource {
  if (accessTokenCommand !== undefined) return { kind: 'command', command: accessTokenCommand };
  return { kind: 'value', value: present(accessToken ?? accessTokenFile, 'a token') };
}

/** What was given of the operations' own settings. */
function valuesOfOperations({ operations }: Contract, values: Values): SettingValues {
  const own = new Set(operations.flatMap(({ settings = {} }) => Object.keys(settings)));
  return Object.fromEntries(Object.entries(values).filter(([key]) => own.has(key)));
}

function clientCertificateOf({ clientCertificate, clientKey }: Values): TargetSettings['clientCertificate'] {
  if (clientCertificate === undefined || clientKey === undefined) return null;
  return { cert: clientCertificate, key: clientKey };
}

/** What settings are completed with. */
export interface AssembleOptions {
  readonly contract: Contract;
  /** Where relative paths start. */
  readonly cwd: string;
  /** The formats to produce where none was chosen. */
  readonly usual: readonly string[];
}

/** Values without problems, as the rest of the suite takes them. */
export function assemble(values: Values, options: AssembleOptions): Settings {
  const run = runOf(values, options);
  if (values.reference === true) return { ...run, reference: true, baseUrl: null };
  return {
    ...run,
    reference: false,
    baseUrl: present(values.baseUrl, 'baseUrl').url,
    token: tokenOf(values),
    entityId: present(values.entityId, 'entityId'),
    values: valuesOfOperations(options.contract, values),
    headers: values.headers ?? [],
    ca: values.ca ?? null,
    clientCertificate: clientCertificateOf(values),
    proxies: proxiesOf(values),
  };
}
