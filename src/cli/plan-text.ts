import { wrap } from '../../reporters/support/terminal/page.ts';
import type { SettingSource, TargetSettings } from '../config.ts';
import type { Contract } from '../contract/contract.ts';
import { noRuleNamed } from '../run/commands.ts';
import { planOf } from '../run/prepare.ts';
import { newRunId } from '../run/run-id.ts';
import { hopText } from '../setup/way.ts';
import { hopTo } from '../target/proxy.ts';
import { accessToken, createRedactor } from '../target/redaction.ts';

/** Stands for the id that CONFORMANCE_RULE_COMMAND will print. */
const unknownRule = 'ID-PRINTED-BY-CONFORMANCE_RULE_COMMAND';

function sourceText({ source }: SettingSource): string {
  return source.kind === 'default' ? 'default' : `${source.kind}: ${source.name}`;
}

function settingLines(sources: readonly SettingSource[]): string[] {
  const given = sources.filter(({ value }) => value !== null);
  return given.map((setting) => `  ${setting.setting} = ${setting.value}  (${sourceText(setting)})`);
}

/** Settings that no request shows, such as the name of a folder, may hold the token all the same. */
function withoutToken(text: string, { token }: TargetSettings): string {
  const known = token.kind === 'value' ? [{ name: accessToken, value: token.value }] : [];
  return createRedactor(known).text(text).text;
}

/** Addresses and bodies stay whole, to be copied; everything else breaks at spaces, and goes on further in. */
function fitted(line: string, columns: number): readonly string[] {
  if (line.length <= columns || /^ +(?:(?:PUT|DELETE) https?:|\{)/.test(line)) return [line];
  const indent = ' '.repeat(line.length - line.trimStart().length);
  const [first = '', ...others] = wrap(line.trimStart(), columns - indent.length - 2);
  return [indent + first, ...others.map((other) => `${indent}  ${other}`)];
}

export interface PlanText {
  readonly contract: Contract;
  readonly settings: TargetSettings;
  readonly sources: readonly SettingSource[];
  /** Width that running text is fitted into. */
  readonly columns: number;
}

/** What a run would send, and with which settings; sends nothing and runs no command. */
export function planText({ contract, settings, sources, columns }: PlanText): string {
  const { rule } = settings;
  const ids = rule === null ? [] : rule.kind === 'ids' ? rule.ids : [unknownRule];
  const { chains, gaps } = planOf(contract, settings, newRunId(), { ids, reason: noRuleNamed });
  const target = new URL(settings.baseUrl);
  const { origin } = target;
  const hop = hopText(target, hopTo(target, settings.proxies));
  const requests = chains
    .flat()
    .map(
      ({ id, method, path, purpose }, at) =>
        `  ${at + 1}. ${id}\n     ${method} ${origin}${path}\n     ${purpose}`,
    );
  const body = chains.flat().find((probe) => probe.body !== undefined)?.body;
  const text = [
    'Nothing was sent. A run with these settings:',
    ...settingLines(sources),
    ...(hop === null ? [] : ['', `Connection: ${hop}.`]),
    '',
    'would send, each at most once:',
    ...requests,
    ...gaps.map(({ operation, reason }) => `  nothing for ${operation}: ${reason}`),
    '',
    'Each operation stops as soon as a request without proper credentials is served.',
    ...(body === undefined
      ? []
      : ['', `Body of every PUT (its run id differs from run to run):`, `  ${body}`]),
    '',
  ].join('\n');
  return withoutToken(text, settings)
    .split('\n')
    .flatMap((line) => fitted(line, columns))
    .join('\n');
}
