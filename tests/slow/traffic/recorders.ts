import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReference } from '../../../reference/service.ts';
import { faultsAskedFor } from '../../../src/cli/setup/faults.ts';
import { madeUpToken } from '../../../src/model/exchange.ts';
import { conformance, root, temporaryFolder } from '../../support/cli.ts';
import { freePort, listening } from '../../support/free-port.ts';
import { environmentOf } from '../../support/run-target.ts';
import type { Exchange, Report } from '../../support/subject.ts';
import { launchChromium } from '../html/chromium.ts';

/** What people record traffic with, each before a reference service with a few faults. */

const faults = ['put.data.enabled:type', 'delete.data.createdAt:format', 'delete:made-up-token'];

/** A page, and a worker through which all of its requests go. */
const pages: Readonly<Record<string, readonly [string, string]>> = {
  '/page.html': ['text/html', '<title>page</title>'],
  '/worker.js': [
    'text/javascript',
    `self.addEventListener('install', () => self.skipWaiting());
     self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
     self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  ],
};

export interface Service extends AsyncDisposable {
  readonly baseUrl: string;
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
  /** Each exchange as a line of JSON, as it ended. */
  readonly log: readonly string[];
}

/** The reference service behind a server that logs each exchange, and has a page of its own. */
export async function startLogged(): Promise<Service> {
  const reference = await startReference(faultsAskedFor(faults));
  const log: string[] = [];
  const server = createServer(async (request, response) => {
    const [type, page] = pages[request.url ?? ''] ?? [];
    if (type !== undefined) {
      response.writeHead(200, { 'content-type': type }).end(page);
      return;
    }
    const startedDateTime = new Date().toISOString();
    const { method = '', url = '', headers } = request;
    const sent = (await request.toArray()) as Buffer[];
    const onward = sendRequest(`${reference.baseUrl}${url}`, { method, headers });
    const [answer] = await once(onward.end(Buffer.concat(sent)), 'response');
    const body = Buffer.concat(await answer.toArray());
    response.writeHead(answer.statusCode, answer.headers).end(body);
    log.push(
      JSON.stringify({
        startedDateTime,
        request: { method, url, headers, body: Buffer.concat(sent).toString() },
        response: { status: answer.statusCode, headers: answer.headers, body: body.toString() },
      }),
    );
  });
  server.keepAliveTimeout = 0;
  const port = await listening(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  const { token, entityId, settings } = reference;
  return {
    ...{ baseUrl, token, log },
    env: {
      CONFORMANCE_BASE_URL: baseUrl,
      CONFORMANCE_ACCESS_TOKEN: token,
      CONFORMANCE_ENTITY_ID: entityId,
      ...environmentOf(settings),
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await reference.close();
    },
  };
}

export interface RunOf {
  readonly report: Report;
  /** In the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
}

/** A run against a service, or what is before it. @param file a PUT body of its own */
export async function runAgainst({ env }: Service, baseUrl?: string, body?: string): Promise<RunOf> {
  const cwd = temporaryFolder();
  const own = {
    ...env,
    ...(baseUrl === undefined ? {} : { CONFORMANCE_BASE_URL: baseUrl }),
    ...(body === undefined ? {} : { CONFORMANCE_TRANSFORMER_FILE: 'body.json' }),
  };
  if (body !== undefined) writeFileSync(join(cwd, 'body.json'), body);
  await conformance(['run', '--reporter', 'json', '--serial'], { cwd, env: own });
  const folder = join(cwd, 'conformance-report');
  const lines = readFileSync(join(folder, 'exchanges.ndjson'), 'utf8').trimEnd().split('\n');
  return {
    report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')),
    exchanges: lines.flatMap((line) => (JSON.parse(line).exchange as Exchange | undefined) ?? []),
  };
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The requests of a run, for another service. */
function requestsTo({ baseUrl, token }: Service, { exchanges }: RunOf): readonly Sent[] {
  return exchanges.map(({ credentials, request }) => {
    const { pathname } = new URL(request.url);
    const own = credentials === 'authorised' ? token : madeUpToken;
    return {
      url: `${baseUrl}${pathname}`,
      method: request.method,
      headers: {
        ...(credentials === 'none' ? {} : { Authorization: `Bearer ${own}` }),
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
    };
  });
}

/** Runs in the page. A browser has the body of a response only once somebody reads it. */
async function sendAll(requests: readonly Sent[]): Promise<void> {
  for (const { url, ...rest } of requests) {
    const response = await fetch(url, rest);
    await response.text();
  }
}

async function controlled(): Promise<void> {
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) => {
      navigator.serviceWorker.oncontrollerchange = resolve;
    });
}

/** @param hasWorker whether the page's requests go through a service worker */
export async function chromiumHar(service: Service, run: RunOf, hasWorker: boolean): Promise<string> {
  const path = join(temporaryFolder(), 'session.har');
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ recordHar: { path } });
    const tab = await context.newPage();
    await tab.goto(`${service.baseUrl}/page.html`);
    if (hasWorker) await tab.evaluate(controlled);
    await tab.evaluate(sendAll, requestsTo(service, run));
    await context.close();
  } finally {
    await browser.close();
  }
  return readFileSync(path, 'utf8');
}

const places = (process.env['PATH'] ?? '').split(':').concat(join(root, 'bench/node_modules/.bin'));

export function programOf(name: string): string | null {
  return places.map((place) => join(place, name)).find((path) => existsSync(path)) ?? null;
}

/** What newman writes for a collection of the run's requests. */
export async function newmanReport(program: string, service: Service, run: RunOf): Promise<string> {
  const cwd = temporaryFolder();
  const item = requestsTo(service, run).map(({ url, method, headers, body }, at) => ({
    name: `request ${at + 1}`,
    request: {
      ...{ url, method },
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: body } }),
    },
  }));
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  writeFileSync(join(cwd, 'collection.json'), JSON.stringify({ info: { name: 'run', schema }, item }));
  const args = ['run', 'collection.json', '--reporters', 'json', '--reporter-json-export', 'report.json'];
  await once(spawn(program, args, { cwd, stdio: 'ignore' }), 'close');
  return readFileSync(join(cwd, 'report.json'), 'utf8');
}

/** Debian's package has it. */
export const mitmproxyAddOn =
  ['/usr/share/doc/mitmproxy/examples/contrib/har_dump.py'].find((path) => existsSync(path)) ?? null;

/** Until somebody listens at a port of 127.0.0.1. */
async function accepting(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}

/** A run through mitmproxy, with the add-on of its examples that writes a HAR. */
export async function mitmproxyHar(program: string, addOn: string, service: Service): Promise<string> {
  const cwd = temporaryFolder();
  const port = await freePort();
  const mode = ['--mode', `reverse:${service.baseUrl}`, '--listen-host', '127.0.0.1', '-p', String(port)];
  const args = [...mode, '--set', 'confdir=.', '-s', addOn, '--set', 'hardump=session.har'];
  const proxy = spawn(program, args, { cwd, stdio: 'ignore' });
  const ended = once(proxy, 'close');
  try {
    await accepting(port);
    await runAgainst(service, `http://127.0.0.1:${port}`);
  } finally {
    proxy.kill('SIGINT');
    await ended;
  }
  return readFileSync(join(cwd, 'session.har'), 'utf8');
}
