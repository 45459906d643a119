import { resolve } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import type { Header } from '../model/exchange.ts';
import type { Operation } from '../model/requirement.ts';
import type { Waiver } from '../model/waiver.ts';
import type { ProxySettings } from '../target/proxy.ts';
import type { Values } from './definitions.ts';
import { proxiesOf } from './proxy.ts';
import type { TokenSource } from './token.ts';
import type { Transformer } from './transformer-file.ts';

/** The rules to delete: named, or made by a command that prints an id. */
export type RuleSource =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'command'; readonly command: string };

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
  /** The setting's, else the transformer file's; null only when the PUT is out of scope. */
  readonly businessDataTypeId: string | null;
  /** Null: the DELETE cannot be exercised. */
  readonly rule: RuleSource | null;
  readonly transformer: Transformer | null;
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

function ruleOf({ automationRuleIds, ruleCommand }: Values): RuleSource | null {
  if (automationRuleIds !== undefined) return { kind: 'ids', ids: automationRuleIds };
  return ruleCommand === undefined ? null : { kind: 'command', command: ruleCommand };
}

/** The operator's text byte for byte; a business data type that only a setting gives becomes its first member. */
function transformerOf({ transformer, businessDataTypeId }: Values): Transformer | null {
  if (transformer === undefined) return null;
  if (transformer.businessDataTypeId !== null || businessDataTypeId === undefined) return transformer;
  return { ...transformer, businessDataTypeId, text: withMember(transformer.text, businessDataTypeId) };
}

/** @param object JSON text of an object without this member: what follows its brace is a member or the closing one */
function withMember(object: string, businessDataTypeId: string): string {
  const [, before = '', rest = ''] = /^([^{]*\{)(.*)$/s.exec(object) ?? [];
  const comma = /^\s*\}/.test(rest) ? '' : ',';
  return `${before}"businessDataTypeId":${JSON.stringify(businessDataTypeId)}${comma}${rest}`;
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
    businessDataTypeId: values.businessDataTypeId ?? values.transformer?.businessDataTypeId ?? null,
    rule: ruleOf(values),
    transformer: transformerOf(values),
    headers: values.headers ?? [],
    ca: values.ca ?? null,
    clientCertificate: clientCertificateOf(values),
    proxies: proxiesOf(values),
  };
}
