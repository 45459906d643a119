import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { type RunSettings, run, SettingsError } from '../../../src/index.ts';
import type { OperationName } from '../../../src/operations/index.ts';
import { memberNames } from '../../../src/settings/from-program.ts';
import { folderWith } from '../../support/cli.ts';
import { entityId, operationNames } from '../../support/conforming.ts';
import { contract, requestsOf } from '../../support/engine.ts';
import { usualMembers } from '../../support/run-target.ts';
import {
  goodToken,
  type Script,
  type ScriptedService,
  sendPrepared,
  startService,
} from '../../support/service.ts';

async function serving(script?: Script): Promise<ScriptedService> {
  const service = await startService(script);
  onTestFinished(() => service.close());
  return service;
}

function aimedAt({ baseUrl }: ScriptedService): RunSettings {
  return {
    baseUrl,
    accessToken: goodToken,
    entityId,
    ...usualMembers,
  };
}

async function problemsOf(settings: RunSettings): Promise<SettingsError['problems']> {
  const error = await run(settings).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof SettingsError) return error.problems;
  throw new Error('the settings were accepted', { cause: error });
}

test('against the embedded service; nothing is written', async () => {
  const cwd = folderWith({});
  const { summary, target } = await run({ reference: true, strict: true }, { cwd });
  expect(summary.outcome).toBe('conforms');
  expect(target.reference).toBe(true);
  expect(readdirSync(cwd)).toEqual([]);
});

test('the business data type is sent where the transformer file lacks it', async () => {
  const service = await serving();
  const cwd = folderWith({ 'body.json': '{"name": "n", "action": {"amount": 9007199254740993}}\n' });
  await run({ ...aimedAt(service), transformerFile: 'body.json', operation: 'put' }, { cwd });
  const bodies = new Set(service.calls.map(({ body }) => body));
  expect([...bodies]).toEqual([
    '{"businessDataTypeId":"bdt-1","name": "n", "action": {"amount": 9007199254740993}}\n',
  ]);
});

test('against a service; the token is not in what comes back', async () => {
  const service = await serving((_, prepared, response) => {
    sendPrepared(
      { ...prepared, body: prepared.body.replace('"success"', `"success","echoed":"${goodToken}"`) },
      response,
    );
  });
  const report = await run({ ...aimedAt(service), repeat: 2, serial: true });
  expect(report.summary.outcome).toBe('conforms');
  expect(service.calls).toHaveLength(requestsOf(2));
  expect(JSON.stringify(report)).not.toContain(goodToken);
});

test('a deviation is a report, not an exception', async () => {
  const service = await serving((_, prepared, response) => {
    sendPrepared({ ...prepared, body: prepared.body.replace('"success"', '"SUCCESS"') }, response);
  });
  const { summary } = await run({ ...aimedAt(service), operation: 'delete', unauthorized: false });
  expect(summary).toMatchObject({ outcome: 'deviates', exitCode: 1 });
});

test('with out the recording and the chosen formats are written', async () => {
  const cwd = folderWith({});
  const report = await run({ reference: true, out: 'reports', reporter: ['json', 'junit'] }, { cwd });
  const out = join(cwd, 'reports');
  expect(readdirSync(out).sort()).toEqual(['exchanges.ndjson', 'junit.xml', 'report.json']);
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(report);
});

test('neither the environment nor a .env is read', async () => {
  const service = await serving();
  const cwd = folderWith({ '.env': 'CONFORMANCE_STRICT=true\nCONFORMANCE_OPERATION=put\n' });
  process.env['CONFORMANCE_REPEAT'] = '3';
  onTestFinished(() => void delete process.env['CONFORMANCE_REPEAT']);
  const { run: info } = await run(aimedAt(service), { cwd });
  expect(info.options).toMatchObject({ strict: false, repeat: 1 });
  expect(info.scope.operations).toEqual(operationNames);
});

test('commands get the variables that they are given, and no others', async () => {
  const service = await serving();
  process.env['ELSEWHERE'] = 'elsewhere';
  onTestFinished(() => void delete process.env['ELSEWHERE']);
  const { accessToken, ...rest } = aimedAt(service);
  const accessTokenCommand = 'printf "%s%s" "$TOKEN" "$ELSEWHERE"';
  const { summary } = await run({ ...rest, accessTokenCommand }, { environment: { TOKEN: accessToken } });
  expect(summary.outcome).toBe('conforms');
});

