import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { everythingOf } from '../attacks/outputs.ts';
import { faulty, gatewayKey, type RunRow, runs, token } from '../cases/runs.ts';
import { conformance, folderWith, startHere, temporaryFolder } from '../support/cli.ts';
import { answerTo, requestCount, sentTransformer } from '../support/conforming.ts';
import { goodToken, type Script, sendPrepared, startService } from '../support/service.ts';
import type { Report } from '../support/subject.ts';
import { together } from '../support/together.ts';
import { aimedAt, reportFolder, reportIn } from './targets.ts';

/** What comes of a run: its exit code, what the service saw, what is printed and what is written; cases/runs.ts has the rows. */

const formats = 'terminal,json,junit,markdown,html,sarif';

async function ran({ args = '', env = {}, files: given = {}, script }: RunRow) {
  await using service = await startService(script);
  const { port } = new URL(service.baseUrl);
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(given)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const settings = { ...aimedAt(service), CONFORMANCE_REPORTER: formats, ...env };
  const entries = Object.entries(settings).map(([name, value]) => [name, value.replace('PORT', port)]);
  const words = args === '' ? [] : args.split(' ');
  const ended = await conformance(['run', ...words], { cwd, env: Object.fromEntries(entries) });
  const named = /--out (\S+)/.exec(args)?.[1] ?? reportFolder;
  const masked = (text: string) => text.replaceAll(`:${port}`, ':PORT').replaceAll(cwd, 'FOLDER');
  const out = join(cwd, named);
  const isFolder = existsSync(out) && statSync(out).isDirectory();
  const files = isFolder ? readdirSync(out).sort() : [];
  return { ...ended, cwd, out, files, calls: service.calls, masked };
}

/** Of requirements that deviate, which fail the run, and in how many responses each deviates. */
function deviating({ requirements, run: { options } }: Report) {
  const { strict, requireShown = [] } = options;
  return requirements
    .filter(({ verdict }) => verdict === 'deviates')
    .map(({ id, strength, counts }) => {
      const { deviates, conforms } = counts;
      const fails = strength === 'stated' || strict || requireShown.includes(id);
      return { fails, line: `${id}, ${deviates} of ${deviates + conforms}${fails ? '' : ', shown'}` };
    });
}

/** What all files of a run agree on, and what `render` makes of its recording. */
async function expectAgreement({ out, cwd, code, stdout }: Awaited<ReturnType<typeof ran>>) {
  const report = reportIn(out);
  const { summary, requirements, observations } = report;
  expect(summary.exitCode).toBe(code);
  for (const strength of ['stated', 'shown'] as const)
    for (const verdict of ['conforms', 'deviates', 'not-exercised'] as const) {
      const member = verdict === 'not-exercised' ? 'notExercised' : verdict;
      const those = requirements.filter((one) => one.strength === strength && one.verdict === verdict);
      expect(summary[strength][member], `${strength} ${verdict}`).toBe(those.length);
    }
  expect(summary.observations).toBe(observations.length);
  await conformance(['render', join(out, 'exchanges.ndjson'), '--out', 'again'], { cwd });
  const again = reportIn(join(cwd, 'again'));
  expect([again.summary, again.conclusion.verdict]).toEqual([summary, report.conclusion.verdict]);
  if (!existsSync(join(out, 'junit.xml'))) return;
  expect(stdout).toMatch(new RegExp(`\\n[A-Z]+ \\(exit ${code}\\): .+\\n$`));
  const xml = readFileSync(join(out, 'junit.xml'), 'utf8');
  const counted = (element: string) => xml.match(new RegExp(`<${element}\\b`, 'g'))?.length ?? 0;
  const failing = deviating(report).filter(({ fails }) => fails);
  expect(counted('failure')).toBe(failing.length);
  const { operations, unauthorized } = report.run.scope;
  const asked = requirements.filter(
    ({ operation, facet }) =>
      operations.includes(operation) && (unauthorized || !/^(?:authorization|made-up-token)$/.test(facet)),
  );
  expect(counted('skipped')).toBe(asked.filter(({ verdict }) => verdict === 'not-exercised').length);
  expect(counted('error')).toBe(code === 3 ? 1 : 0);
  expect(counted('testcase')).toBe(asked.length + counted('error'));
  const sarif = JSON.parse(readFileSync(join(out, 'report.sarif'), 'utf8'));
  const errors = sarif.runs[0].results.filter(({ level }: { level: string }) => level === 'error');
  expect(new Set(errors.map(({ ruleId }: { ruleId: string }) => ruleId)).size).toBe(failing.length);
}

const texts = new Map<string, string>();

test.each(Object.entries(runs))('%s', async (name, row) => {
  const end = await ran(row);
  const { code, calls, stdout, stderr, out, masked } = end;
  expect({ code, sent: calls.length }, stderr).toEqual({ code: row.code, sent: row.sent });
  for (const secret of [goodToken, token, gatewayKey])
    for (const [where, text] of Object.entries(code === 2 ? { stdout, stderr } : everythingOf(end)))
      expect(text, where).not.toContain(secret);
  const lines = masked(stderr)
    .trimEnd()
    .split('\n')
    .filter((one) => !/^\[\d\/\d\]/.test(one));
  if (code === 2) {
    expect([stdout, end.files]).toEqual(['', []]);
  } else {
    await expectAgreement(end);
    const { conclusion, effects } = reportIn(out);
    const left = effects.map(({ operation, state }) => `${operation} ${state}`);
    lines.push(
      ...conclusion.acts.map(({ sentence }) => `why: ${masked(sentence)}`),
      `next: ${masked(conclusion.next)}`,
    );
    lines.push(
      ...deviating(reportIn(out)).map(({ line }) => `deviates: ${line}`),
      `left: ${left.join(', ')}`,
    );
    if ('files' in row) lines.push(`files: ${end.files.join(', ')}`);
  }
  const said = lines.filter((one) => one !== '').map((one) => `  ${one}`);
  texts.set(name, said.join('\n'));
});

