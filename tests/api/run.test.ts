import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { entityId, operationNames } from '../support/conforming.ts';
import { requestsOf } from '../support/engine.ts';
import { usualMembers } from '../support/run-target.ts';
import { goodToken, replacing, type Script, sendPrepared, startService } from '../support/service.ts';
import { api } from '../support/subject.ts';

/** `run` of the package: what is sent, written and refused. */

const { run, SettingsError } = api;
type Settings = api.RunSettings;

async function serving(script?: Script) {
  const service = await startService(script);
  onTestFinished(() => service.close());
  const aimed: Settings = { baseUrl: service.baseUrl, accessToken: goodToken, entityId, ...usualMembers };
  return { service, aimed };
}

test('against the embedded service: what is written is what is asked for, and what flipped since is told', async () => {
  const cwd = folderWith({});
  const { summary, target } = await run({ reference: true, strict: true }, { cwd });
  expect([summary.outcome, target.reference, readdirSync(cwd)]).toEqual(['conforms', true, []]);
  const report = await run({ reference: true, out: 'reports', reporter: ['json', 'junit'] }, { cwd });
  const out = join(cwd, 'reports');
  expect(readdirSync(out).sort()).toEqual(['exchanges.ndjson', 'junit.xml', 'report.json']);
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(report);
  const again = { reference: true, out: 'again', previousReport: join('reports', 'report.json') };
  expect((await run(again, { cwd })).change).not.toBeNull();
});

test('what is sent, and in how many requests; a deviation is a report, not an exception', async () => {
  const { service, aimed } = await serving(replacing('"success"', `"SUCCESS","echoed":"${goodToken}"`));
  const body = '{"name": "n", "action": {"amount": 9007199254740993}}\n';
  const cwd = folderWith({ 'body.json': body });
  const report = await run({ ...aimed, repeat: 2, serial: true });
  expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1 });
  expect(service.calls).toHaveLength(requestsOf(2));
  expect(JSON.stringify(report)).not.toContain(goodToken);
  await run({ ...aimed, transformerFile: 'body.json', operation: 'put' }, { cwd });
  const sent = new Set(service.calls.slice(requestsOf(2)).map((call) => call.body));
  expect([...sent]).toEqual([body.replace('{', '{"businessDataTypeId":"bdt-1",')]);
});

test('neither the environment nor a .env is read, and commands get the variables that they are given', async () => {
  const { aimed } = await serving();
  const cwd = folderWith({ '.env': 'CONFORMANCE_STRICT=true\nCONFORMANCE_OPERATION=put\n' });
  process.env['CONFORMANCE_REPEAT'] = '3';
  onTestFinished(() => void delete process.env['CONFORMANCE_REPEAT']);
  const { accessToken, ...rest } = aimed;
  const accessTokenCommand = 'printf "%s%s" "$TOKEN" "$CONFORMANCE_REPEAT"';
  const made = await run({ ...rest, accessTokenCommand }, { cwd, environment: { TOKEN: accessToken } });
  expect(made.summary.outcome).toBe('conforms');
  expect(made.run.options).toMatchObject({ strict: false, repeat: 1 });
  expect(made.run.scope.operations).toEqual(operationNames);
});

test.each(['accessTokenCommand', 'ruleCommand'] as const)(
  'a signal ends the %s, and nothing is sent',
  async (command) => {
    const { service, aimed } = await serving();
    const cwd = folderWith({});
    const { accessToken, automationRuleId: _, ...rest } = aimed;
    const token = command === 'ruleCommand' ? { accessToken } : {};
    const stop = new AbortController();
    const settings = { ...rest, ...token, [command]: `touch ${cwd}/started; sleep 600` } as Settings;
    const running = run(settings, { signal: stop.signal, environment: { PATH: process.env['PATH'] } });
    const refused = expect(running).rejects.toThrow(`${command} was ended, as the run was interrupted`);
    while (!existsSync(join(cwd, 'started'))) await sleep(10);
    stop.abort();
    await refused;
    expect(service.calls).toEqual([]);
  },
);

test('a signal ends the sending, and the report says so', async () => {
  const stop = new AbortController();
  const { service, aimed } = await serving((_, prepared, response) => {
    stop.abort();
    sendPrepared(prepared, response);
  });
  const report = await run({ ...aimed, serial: true }, { signal: stop.signal });
  expect([report.run.cut, report.summary.outcome, service.calls.length]).toEqual([true, 'incomplete', 1]);
});

test('every problem is named at once, in the words of a program, before anything is sent', async () => {
  const { service, aimed } = await serving();
  const cwd = folderWith({ taken: '', 'none.json': '{}' });
  const { businessDataTypeId: _, ...others } = usualMembers;
  const { accessToken, ...rest } = aimed;
  const [baseUrl, plain] = ['https://a.example', 'http://a.example'];
  const twoHosts = { baseUrl, baseURL: 'x', allowWritesTo: 'b.example' };
  const twoTokens = { accessToken, accessTokenCommand: 'x' };
  const twoRules = { baseUrl: 'http://localhost', automationRuleId: 'a', ruleCommand: 'b' };
  const inTheWay = `mkdir ${cwd}/out/exchanges.ndjson; echo ${goodToken}`;
  const wrong: Readonly<Record<string, object>> = {
    nothing: {},
    'many at once': { ...others, ...twoHosts, accessToken: '', timeoutMs: 0, automationRuleId: [] },
    'what does not go together': { reference: true, baseUrl: 'http://localhost', entityId: 'e' },
    'plain http, and two tokens': { baseUrl: plain, ...twoTokens, clientCertFile: '/none' },
    'two rules, and a path': { ...twoRules, entityId: '..' },
    'a setting of the command line': { reference: true, envFile: '.env' },
    'another type': { reference: true, repeat: {} },
    'a command that gives no token': { ...rest, accessTokenCommand: 'exit 3' },
    'a folder that cannot be had': { ...aimed, out: 'taken' },
    'a recording that cannot be created': { ...rest, accessTokenCommand: inTheWay, out: 'out' },
    'an earlier report that is none': { ...aimed, out: 'reports', previousReport: 'none.json' },
  };
  const texts: string[] = [];
  for (const [name, settings] of Object.entries(wrong)) {
    const error: unknown = await run(settings as Settings, { cwd }).catch((reason) => reason);
    const { problems } = error instanceof SettingsError ? error : { problems: [] };
    expect(problems, name).not.toEqual([]);
    const told = problems.map(({ setting, message, example }) => `  ${setting} ${message}; ${example}`);
    expect(told.join()).not.toMatch(/CONFORMANCE_|[A-Z]{4,}_|--[a-z]|\(from/);
    texts.push(`# ${name}`, ...told);
  }
  const own = texts.join('\n').replaceAll(cwd, 'FOLDER').replaceAll('both operations', 'every operation');
  await expect(`${own}\n`).toMatchFileSnapshot('golden/settings.txt');
  expect(service.calls).toEqual([]);
  await expect(run({ reference: true, repeat: 0 })).rejects.toThrow(
    'one problem with the settings; nothing was sent.\n  repeat',
  );
});

test('members of the settings have the types of their kinds', () => {
  expectTypeOf<Settings['timeoutMs']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Settings['staleWaivers']>().toEqualTypeOf<'fail' | 'warn' | undefined>();
  expectTypeOf<Settings['automationRuleId']>().toEqualTypeOf<string | readonly string[] | undefined>();
  expectTypeOf<Settings>().not.toHaveProperty('envFile');
});
