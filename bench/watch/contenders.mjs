import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { openapi } from '../peers/respect.mjs';
import { writeJson } from '../support/files.mjs';
import { start } from '../support/processes.mjs';
import { cli } from '../support/service.mjs';

const here = (name) => new URL(name, import.meta.url).pathname;
const require = createRequire(import.meta.url);

/** Starts a process, and waits for the line in which it says its port. */
export async function listening(args, pattern, options = {}) {
  const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let text = '';
  const port = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        const [, found] = pattern.exec(text) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    child.once('exit', () => reject(new Error(`ended before it listened: ${text}`)));
  });
  return { child, port, text: () => text };
}

export function startUpstream() {
  return listening([here('service.mjs')], /listens on (\d+)/);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

export function startWatch(upstream, folder, more = []) {
  const args = [
    cli,
    'watch',
    '--upstream',
    upstream,
    '--port',
    '0',
    '--out',
    join(folder, 'reports'),
    ...more,
  ];
  return listening(args, /passes http:\/\/127\.0\.0\.1:(\d+) /, { cwd: folder });
}

/** The proxies that are measured, and none. */
export const contenders = [
  { name: 'no proxy', start: async (upstream) => ({ child: null, port: Number(new URL(upstream).port) }) },
  {
    name: 'without a judge',
    start: (upstream) => listening([here('unjudged.mjs'), upstream], /listens on (\d+)/),
  },
  { name: 'conformance watch', start: (upstream, folder) => startWatch(upstream, folder) },
  {
    name: 'conformance watch --record',
    start: (upstream, folder) =>
      startWatch(upstream, folder, ['--record', join(folder, `${Date.now()}.ndjson`)]),
  },
  {
    name: 'redocly proxy --api',
    start: async (upstream, folder) => {
      const api = join(folder, 'openapi.json');
      const port = await freePort();
      writeJson(api, openapi(`http://127.0.0.1:${port}`));
      const tool = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
      const har = join(folder, 'traffic.har');
      const args = [tool, 'proxy', '--target', upstream, '--port', String(port), '--har', har, '--api', api];
      const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
      const { child, text } = await listening(args, new RegExp(`(${port})`), { cwd: folder, env });
      return { child, port, text };
    },
  },
];