test('a command that gives no token is a problem of the settings', async () => {
  const { accessToken, ...rest } = aimedAt(await serving());
  const [problem] = await problemsOf({ ...rest, accessTokenCommand: 'exit 3' });
  expect(problem).toMatchObject({ setting: 'accessTokenCommand', message: 'ended with exit code 3' });
  expect(problem?.example).toMatch(/^accessTokenCommand: '/);
});

test.each(['accessTokenCommand', 'ruleCommand'] as const)(
  'a signal ends the %s, and nothing is sent',
  async (command) => {
    const service = await serving();
    const cwd = folderWith({});
    const { accessToken, automationRuleId: _, ...aimed } = aimedAt(service);
    const token = command === 'ruleCommand' ? { accessToken } : {};
    const stop = new AbortController();
    const settings = { ...aimed, ...token, [command]: `touch ${cwd}/started; sleep 600` } as RunSettings;
    const running = run(settings, { signal: stop.signal, environment: { PATH: process.env['PATH'] } });
    const refused = expect(running).rejects.toThrow(`${command} was ended, as the run was interrupted`);
    while (!existsSync(join(cwd, 'started'))) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    await refused;
    expect(service.calls).toEqual([]);
  },
);

test('a recording that cannot be created is a problem with the settings', async () => {
  const service = await serving();
  const cwd = folderWith({});
  const { accessToken: _, ...aimed } = aimedAt(service);
  const command = `mkdir ${cwd}/out/exchanges.ndjson; echo ${goodToken}`;
  const problems = await problemsOf({ ...aimed, accessTokenCommand: command, out: join(cwd, 'out') });
  expect(problems).toMatchObject([{ setting: 'out', message: expect.stringContaining('EISDIR') }]);
  expect(service.calls).toEqual([]);
  expect(readdirSync(join(cwd, 'out'))).toEqual(['exchanges.ndjson']);
});

test('a signal ends the sending, and the report says so', async () => {
  const stop = new AbortController();
  const service = await serving((_, prepared, response) => {
    stop.abort();
    sendPrepared(prepared, response);
  });
  const report = await run({ ...aimedAt(service), serial: true }, { signal: stop.signal });
  expect(report.run.cut).toBe(true);
  expect(report.summary.outcome).toBe('incomplete');
  expect(service.calls).toHaveLength(1);
});

test('every problem is named at once, in the words of a program', async () => {
  const settings = {
    accessToken: '',
    timeoutMs: 0,
    baseUrl: 'https://a.example',
    allowWritesTo: 'b.example',
    baseURL: 'x',
  };
  const { businessDataTypeId: _, ...others } = usualMembers;
  const problems = await problemsOf({ ...others, ...settings, automationRuleId: [] });
  const told = problems.map(({ setting, message, example }) => `${setting} ${message}; ${example}`);
  expect(told).toEqual([
    "baseURL is not a setting; the nearest one is baseUrl; baseUrl: 'https://staging.example.com/api'",
    "accessToken is empty; leave it out, or give a value; accessToken: 'paste-the-token-here'",
    "automationRuleId is a list that is empty, or holds other than texts without commas; automationRuleId: '00112233445566778899aabbccddeeff'",
    'timeoutMs must be an integer from 1 to 600000, not "0"; timeoutMs: 30000',
    "allowWritesTo is set to b.example, but the host of the base URL is a.example: one of the two is wrong; allowWritesTo: 'a.example'",
    expect.stringMatching(
      /^entityId is missing\. It is part of the path of (?:both operations|every operation); entityId: '0123/,
    ),
    "businessDataTypeId is missing. Set it, or set transformerFile to a body that contains businessDataTypeId; businessDataTypeId: 'fedcba9876543210fedcba9876543210'",
  ]);
});

test('no problem speaks of variables or flags', async () => {
  const problems = [
    ...(await problemsOf({})),
    ...(await problemsOf({ reference: true, baseUrl: 'http://localhost', entityId: 'e' })),
    ...(await problemsOf({
      baseUrl: 'http://a.example',
      accessToken: goodToken,
      accessTokenCommand: 'x',
      clientCertFile: '/none',
    })),
    ...(await problemsOf({
      baseUrl: 'http://localhost',
      automationRuleId: 'a',
      ruleCommand: 'b',
      entityId: '..',
    })),
    ...(await problemsOf({ reference: true, envFile: '.env' } as RunSettings)),
    ...(await problemsOf({ reference: true, repeat: {} } as unknown as RunSettings)),
  ];
  expect(problems.length).toBeGreaterThan(12);
  for (const { setting, message, example } of problems) {
    const text = `${setting} ${message} ${example}`;
    expect(text).not.toMatch(/CONFORMANCE_|[A-Z]{4,}_|--[a-z]|\(from/);
    expect(
      memberNames(contract).some((name) => example.startsWith(`${name}: `) || example.startsWith('either ')),
    ).toBe(true);
  }
});

test('the error tells everything too', async () => {
  const failing = run({ reference: true, repeat: 0 });
  await expect(failing).rejects.toThrow(
    'one problem with the settings; nothing was sent.\n  repeat must be an integer',
  );
});

test('a folder that cannot be had is found before anything is sent', async () => {
  const service = await serving();
  const cwd = folderWith({ taken: '' });
  const failing = run({ ...aimedAt(service), out: 'taken' }, { cwd });
  await expect(failing).rejects.toThrow(SettingsError);
  await expect(failing).rejects.toThrow(/out .*taken is not a folder/);
  expect(service.calls).toEqual([]);
});

test('what flipped since an earlier report is told; a file that is none is a problem', async () => {
  const cwd = folderWith({ 'none.json': '{}' });
  const reportPath = join('reports', 'report.json');
  await run({ reference: true, out: 'reports' }, { cwd });
  await run({ reference: true, out: 'reports', previousReport: reportPath }, { cwd });
  expect(readFileSync(join(cwd, 'reports', 'report.md'), 'utf8')).toMatch(
    /^- \*\*Changed:\*\* Same as run /m,
  );
  const failing = run({ reference: true, out: 'reports', previousReport: 'none.json' }, { cwd });
  await expect(failing).rejects.toThrow(SettingsError);
  await expect(failing).rejects.toThrow(/previousReport .*none\.json/);
});

test('members of the settings have the types of their kinds', () => {
  expectTypeOf<RunSettings['timeoutMs']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<RunSettings['strict']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<RunSettings['staleWaivers']>().toEqualTypeOf<'fail' | 'warn' | undefined>();
  expectTypeOf<RunSettings['operation']>().toEqualTypeOf<OperationName | undefined>();
  expectTypeOf<RunSettings['waiversFile']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<RunSettings['baseUrl']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<RunSettings['automationRuleId']>().toEqualTypeOf<string | readonly string[] | undefined>();
  expectTypeOf<RunSettings>().not.toHaveProperty('envFile');
});
