import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/files.mjs';
import { stop } from '../support/processes.mjs';
import { showProgress } from '../support/progress.mjs';
import { bytes, hashOfBytes } from './bodies.mjs';
import { startUpstream, startWatch } from './contenders.mjs';
import { ask, bodyLength } from './load.mjs';

const large = 10 * 1024 * 1024;

/** What clients saw. */
export function emptyLedger() {
  return { requests: 0, sent: 0, received: 0, judged: 0, left: 0, drops: 0, problems: [] };
}

function expect(ledger, holds, what) {
  if (!holds) ledger.problems.push(what);
}

/** Reads an answer to its end. @param pauseMs before each piece of it */
async function readAll(answer, pauseMs) {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of answer) {
    hash.update(chunk);
    length += chunk.length;
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return { length, sha256: hash.digest('hex') };
}

async function opened(outgoing) {
  const [answer] = await once(outgoing, 'response');
  return answer;
}

export const clients = {
  /** One connection for all its requests; half of them are answered before the next is sent. */
  async 'keeps alive'({ port, ledger, agent }) {
    for (let count = 0; count < 20; count += 1) {
      const { length } = await ask(port, agent, count % 2 === 0);
      ledger.requests += 1;
      ledger.judged += 1;
      ledger.sent += count % 2 === 0 ? bodyLength : 0;
      ledger.received += length;
      await sleep(20);
    }
  },
  async 'reads slowly'({ port, ledger, host, count }) {
    const framing = count % 2 === 0 ? '' : '&chunked';
    const answer = await opened(get({ host, port, path: `/bytes?size=${large}${framing}`, agent: false }));
    const { length, sha256 } = await readAll(answer, 10);
    ledger.requests += 1;
    ledger.received += length;
    expect(
      ledger,
      length === large && sha256 === hashOfBytes(large),
      `read ${length} bytes, or others than were sent`,
    );
  },
  async 'sends 10 MB'({ port, ledger, host, count }) {
    const headers = count % 2 === 0 ? { 'Content-Length': large } : {};
    const outgoing = request({ host, port, path: '/bytes', method: 'PUT', headers, agent: false });
    const arriving = opened(outgoing);
    await pipeline(bytes(large), outgoing);
    const chunks = [];
    for await (const chunk of await arriving) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { length, sha256 } = JSON.parse(body.toString());
    ledger.requests += 1;
    ledger.sent += large;
    ledger.received += body.length;
    expect(ledger, length === large && sha256 === hashOfBytes(large), `sent ${large} bytes, ${length} came`);
  },
  async leaves({ port, ledger, host }) {
    const answer = await opened(get({ host, port, path: `/bytes?size=${10 * large}`, agent: false }));
    await once(answer, 'readable');
    answer.destroy();
    ledger.left += 1;
    await sleep(100);
  },
  async 'is dropped'({ port, ledger, host }) {
    const answer = await opened(get({ host, port, path: '/drop?size=100000', agent: false }));
    let length = 0;
    let isCut = false;
    answer.on('data', (chunk) => {
      length += chunk.length;
    });
    answer.on('error', () => {
      isCut = true;
    });
    await new Promise((resolve) => answer.once('close', resolve));
    ledger.requests += 1;
    ledger.drops += 1;
    ledger.received += length;
    expect(
      ledger,
      isCut && length === 100_000,
      `a drop came as ${length} bytes${isCut ? '' : ', and as whole'}`,
    );
    await sleep(100);
  },
};

async function repeat(name, surroundings, endsAt) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; Date.now() < endsAt; count += 1)
    await clients[name]({ ...surroundings, agent, count }).catch((error) => {
      surroundings.ledger.problems.push(`${name}: ${error.message}`);
    });
  agent.destroy();
}

async function countsOf(port) {
  const answer = await opened(get({ host: '127.0.0.1', port, path: '/counts', agent: false }));
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** MiB that a process holds. */
export function residentMebibytes({ pid }) {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** @returns whether nothing was lost */
export async function soak(seconds) {
  const folder = temporaryFolder();
  const upstream = await startUpstream();
  const watch = await startWatch(`http://127.0.0.1:${upstream.port}`, folder, [
    '--reporter',
    'json',
    '--side',
    'both',
  ]);
  const ledger = emptyLedger();
  const surroundings = { port: watch.port, host: '127.0.0.1', ledger };
  const endsAt = Date.now() + seconds * 1000;
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, residentMebibytes(watch.child));
    showProgress(`${Math.ceil((endsAt - Date.now()) / 1000)} s left, ${ledger.requests} requests`);
  }, 250);
  const names = ['keeps alive', 'keeps alive', ...Object.keys(clients)];
  await Promise.all(names.map((name) => repeat(name, surroundings, endsAt)));
  clearInterval(watching);
  showProgress('');
  const counted = await countsOf(upstream.port);
  const ended = once(watch.child, 'exit');
  watch.child.kill('SIGTERM');
  const [code] = await ended;
  const { traffic } = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8'));
  await stop(upstream.child);
  // Of answers that a client left, the service counts neither bytes nor an end.
  expect(ledger, counted.requests === ledger.requests + ledger.left, `${counted.requests} requests came`);
  expect(ledger, counted.received === ledger.sent, `${counted.received} bytes came`);
  expect(ledger, counted.sent === ledger.received, `${counted.sent} bytes were sent back`);
  expect(ledger, counted.aborted === ledger.left, `the service was left ${counted.aborted} times`);
  expect(ledger, traffic.exchanges === ledger.judged, `${traffic.exchanges} exchanges were judged`);
  expect(ledger, code === 0, `watch ended with ${code}: ${watch.text().slice(-2000)}`);
  const { problems, ...figures } = ledger;
  process.stdout.write(
    `${JSON.stringify({ seconds, ...figures, counted, mostMebibytes: Math.round(most), problems }, null, 2)}\n`,
  );
  return problems.length === 0;
}
