import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ruleRecord, transformerRecord } from '../support/records.mjs';
import { bytes } from './bodies.mjs';

/**
 * A service in a process of its own that counts and hashes every byte of bodies. It answers the two operations as the
 * document has them, and besides:
 *
 *   GET  /bytes?size=N[&chunked]   N bytes
 *   PUT  /bytes                    the hash and the length of what came
 *   GET  /drop?size=N              announces twice as many bytes as it sends, then ends the connection
 *   GET  /counts                   what it counted so far
 */
const counts = { requests: 0, received: 0, sent: 0, aborted: 0, connections: 0 };

async function receive(request) {
  const hash = createHash('sha256');
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    hash.update(chunk);
    if (length < 65_536) chunks.push(chunk);
  }
  counts.received += length;
  return { sha256: hash.digest('hex'), length, text: Buffer.concat(chunks).toString() };
}

function answer(response, body) {
  const text = Buffer.from(JSON.stringify(body));
  counts.sent += text.length;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
}

async function serve(request, response) {
  const { method, url } = request;
  const { pathname, searchParams } = new URL(url, 'http://service');
  const size = Number(searchParams.get('size') ?? 0);
  if (pathname === '/counts') return answer(response, counts);
  counts.requests += 1;
  if (pathname === '/bytes' && method === 'PUT') {
    const { sha256, length } = await receive(request);
    return answer(response, { sha256, length });
  }
  if (pathname === '/bytes' || pathname === '/drop') {
    const isDropped = pathname === '/drop';
    const length = isDropped ? 2 * size : size;
    response.writeHead(200, searchParams.has('chunked') ? {} : { 'Content-Length': length });
    await pipeline(bytes(size), response, { end: !isDropped });
    counts.sent += size;
    if (isDropped) response.socket.end();
    return;
  }
  const { text } = await receive(request);
  const [, , entityId, , automationRuleId] = pathname.split('/');
  const isPut = method === 'PUT';
  const data = isPut
    ? transformerRecord(JSON.parse(text), entityId, 1)
    : ruleRecord(entityId, automationRuleId, 1);
  answer(response, { status: 'success', requestId: randomUUID(), data });
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => {
    counts.aborted += 1;
    response.destroy();
  });
});
server.keepAliveTimeout = 0;
server.on('connection', () => {
  counts.connections += 1;
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`listens on ${server.address().port}\n`));
