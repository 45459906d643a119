import { resolve } from 'node:path';
import type { DeclaredAnswers, Header, Waiver } from '../../schemas/types.ts';
import type { ProxySettings } from '../http/proxy.ts';
import { pick } from '../model/known.ts';
import type { Operation } from '../model/requirement.ts';
import type { Known, SettingsByKey, SettingValues, ValuesOf } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import {
  type CommonSettings,
  type CommonValues,
  definitions,
  ownPrefix,
  type Values,
} from './definitions.ts';
import type { runSettings } from './run-settings.ts';
import type { TokenSource } from './token.ts';

/** The values of settings that have a default. */
type DefaultsOf<S extends SettingsByKey> = {
  readonly [K in keyof S as S[K] extends { readonly default: string } ? K : never]: NonNullable<
    ValuesOf<S>[K]
  >;
};

interface RunChoices extends Omit<DefaultsOf<typeof runSettings>, 'reference'> {
  /** In scope, in document order. */
  readonly operations: readonly Operation[];
  /** Ids of what is only shown and fails all the same. */
  readonly requireShown: readonly string[];
  /** None where no file is named. */
  readonly waivers: readonly Waiver[];
  /** Empty where no file declares any. */
  readonly answers: DeclaredAnswers;
  /** The build that is judged; null where nobody named it. */
  readonly label: string | null;
  /** The file that findings point at in formats that need one; null for the usual one. */
  readonly sarifFile: string | null;
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
  /** Settings as the operator's commands see them in their environment, by their names; without secrets. */
  readonly variables: Readonly<Record<string, string>>;
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

/** Those that are given; credentials included. */
export function proxiesOf(values: Values): ProxySettings {
  return pick(values, 'httpProxy', 'httpsProxy', 'allProxy', 'noProxy');
}

/** What settings are completed with. */
export interface AssembleOptions {
  /** Where relative paths start. */
  readonly cwd: string;
  /** The formats to produce where none was chosen. */
  readonly usual: readonly string[];
}

/** What defaults and rules have made sure of. */
type Complete = CommonValues &
  DefaultsOf<CommonSettings> &
  Required<Pick<CommonValues, 'baseUrl' | 'entityId'>>;

/** What was given, from whatever source, by the names that it has in the environment. */
function variablesOf({ given, values }: Known<Values>, cwd: string): TargetSettings['variables'] {
  const variables = definitions.entries.flatMap(([key, { env, secret, kind }]) => {
    const one = given.get(key);
    const isSeen = one !== undefined && one.source.kind !== 'default' && values[key] !== undefined;
    if (!isSeen || secret === true || env?.startsWith(ownPrefix) !== true) return [];
    return [[env, kind.show?.(values[key]) ?? (kind.path === undefined ? one.text : resolve(cwd, one.text))]];
  });
  return Object.fromEntries(variables);
}

/** Values without problems, as the rest of the suite takes them. */
export function assemble(known: Known<Values>, { cwd, usual }: AssembleOptions): Settings {
  const values = known.values as Complete;
  const { operation, previousReport, history, keep = null, out } = values;
  const run: RunChoices = {
    ...pick(values, 'unauthorized', 'repeat', 'strict', 'gateAnswers', 'staleWaivers'),
    ...pick(values, 'serial', 'delayMs', 'timeoutMs', 'waitSeconds'),
    operations: operation === undefined ? contract.operations.map(({ name }) => name) : [operation],
    waivers: values.waiversFile ?? [],
    answers: values.answersFile ?? {},
    requireShown: values.requireShown ?? [],
    label: values.label ?? null,
    sarifFile: values.sarifFile ?? null,
    reporters: values.reporter ?? usual,
    previousReport: previousReport === undefined ? null : resolve(cwd, previousReport),
    history: history === undefined ? null : { folder: resolve(cwd, history), keep },
    documentUrl: values.documentUrl ?? null,
    reportUrl: values.reportUrl ?? null,
    out: resolve(cwd, out),
  };
  if (values.reference) return { ...run, reference: true, baseUrl: null };
  const { accessTokenCommand: command, clientCertFile: cert, clientKeyFile: key } = values;
  const token = values.accessToken ?? values.accessTokenFile ?? '';
  return {
    ...run,
    reference: false,
    baseUrl: values.baseUrl.url,
    token: command === undefined ? { kind: 'value', value: token } : { kind: 'command', command },
    entityId: values.entityId,
    cleanupCommand: values.cleanupCommand ?? null,
    values: pick(known.values, ...contract.operations.flatMap(({ settings = {} }) => Object.keys(settings))),
    variables: variablesOf(known, cwd),
    headers: values.headersFile ?? [],
    ca: values.caFile ?? null,
    clientCertificate: cert === undefined || key === undefined ? null : { cert, key },
    proxies: proxiesOf(values),
  };
}
