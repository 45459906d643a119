import type { Probe } from '../../../schemas/types.ts';
import { hopText } from '../../doctor/connection.ts';
import { hopTo } from '../../http/proxy.ts';
import { planBeforeCommands } from '../../run/prepare.ts';
import { newRunId } from '../../run/run.ts';
import { accessToken, createRedactor } from '../../secrets/redaction.ts';
import { definitions } from '../../settings/definitions.ts';
import type { SettingSource, TargetSettings } from '../../settings/index.ts';
import { widthOf, wrap } from '../../text/layout.ts';
import type { RunInput } from './run.ts';

function settingLines(sources: readonly SettingSource[]): string[] {
  const given = sources.filter(({ value }) => value !== null);
  return given.map(({ setting, value, source: { kind, name } }) => {
    const from = kind === 'default' ? kind : `${kind}: ${name}`;
    return `  ${setting} = ${value}  (${from})`;
  });
}

/** Addresses and bodies stay whole, to be copied; everything else breaks at spaces, and continues indented. */
function fitted(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns || /^ +(?:[A-Z]+ https?:|\{)/.test(line)) return [line];
  const indent = ' '.repeat(line.length - line.trimStart().length);
  const [first = '', ...others] = wrap(line.trimStart(), columns - indent.length - 2);
  return [indent + first, ...others.map((other) => `${indent}  ${other}`)];
}

/** The body of each method that has one; those of further resources are like the first. */
function bodyLines(probes: readonly Probe[]): readonly string[] {
  const first = new Map([...probes].reverse().flatMap(({ method, body }) => (body ? [[method, body]] : [])));
  return [...first].flatMap(([method, body]) => [
    '',
    `Body of every ${method} (the run id is new in each run):`,
    `  ${body}`,
  ]);
}

/** What is printed of a plan: without the token, in lines of a width. */
export function printable(lines: readonly string[], { token }: TargetSettings, columns: number): string {
  const secrets = token.kind === 'value' ? [{ name: accessToken, value: token.value }] : [];
  // Settings that no request shows, such as the name of a folder, may still hold the token.
  const { text } = createRedactor(secrets).text([...lines, ''].join('\n'));
  return text
    .split('\n')
    .flatMap((line) => fitted(line, columns))
    .join('\n');
}

/** By which proxy, where one is named. */
export function connectionLines({ baseUrl, proxies }: TargetSettings): readonly string[] {
  const target = new URL(baseUrl);
  const hop = hopText(target, hopTo(target, proxies));
  return hop === null ? [] : ['', `Connection: ${hop}.`];
}

/** What the operator's command sends afterwards is up to that command. */
export function cleanUpLines({ cleanupCommand }: TargetSettings): readonly string[] {
  if (cleanupCommand === null) return [];
  const name = definitions.wording.name('cleanupCommand');
  return ['', `Afterwards the command in ${name} is run, and reads what was written and deleted.`];
}

/** What a run would send, and with which settings; sends nothing and runs no command. */
export function planText({
  settings,
  sources,
  columns,
}: Pick<RunInput, 'sources'> & {
  readonly settings: TargetSettings;
  readonly columns: number;
}): string {
  const { chains, gaps } = planBeforeCommands(settings, newRunId());
  const { origin } = new URL(settings.baseUrl);
  const requests = chains
    .flat()
    .map(
      ({ id, method, path, purpose }, at) =>
        `  ${at + 1}. ${id}\n     ${method} ${origin}${path}\n     ${purpose}`,
    );
  const lines = [
    'Nothing was sent. The settings of a run:',
    ...settingLines(sources),
    ...connectionLines(settings),
    '',
    'The requests of that run, each sent at most once:',
    ...requests,
    ...gaps.map(({ operation, reason }) => `  no request for ${operation}: ${reason}`),
    '',
    'If the service accepts a request without proper credentials, the run sends no more requests for that resource.',
    ...bodyLines(chains.flat()),
    ...cleanUpLines(settings),
  ];
  return printable(lines, settings, columns);
}
