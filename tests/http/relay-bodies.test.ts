import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { between, endsWith, type Wire } from '../support/wires.ts';

const get = 'GET / HTTP/1.1\r\nHost: p\r\n\r\n';
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
const large = Buffer.alloc(10 * 1024 * 1024, everyByte);

/** What stands behind the head, with chunks undone. */
function bodyOf({ bytes }: Wire): Buffer {
  const start = bytes.indexOf('\r\n\r\n') + 4;
  const head = bytes.subarray(0, start).toString('latin1');
  const body = bytes.subarray(start);
  return /^transfer-encoding:/im.test(head) ? unchunked(body) : body;
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16);
    if (length === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}

function chunked(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Whether the body is there, by its framing. */
function isWhole(text: string): boolean {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length - head.length - 4 >= Number(length);
}

describe('bodies pass byte for byte, both ways', () => {
  const sized = (body: Buffer) => [`Content-Length: ${body.length}\r\n`, body] as const;
  const inChunks = (body: Buffer, size: number) =>
    ['Transfer-Encoding: chunked\r\n', chunked(body, size)] as const;
  const gzip = gzipSync('{"status":"success"}');

  test.each([
    ['every byte there is', everyByte, sized(everyByte)],
    ['every byte there is, in chunks', everyByte, inChunks(everyByte, 7)],
    ['compressed', gzip, [`Content-Encoding: gzip\r\n${sized(gzip)[0]}`, gzip] as const],
    ['10 MB', large, sized(large)],
    ['a megabyte in chunks', large.subarray(0, 1_000_000), inChunks(large.subarray(0, 1_000_000), 100_000)],
  ])('%s', async (_, body, [framing, framed]) => {
    const { client, service, world } = await between(`DELETE / HTTP/1.1\r\nHost: p\r\n${framing}\r\n`);
    client.send(framed);
    await service.untilSize(body.length);
    await service.until(isWhole);
    expect(bodyOf(service).equals(body)).toBe(true);
    service.send(`HTTP/1.1 200 OK\r\n${framing}\r\n`);
    service.send(framed);
    await client.untilSize(body.length);
    await client.until(isWhole);
    expect(bodyOf(client).equals(body)).toBe(true);
    const [passed] = await world.concluded();
    expect(passed).toMatchObject({ end: 'complete', answer: { status: 200 } });
    expect(passed?.requestBody.equals(body)).toBe(true);
    expect(passed?.answerBody.equals(body)).toBe(true);
  });

  test('as they come, not once they are whole', async () => {
    const { client, service, answered } = await between(
      'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 6\r\n\r\nabc',
    );
    await service.until(endsWith('abc'));
    client.send('def');
    await service.until(endsWith('abcdef'));
    service.send('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      await answered(`${event.length.toString(16)}\r\n${event}\r\n`);
    }
  });

  test('more requests of one connection than are read ahead, in their order', async () => {
    const paths = Array.from({ length: 300 }, (_, at) => `/${at}`);
    const { client, service, answered } = await between(paths.map((path) => get.replace('/', path)).join(''));
    for (const path of paths) {
      expect(await service.until(endsWith('\r\n\r\n'))).toContain(`GET ${path} `);
      service.clear();
      await answered(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
      client.clear();
    }
  });

  test('several requests of one connection, sent at once, in their order', async () => {
    const { service, answered } = await between(get.repeat(3).replaceAll('GET /', () => 'GET /'));
    for (const body of ['a', 'b', 'c']) {
      await service.until(endsWith('\r\n\r\n'));
      expect(service.text.match(/GET \//g)).toHaveLength(1);
      service.clear();
      await answered(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${body}`);
    }
  });
});

describe('whoever reads slowly slows the other end', () => {
  // What the system itself holds of two connections is some ten megabytes.
  const most = 64 * 1024 * 1024;

  test('a response', async () => {
    const { client, service } = await between(get);
    client.socket.pause();
    service.send(`HTTP/1.1 200 OK\r\nContent-Length: ${20 * large.length}\r\n\r\n`);
    const written = await pushed(service);
    expect(written).toBeLessThan(most);
  });

  test('a request', async () => {
    const { client, service } = await between(
      `PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: ${20 * large.length}\r\n\r\n`,
    );
    service.socket.pause();
    expect(await pushed(client)).toBeLessThan(most);
  });

  test('requests that are sent before the first one is answered', async () => {
    const { client } = await between(get);
    expect(await pushed(client, Buffer.from(get.repeat(2_000)))).toBeLessThan(most);
  });

  /** Writes until nothing more is taken for many turns in a row. */
  async function pushed({ socket }: Wire, chunk = Buffer.alloc(64 * 1024)): Promise<number> {
    let written = 0;
    for (let idle = 0; idle < 200 && written < most; ) {
      if (socket.writableNeedDrain) {
        idle += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      } else {
        idle = 0;
        written += chunk.length;
        socket.write(chunk);
      }
    }
    return written;
  }
});