test('their words', async () => {
  const all = Object.keys(runs).map((name): [string, string] => [`# ${name}`, texts.get(name) ?? '']);
  await expect(`${together(all)}\n`).toMatchFileSnapshot('../cases/golden/runs.txt');
});

test('the embedded service needs nothing else; on a terminal progress stands in one line', async () => {
  const { code, stdout, stderr } = await conformance(['run', '--reference', '--json'], {
    io: { live: true },
  });
  expect([code, JSON.parse(stdout).target.reference]).toEqual([0, true]);
  expect(stderr).toContain(`\r\u001b[2K[${requestCount}/${requestCount}] `);
});

test('that is interrupted reports what was done, and that the rest may have been', async () => {
  const held: (() => void)[] = [];
  await using service = await startService(() => void held.push(() => undefined));
  const cwd = temporaryFolder();
  const started = await startHere(['run', '--reporter', 'json'], { cwd, env: aimedAt(service) });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  started.signal('SIGINT');
  expect((await started.ended).code).toBe(130);
  const { summary, run, effects } = reportIn(join(cwd, reportFolder));
  expect([summary.outcome, run.cut, new Set(effects.map(({ state }) => state))]).toEqual([
    ...['incomplete', true],
    new Set(['unknown']),
  ]);
});

test('a token that is in the recording at the end: exit 4, said where, and masked', async () => {
  const cwd = temporaryFolder();
  const out = join(cwd, reportFolder);
  // Somebody else writes into the file, beyond what the run itself writes.
  const left = `${'\n'.repeat(100_000)}${JSON.stringify({ left: goodToken })}\n`;
  await using service = await startService((_, prepared, response) => {
    const names = readdirSync(out).filter((name) => name.endsWith('.ndjson'));
    for (const path of names.map((name) => join(out, name)))
      if (!readFileSync(path, 'utf8').includes(goodToken)) appendFileSync(path, left);
    sendPrepared(prepared, response);
  });
  const { code, stdout, stderr } = await conformance(['run'], { cwd, env: aimedAt(service) });
  expect(code, stderr).toBe(4);
  expect(stderr).toContain('exchanges.ndjson');
  const recorded = readFileSync(join(out, 'exchanges.ndjson'), 'utf8');
  expect(recorded).toContain('{"left":');
  expect(stdout + stderr + recorded).not.toContain(goodToken);
});

const repeated: Script = (call, prepared, response, socket) => {
  const { requestId } = answerTo(call.operation);
  const body = prepared.body.replace(/"requestId":"[^"]+"/, `"requestId":"${requestId}"`);
  faulty(call, { ...prepared, body }, response, socket);
};

test('two runs with the same responses judge the same', async () => {
  await using service = await startService(repeated);
  const judged = async () => {
    const cwd = folderWith({ 'put.json': JSON.stringify(sentTransformer) });
    const env = { ...aimedAt(service), CONFORMANCE_TRANSFORMER_FILE: 'put.json' };
    await conformance(['run', '--reporter', 'json', '--serial'], { cwd, env });
    const { run, requirements, observations } = reportIn(join(cwd, reportFolder));
    return { id: run.id, found: [requirements, observations] };
  };
  const [first, second] = [await judged(), await judged()];
  expect(first.id).not.toBe(second.id);
  expect(second.found).toEqual(first.found);
});

test('two runs at the same time: no recording mixes both, and the last to end stands', async () => {
  const held: (() => void)[] = [];
  await using service = await startService(
    (_, prepared, response) => void held.push(() => sendPrepared(prepared, response)),
  );
  const cwd = temporaryFolder();
  const env = { ...aimedAt(service), CONFORMANCE_OPERATION: 'put', CONFORMANCE_UNAUTHORIZED: 'false' };
  const [first, second] = [0, 1].map(async (at) => {
    await expect.poll(() => held.length).toBe(at);
    return conformance(['run', '--timeout-ms', '60000'], { cwd, env });
  });
  await expect.poll(() => held.length).toBe(2);
  const recorded = () => readFileSync(join(cwd, reportFolder, 'exchanges.ndjson'), 'utf8');
  const kinds = ['run', 'intent', 'exchange', 'end'].map((line) => `"line":"${line}"`);
  const ids: (string | undefined)[] = [];
  for (const [at, run] of [second, first].entries()) {
    held[1 - at]?.();
    expect((await run)?.code).toBe(0);
    expect(recorded().match(/"line":"\w+"/g)).toEqual(kinds);
    ids.push(/"runId":"(\w+)"/.exec(recorded())?.[1]);
  }
  expect(ids[0]).not.toBe(ids[1]);
  expect(reportIn(join(cwd, reportFolder)).run.id).toBe(ids[1]);
  expect(readdirSync(join(cwd, reportFolder)).filter((name) => name.endsWith('.ndjson'))).toHaveLength(1);
});
