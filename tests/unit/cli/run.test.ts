import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../src/cli/run/run.ts';
import type { Secret } from '../../../src/secrets/redaction.ts';
import type { Settings } from '../../../src/settings/index.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { type FakeIo, fakeIo } from '../../support/io.ts';
import { targetSettings } from '../../support/run-target.ts';
import { type Script, startService } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';

/** Secrets that a run has to find in its outputs though nothing masked them; null for those that it had. */
const unnoticed = vi.hoisted((): { secrets: readonly Secret[] | null } => ({ secrets: null }));
vi.mock('../../../src/run/execute.ts', async (load) => {
  const { execute } = await load<typeof import('../../../src/run/execute.ts')>();
  const leaky: typeof execute = async (given) => {
    const result = await execute(given);
    return result.ok ? { ...result, secrets: unnoticed.secrets ?? result.secrets } : result;
  };
  return { execute: leaky };
});

let folder = '';
let out = '';
beforeEach(() => {
  folder = temporaryFolder();
  out = join(folder, 'reports');
});

function start(settings: Settings, io: FakeIo): Promise<number> {
  return run({ settings, sources: [], environment: process.env, io });
}

async function against(script: Script | undefined, changes: Partial<Settings> = {}, io = fakeIo()) {
  await using service = await startService(script);
  const settings = {
    ...targetSettings(service.baseUrl, {
      reporters: ['terminal', 'json', 'junit', 'markdown', 'html'],
      out,
    }),
    ...changes,
  } as Settings;
  return { code: await start(settings, io), io, calls: service.calls };
}

function report(): Report {
  return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
}

describe('a run', () => {
  test('writes its reports, prints one and tells its progress on standard error', async () => {
    const { code, io } = await against(undefined);
    expect(code).toBe(0);
    expect(io.printed()).toMatch(/\nCONFORMS \(exit 0\): .+\n$/);
    expect(io.errors().match(/^\[\d\/\d\] \w+-.+: \d+ \(\d+ ms\)$/gm)).toHaveLength(requestCount);
    for (const name of ['report.json', 'junit.xml', 'report.md', 'report.html', 'exchanges.ndjson'])
      expect(existsSync(join(out, name)), name).toBe(true);
    expect(report().summary.outcome).toBe('conforms');
  });

  test('against the embedded service needs nothing else', async () => {
    const { operations, unauthorized, repeat, strict, serial, delayMs, timeoutMs, waitSeconds } =
      targetSettings('http://127.0.0.1:1');
    const settings: Settings = {
      operations,
      unauthorized,
      repeat,
      strict,
      serial,
      delayMs,
      timeoutMs,
      waitSeconds,
      reference: true,
      baseUrl: null,
      requireShown: [],
      waivers: [],
      answers: {},
      gateAnswers: false,
      staleWaivers: 'fail',
      label: null,
      sarifFile: null,
      reporters: ['json'],
      previousReport: null,
      history: null,
      documentUrl: null,
      reportUrl: null,
      out,
    };
    const io = fakeIo({ live: true });
    expect(await start(settings, io)).toBe(0);
    expect(report().target.reference).toBe(true);
    expect(io.printed()).toBe('');
    expect(io.errors()).toContain(`\r\u001b[2K[${requestCount}/${requestCount}] `);
  });

  test('that deviates ends with 1, and removes the reports of the run before', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'junit.xml'), 'old');
    writeFileSync(join(out, 'mine.txt'), 'kept');
    const script: Script = (_, { headers, body }, response) =>
      void response.writeHead(200, headers).end(body.replace('"enabled":true', '"enabled":1'));
    const { code } = await against(script, { reporters: ['json'] });
    expect(code).toBe(1);
    expect(existsSync(join(out, 'junit.xml'))).toBe(false);
    expect(readFileSync(join(out, 'mine.txt'), 'utf8')).toBe('kept');
  });

  test('whose token command fails sends nothing', async () => {
    const failing = against(undefined, { token: { kind: 'command', command: 'exit 1' } });
    await expect(failing).rejects.toThrow(/CONFORMANCE_ACCESS_TOKEN_COMMAND ended with exit code 1/);
    expect(existsSync(join(out, 'exchanges.ndjson'))).toBe(false);
  });

  test('whose token command prints a short token sends nothing, and does not show it', async () => {
    const failing = against(undefined, { token: { kind: 'command', command: 'echo s3cret' } });
    await expect(failing).rejects.toThrow(/printed something that is shorter than 8/);
  });

  test('whose redaction failed masks what is written and ends as a fault of ours', async () => {
    unnoticed.secrets = [{ name: 'access token', value: 'FX revaluation of the test' }];
    onTestFinished(() => {
      unnoticed.secrets = null;
    });
    await using service = await startService();
    const transformer = {
      text: JSON.stringify({ name: 'FX revaluation of the test' }),
      businessDataTypeId: null,
    };
    const settings = targetSettings(service.baseUrl, {
      reporters: ['json'],
      out,
      values: { transformerFile: transformer },
    });
    const running = run({ settings, sources: [], environment: {}, io: fakeIo() });
    await expect(running).rejects.toThrow(
      /a secret had to be masked in exchanges.ndjson \(access token\), the report \(access token\)/,
    );
    expect(JSON.stringify(report())).toContain('[masked: access token]');
  });

  test('that is interrupted reports what was done', async () => {
    let asked = 0;
    const script: Script = () => {
      asked += 1;
      if (asked === 1) setTimeout(() => process.emit('SIGINT'), 20);
    };
    const { code } = await against(script, { reporters: ['json'], timeoutMs: 3_000 });
    expect(code).toBe(130);
    expect(report()).toMatchObject({ summary: { outcome: 'incomplete' }, run: { cut: true } });
    expect(report().effects.every(({ state }) => state === 'unknown')).toBe(true);
  });
});

test('the folder for reports that holds the recording of a killed run: it stays', async () => {
  mkdirSync(out);
  const cut = 'exchanges.5d0c8e21a7f3.ndjson';
  writeFileSync(join(out, cut), '{"line":"run"}\n{"line":"intent"}\n');
  expect((await against(undefined)).code).toBe(0);
  expect(readdirSync(out).filter((name) => name.startsWith('exchanges.'))).toEqual([cut, 'exchanges.ndjson']);
  expect(readFileSync(join(out, cut), 'utf8')).toBe('{"line":"run"}\n{"line":"intent"}\n');
});
