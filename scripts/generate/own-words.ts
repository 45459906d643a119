import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reporters } from '../../reporters/index.ts';
import { main } from '../../src/cli/program.ts';
import { isDocumented } from '../../src/operations/document-words.ts';
import { printingTo } from '../../src/output/io.ts';

/** Shorter texts are no tokens. */
const word = /[A-Za-z][A-Za-z_-]{7,}/g;
/** In one case, or in camel case: no piece of a hash. */
const isReadable = /^(?:[A-Z_-]+|[A-Za-z]?[a-z_-]+(?:[A-Z][a-z_-]+)*)$/;

/** A page names its style and its script by their hash, and a run has an id: a piece of either may be readable by chance. */
const byChance = /sha256-[A-Za-z0-9+/=]+|\b[0-9a-f]{16,}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What a run prints and writes. */
async function runAt(
  environment: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'own-words-'));
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const io = { ...printingTo(print, print), colour: false, columns: 80, live: false, annotations: false };
  const names = reporters.map(({ name }) => name).join();
  const args = ['run', '--out', 'out', '--reporter', names, ...flags];
  try {
    await main({ args, environment, cwd, io });
    const out = join(cwd, 'out');
    const written = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
    return [printed, ...written].join('\n').replaceAll(cwd, '');
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

async function runWith(answer: RequestListener, ...flags: readonly string[]): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const environment = {
      CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}`,
      CONFORMANCE_ACCESS_TOKEN: 'x1-2y3-4z5-6w7',
      CONFORMANCE_ENTITY_ID: 'e1',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b1',
      CONFORMANCE_AUTOMATION_RULE_ID: 'r1',
    };
    return await runAt(environment, ...flags);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Of what runs leave, conforming, deviating and failing ones. */
const runs = [
  await runAt({}, '--reference'),
  await runWith((_, response) => response.setHeader('content-type', 'application/json').end('{}')),
  await runWith(
    ({ method }, response) => void (method === 'PUT' && response.write('{')),
    '--timeout-ms',
    '300',
  ),
];

/**
 * `src/secrets/own-words.json`: the words that every format and the recording are made of. Those of the document, and
 * parts of other words, are left out: whoever asks for a word finds them anyway.
 */
export function ownWords(): string {
  const found = (runs.join('\n').replaceAll(byChance, '').match(word) ?? [])
    .filter((one) => isReadable.test(one))
    .map((one) => one.toLowerCase());
  const words = [...new Set(found)].filter((one) => !isDocumented(one)).sort();
  const whole = words.filter((one) => !words.some((other) => other !== one && other.includes(one)));
  return `${JSON.stringify(whole, null, 2)}\n`;
}
