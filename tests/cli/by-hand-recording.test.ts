import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { byHand, expectedStatuses, judgedByHand } from './by-hand.ts';
import { temporaryFolder } from './cli.ts';
import { aimedAt, run, without } from './targets.ts';

/** `npx vitest run --config vitest.target.config.ts` judges a recording as the run judged that made it. */

const deviates: Script = (_, prepared, response) => {
  const body = prepared.body
    .replace('"amount":16', '"amount":"16"')
    .replace('"updatedAt":"2025-01-06"', '"updatedAt":"2025-01-06 10:00:00"');
  sendPrepared({ ...prepared, body }, response);
};

interface Sample {
  readonly name: string;
  readonly script?: Script;
  readonly args: readonly string[];
  readonly drop: readonly string[];
  readonly exitCode: number;
  readonly outcome: string;
}

const samples: readonly Sample[] = [
  { name: 'a conforming run', args: [], drop: [], exitCode: 0, outcome: 'conforms' },
  { name: 'a deviating run', script: deviates, args: [], drop: [], exitCode: 1, outcome: 'deviates' },
  {
    name: 'a deviating run under --strict',
    script: deviates,
    args: ['--strict'],
    drop: [],
    exitCode: 1,
    outcome: 'deviates',
  },
  {
    name: 'an incomplete run',
    args: [],
    drop: ['CONFORMANCE_AUTOMATION_RULE_ID'],
    exitCode: 3,
    outcome: 'incomplete',
  },
  {
    name: 'a run of one operation',
    args: ['--operation', 'put'],
    drop: [],
    exitCode: 0,
    outcome: 'conforms',
  },
];

describe.concurrent('a recording is judged as the run judged that made it, and nothing is sent', () => {
  test.each(samples)('$name', async ({ script, args, drop, exitCode, outcome }) => {
    const service = await startService(script);
    const recorded = await run(args, { env: without(aimedAt(service), ...drop) });
    expect(recorded.code, recorded.stderr).toBe(exitCode);
    const sent = service.calls.length;
    const judged = await judgedByHand([], { CONFORMANCE_EXCHANGES: join(recorded.out, 'exchanges.ndjson') });
    await service.close();
    const { summary } = recorded.report();
    expect(judged.code, judged.stderr).toBe(exitCode);
    expect(judged.conclusion).toBe(`${outcome} (exit ${exitCode}): ${summary.reasons[0]}`);
    expect(judged.statuses).toEqual(expectedStatuses(recorded.report()));
    expect(service.calls).toHaveLength(sent);
  });
});

describe.concurrent('a recording that cannot be judged', () => {
  const broken = [
    { name: 'one that is not there', text: null, says: /CONFORMANCE_EXCHANGES .* cannot be judged/ },
    { name: 'an empty file', text: '', says: /the first line is no run of format version 1/ },
    {
      name: 'a file of something else',
      text: '{"a":1}\n{"b":2}\n',
      says: /line 1: \/line must be one of run/,
    },
    { name: 'text', text: 'hello\nworld\n', says: /line 1 is not JSON/ },
  ];

  test.each(broken)('$name: exit 2', async ({ text, says }) => {
    const cwd = temporaryFolder();
    if (text !== null) writeFileSync(join(cwd, 'recording.ndjson'), text);
    const { code, stderr } = await byHand(['run'], { CONFORMANCE_EXCHANGES: 'recording.ndjson' }, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/❯ |^ {4}at /m);
  });

  test('none at all: exit 2, and both ways are named', async () => {
    const { code, stderr } = await byHand(['run'], {});
    expect(code).toBe(2);
    expect(stderr).toContain('CONFORMANCE_EXCHANGES=conformance-report/exchanges.ndjson');
    expect(stderr).toContain('CONFORMANCE_LIVE=1');
  });
});

describe.concurrent('a recording', () => {
  test('that was cut short is judged as far as it goes, and is incomplete', async () => {
    const service = await startService();
    const { out } = await run(['--serial'], { env: aimedAt(service) });
    await service.close();
    const lines = readFileSync(join(out, 'exchanges.ndjson'), 'utf8').split('\n');
    const cut = join(temporaryFolder(), 'cut.ndjson');
    writeFileSync(cut, lines.slice(0, 7).join('\n').concat('\n{"line":"intent","pro'));
    const judged = await judgedByHand([], { CONFORMANCE_EXCHANGES: cut });
    expect(judged.code).toBe(3);
    expect(judged.conclusion).toMatch(/^incomplete \(exit 3\): the run was cut/);
    expect(judged.statuses['put.data.name:presence']).toBe('passed');
    expect(judged.statuses['delete.data.name:presence']).toBe('skipped');
  });

  test('is judged without a folder for reports', async () => {
    const service = await startService();
    const { out } = await run([], { env: aimedAt(service) });
    await service.close();
    const cwd = temporaryFolder();
    const env = { CONFORMANCE_EXCHANGES: join(out, 'exchanges.ndjson') };
    expect((await byHand(['run'], env, { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'conformance-report'))).toBe(false);
  });
});
