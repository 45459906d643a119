import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brokenServices } from '../../cases/broken-services.ts';
import { aimedAt, reportIn, runProcess as run } from '../../commands/targets.ts';
import { conformanceProcess, folderWith, temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { type Answer, brokenTo, data, startRaw, whole } from '../../support/raw-service.ts';
import { goodToken } from '../../support/service.ts';
import { asLine } from '../../support/traffic.ts';

/** What a command takes of the machine, whatever it reads: memory, and room on the disk. */

/** Megabytes of the whole process, its threads and Node.js included; a run of little alone takes some 110. */
const mostMemory = 200;
const mostBytes = 10_000_000;
/** Of the recording, which keeps what reports cut. */
const mostRecorded = 64_000_000;

/** Writes the peak of the process's memory, in kilobytes, to a file when it ends. */
const gauge = `
  import { isMainThread } from "node:worker_threads";
  import { writeFileSync } from "node:fs";
  if (isMainThread) process.on("exit", () => writeFileSync("peak", String(process.resourceUsage().maxRSS)));
`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(gauge)}`;
const peakIn = (cwd: string) => Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024;

/** Leaves a little room for the envelope below the largest body that is read. */
const room = 1024 * 1024 - 2_000;
const filled = (piece: string) => piece.repeat(Math.floor(room / piece.length)).replace(/,$/, '');
const shortHeaders = Array.from({ length: 10_000 }, () => 'a: 1').join('\r\n');

const loads: readonly (readonly [string, Answer | undefined, number])[] = [
  ['an endless body', brokenServices['an endless body'], 1],
  ['half a million elements', whole(data(`"conditions":[${filled('0,')}]`)), 1],
  ['a hundred thousand duplicate keys', whole(data(filled('"a":1,'))), 1],
  ['tens of thousands of tokens', whole(data(`"a":[${filled(`"${goodToken}",`)}]`)), 1],
  ['short headers, a hundred times', whole(data('"pad":0'), shortHeaders), 100],
  ['masked places, a hundred times', whole(data(`"a":[${filled('{"password":"x"},')}]`)), 100],
  ['honest responses, a thousand times', whole(data(`"pad":"${'p'.repeat(12_000)}"`)), 1000],
];

test.each(loads)(
  'memory and files of a run stay within their bounds against %s',
  async (_, answer, repeat) => {
    // A service that serves everyone is asked once.
    const service = await startRaw(brokenTo(repeat === 1 ? 'everyone' : 'authorised put', answer ?? {}));
    const cwd = temporaryFolder();
    const args = ['--timeout-ms', '5000', ...(repeat === 1 ? [] : ['--repeat', `${repeat}`])];
    const formats = { CONFORMANCE_REPORTER: 'terminal,json,junit,markdown,html,sarif,code-quality' };
    const env = { ...aimedAt(service), ...formats, NODE_OPTIONS };
    const { code, stderr, stdout, out, files } = await run(args, { cwd, env, deadlineMs: 280_000 });
    await service.close();
    expect(service.requests.length).toBeGreaterThanOrEqual(repeat);
    expect([1, 3], stderr).toContain(code);
    expect(peakIn(cwd)).toBeLessThan(mostMemory);
    expect(files?.length).toBeGreaterThan(6);
    for (const file of readdirSync(out)) {
      const most = file === 'exchanges.ndjson' ? mostRecorded : mostBytes;
      expect(statSync(join(out, file)).size, file).toBeLessThan(most);
    }
    expect(stdout.length).toBeLessThan(100_000);
    expect(stdout + stderr).not.toContain(goodToken);
  },
);

test('memory of a check stays within its bound over 20,000 exchanges and a line of 64 MB', async () => {
  const line = `${asLine(conformingExchanges()[2] ?? ({} as never))}\n`;
  const text = `${line.repeat(20_000)}${'x'.repeat(64 * 1024 * 1024)}\n${line}`;
  const cwd = folderWith({ 'traffic.gz': gzipSync(text, { level: 1 }) });
  const args = ['check', 'traffic.gz', '--max-bad', '1', '--out', 'out'];
  const { stderr } = await conformanceProcess(args, { cwd, env: { NODE_OPTIONS } });
  expect(reportIn(join(cwd, 'out')).traffic?.exchanges, stderr).toBe(20_001);
  expect(peakIn(cwd)).toBeLessThan(mostMemory);
});
