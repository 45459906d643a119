import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aimedAt, reportFolder, reportIn } from '../../commands/targets.ts';
import { conformanceProcess as conformance, startConformance, temporaryFolder } from '../../support/cli.ts';
import { deleteAnswer, putAnswer, refusalBody } from '../../support/conforming.ts';
import { listening } from '../../support/free-port.ts';
import { longOnes, runs } from '../../support/properties.ts';
import { goodToken } from '../../support/service.ts';
import { createRedactor, type JournalLine } from '../../support/subject.ts';

/** Nothing that was sent is missing from the recording of a run that was killed, at whatever moment. */

const ruleIds = Array.from({ length: 8 }, (_, at) => `${at}`.repeat(32));
const args = ['run', '--serial', '--repeat', '12'];
/** Two PUTs that are refused and twelve that are not; two refused DELETEs and one for each rule. */
const planned = 2 + 12 + 2 + ruleIds.length;
const answerAfterMs = 8;

interface Recorder {
  readonly baseUrl: string;
  /** Method, path and whether the token came along, of every request whose head has arrived. */
  readonly received: readonly string[];
  readonly when: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function startRecorder(): Promise<Recorder> {
  const received: string[] = [];
  const waiting: { readonly count: number; readonly go: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const served = headers.authorization === `Bearer ${goodToken}`;
    received.push(`${method} ${url} ${served}`);
    for (const { count, go } of waiting) if (received.length >= count) go();
    request.on('error', () => undefined).resume();
    await sleep(answerAfterMs);
    const answer = JSON.stringify(method === 'PUT' ? putAnswer : deleteAnswer);
    response.writeHead(served ? 200 : 401).end(served ? answer : refusalBody);
  });
  const port = await listening(server);
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  const when = (count: number) =>
    new Promise<void>((go) => void (received.length >= count ? go() : waiting.push({ count, go })));
  return { baseUrl: `http://127.0.0.1:${port}`, received, when, close };
}

interface Moment {
  /** Requests that the service has received; 0 for the start of the process. */
  readonly after: number;
  readonly delayMs: number;
}

const { seed } = runs();
console.info(`killed at moments of seed ${seed}`);

/** Spread over the whole run; the first is while it starts, the last while it judges and reports. */
const twenty: readonly Moment[] = fc
  .sample(fc.noBias(fc.nat(999)), { seed, numRuns: 20 })
  .map((share, at) => {
    const after = Math.round((at * planned) / 19);
    const longest = after === 0 || after === planned ? 600 : 3 * answerAfterMs;
    return { after, delayMs: Math.floor((share * longest) / 1_000) };
  });

const moments = [...twenty.slice(0, 1), ...longOnes(twenty.slice(1, -1)), ...twenty.slice(-1)];

interface Killed {
  readonly received: readonly string[];
  readonly out: string;
  /** Name of the recording. */
  readonly name: string;
  /** Text of the recording; null where there is none yet. */
  readonly recording: string | null;
}

async function killedAt({ after, delayMs }: Moment): Promise<Killed> {
  const recorder = await startRecorder();
  const cwd = temporaryFolder();
  const env = { ...aimedAt(recorder), CONFORMANCE_AUTOMATION_RULE_ID: ruleIds.join(',') };
  const run = startConformance(args, { cwd, env });
  await Promise.race([recorder.when(after), run.ended]);
  await sleep(delayMs);
  run.signal('SIGKILL');
  await run.ended;
  await recorder.close();
  const out = join(cwd, reportFolder);
  const isRecording = (one: string) => /^exchanges\.(?:[0-9a-f]{12}\.)?ndjson$/.test(one);
  const name = (existsSync(out) ? readdirSync(out) : []).find(isRecording) ?? '';
  const recording = name === '' ? null : readFileSync(join(out, name), 'utf8');
  return { received: recorder.received, out, name, recording };
}

/** Lines that were written to their end. */
function linesOf(recording: string | null): readonly JournalLine[] {
  const lines = (recording ?? '').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalLine);
}

function probesOf(lines: readonly JournalLine[]) {
  const intents = lines.flatMap((line) => (line.line === 'intent' ? [line.probe] : []));
  const answered = new Set(lines.flatMap((line) => (line.line === 'exchange' ? [line.exchange.probe] : [])));
  return { intents, answered };
}

/** Takes each request that was received from the intents; what is left over was never meant to be sent. */
function unaccounted(received: readonly string[], lines: readonly JournalLine[]): readonly string[] {
  const intended = probesOf(lines).intents.map(
    ({ method, path, credentials }) => `${method} ${path} ${credentials === 'authorised'}`,
  );
  return received.filter((request) => {
    const at = intended.indexOf(request);
    if (at !== -1) intended.splice(at, 1);
    return at === -1;
  });
}

const { contains } = createRedactor([{ name: 'access token', value: goodToken }]);

/** Renders the recording again, as an operator would after a crash. */
async function expectRebuilt({ out, name: recording }: Killed, lines: readonly JournalLine[]): Promise<void> {
  const { code, stdout } = await conformance(['render', recording], { cwd: out });
  const report = reportIn(out);
  const isCut = !lines.some(({ line }) => line === 'end');
  const { intents, answered } = probesOf(lines);
  expect(code).toBe(0);
  expect(report.run.cut).toBe(isCut);
  expect(stdout.includes('The run was interrupted')).toBe(isCut);
  const effects = (state: string) =>
    report.effects.filter((effect) => effect.state === state).map(({ exchange }) => exchange);
  const served = intents.filter(({ id, credentials }) => answered.has(id) && credentials === 'authorised');
  expect(effects('unknown')).toEqual(intents.map(({ id }) => id).filter((id) => !answered.has(id)));
  expect(effects('confirmed')).toEqual(served.map(({ id }) => id));
  for (const name of ['report.json', 'junit.xml', 'report.md', 'report.html'])
    expect(contains(readFileSync(join(out, name), 'utf8')), name).toEqual([]);
}

/** How many requests the service had received, where the run was killed between the first and the last. */
const inTheMiddle: number[] = [];

test.concurrent.each(moments)('a run that is killed: $delayMs ms after request $after', async (moment) => {
  const killed = await killedAt(moment);
  const lines = linesOf(killed.recording);
  expect(unaccounted(killed.received, lines)).toEqual([]);
  expect(contains(killed.recording ?? '')).toEqual([]);
  if (lines.length > 0) await expectRebuilt(killed, lines);
  if (killed.received.length > 0 && killed.received.length < planned)
    inTheMiddle.push(killed.received.length);
});

test('the moments lie in the middle of the run, most of them', () =>
  expect(inTheMiddle.length / (moments.length - 2)).toBeGreaterThan(10 / 18));
