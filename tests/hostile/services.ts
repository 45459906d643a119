import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { deleteAnswer, putAnswer, refusalBody } from '../support/conforming.ts';
import { goodToken } from '../support/service.ts';

/** How a run against a hostile service must end. */
export interface Hostile {
  readonly name: string;
  /** Answers the authorised PUT; everything else is answered as it should be. */
  readonly answer: (socket: Socket) => void;
  readonly exitCode: 1 | 3;
  /** The cause in plain words: somewhere in the reasons, the evidence or the observations. */
  readonly says: RegExp;
}

const bodyLimit = 1024 * 1024;

function head(headers: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`;
}

function whole(
  body: string | Buffer,
  headers = 'content-type: application/json',
  status?: string,
): (socket: Socket) => void {
  const bytes = Buffer.from(body);
  return (socket) =>
    socket.end(
      Buffer.concat([
        Buffer.from(head(`${headers}\r\ncontent-length: ${bytes.length}`, status), 'latin1'),
        bytes,
      ]),
    );
}

/** Writes the same piece again and again, as fast as it is taken, until the other side is gone. */
function forEver(first: string, piece: Buffer, everyMs = 0): (socket: Socket) => void {
  return (socket) => {
    socket.write(first);
    const more = () => {
      if (socket.destroyed) return;
      const taken = socket.write(piece);
      if (everyMs > 0) setTimeout(more, everyMs);
      else if (taken) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  };
}

function compressed(encoding: string, bytes: Buffer): (socket: Socket) => void {
  return whole(bytes, `content-type: application/json\r\ncontent-encoding: ${encoding}`);
}

const zeros = Buffer.alloc(40 * 1024 * 1024);
const answer = JSON.stringify(putAnswer);

function data(extra: string): string {
  return `{"status":"success","requestId":"3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f","data":{${extra}}}`;
}

function redirect(status: string, location: string): Hostile {
  return {
    name: `a redirect ${status} to ${location}`,
    answer: whole('', `location: ${location}`, status),
    exitCode: 3,
    says: new RegExp(`${status.slice(0, 3)} to ${location.replaceAll('.', '\\.')}`),
  };
}

export const hostileServices: readonly Hostile[] = [
  { name: 'never answers', answer: () => undefined, exitCode: 3, says: /no answer|timed out|within \d+ ms/ },
  {
    name: 'headers, then silence',
    answer: (socket) => void socket.write(head('content-length: 10')),
    exitCode: 3,
    says: /within \d+ ms/,
  },
  {
    name: 'half a header, then silence',
    answer: (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty'),
    exitCode: 3,
    says: /within \d+ ms/,
  },
  {
    name: 'a byte every 50 ms for ever',
    answer: forEver(head('content-type: application/json'), Buffer.from(' '), 50),
    exitCode: 3,
    says: /within \d+ ms/,
  },
  {
    name: 'an endless body',
    answer: forEver(head('content-type: application/json'), Buffer.alloc(65_536, 32)),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'endless headers',
    answer: forEver('HTTP/1.1 200 OK\r\n', Buffer.from('x-more: yes\r\n'.repeat(500))),
    exitCode: 3,
    says: /headers/,
  },
  {
    name: 'thousands of headers',
    answer: whole(answer, 'x: y\r\n'.repeat(20_000).trim()),
    exitCode: 1,
    says: /put\.data\.name:echo/,
  },
  {
    name: 'a gzip bomb',
    answer: compressed('gzip', gzipSync(zeros)),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a deflate bomb',
    answer: compressed('deflate', deflateSync(zeros)),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a br bomb',
    answer: compressed('br', brotliCompressSync(zeros)),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a bomb inside a bomb',
    answer: compressed('gzip, gzip', gzipSync(gzipSync(zeros))),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a chain of many codings',
    answer: compressed('gzip, gzip, gzip, gzip, gzip', gzipSync('x')),
    exitCode: 3,
    says: /content.(?:en)?coding/i,
  },
  {
    name: 'a content-encoding that lies',
    answer: compressed('gzip', Buffer.from(answer)),
    exitCode: 3,
    says: /gzip/,
  },
  {
    name: 'an unknown content-encoding',
    answer: compressed('zip', Buffer.from(answer)),
    exitCode: 3,
    says: /zip/,
  },
  {
    name: 'a content-length that is too long',
    answer: (socket) => socket.end(`${head('content-length: 1000')}${answer.slice(0, 100)}`),
    exitCode: 3,
    says: /100 bytes of the body: the answer is not complete/,
  },
  {
    name: 'a content-length that is too short',
    answer: (socket) => socket.end(`${head('content-length: 20')}${answer}`),
    exitCode: 1,
    says: /not JSON/,
  },
  {
    name: 'two content-lengths',
    answer: (socket) => socket.end(`${head('content-length: 5\r\ncontent-length: 6')}hello`),
    exitCode: 3,
    says: /HTTP/,
  },
  {
    name: 'reset before headers',
    answer: (socket) => void socket.resetAndDestroy(),
    exitCode: 3,
    says: /reset|closed/,
  },
  {
    name: 'reset in the headers',
    answer: (socket) => void socket.write('HTTP/1.1 200 OK\r\nx', () => socket.resetAndDestroy()),
    exitCode: 3,
    says: /reset|closed/,
  },
  {
    name: 'reset after the headers',
    answer: (socket) =>
      void socket.write(`${head('content-length: 100')}{`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    exitCode: 3,
    says: /reset|before/,
  },
  { name: 'closed at once', answer: (socket) => void socket.destroy(), exitCode: 3, says: /closed/ },
  {
    name: 'an SSH banner',
    answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    exitCode: 3,
    says: /HTTP/,
  },
  {
    name: 'binary noise',
    answer: (socket) => socket.end(Buffer.from([0, 255, 22, 3, 1, 0, 0])),
    exitCode: 3,
    says: /HTTP/,
  },
  {
    name: 'a storm of 1xx',
    answer: forEver('', Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')),
    exitCode: 3,
    says: /interim|1xx|informational/i,
  },
  {
    name: 'an unasked 100 Continue',
    answer: (socket) =>
      socket.end(`HTTP/1.1 100 Continue\r\n\r\n${head(`content-length: ${answer.length}`)}${answer}`),
    exitCode: 3,
    says: /100|interim|HTTP/i,
  },
  {
    name: '204 with a body',
    answer: whole(answer, 'content-type: application/json', '204 No Content'),
    exitCode: 1,
    says: /body is empty/,
  },
  {
    name: 'invalid UTF-8',
    answer: whole(
      Buffer.concat([Buffer.from('{"status":"success","x":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ),
    exitCode: 1,
    says: /not valid UTF-8/,
  },
  {
    name: 'UTF-16',
    answer: whole(Buffer.from(answer, 'utf16le')),
    exitCode: 1,
    says: /not (?:valid UTF-8|JSON)/,
  },
  { name: 'NUL bytes', answer: whole('\0\0\0\0'), exitCode: 1, says: /not JSON/ },
  {
    name: 'JSON nested 200,000 deep',
    answer: whole('['.repeat(200_000) + ']'.repeat(200_000)),
    exitCode: 3,
    says: /nested deeper/,
  },
  {
    name: 'a string of 20 MB',
    answer: whole(`{"status":"success","x":"${'x'.repeat(20_000_000)}"}`),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a string just below the limit',
    answer: whole(data(`"x":"${'x'.repeat(bodyLimit - 1_000)}"`)),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: '10,000 unknown fields',
    answer: whole(data(Array.from({ length: 10_000 }, (_, at) => `"f${at}":${at}`).join(','))),
    exitCode: 1,
    says: /and \d+ more/,
  },
  {
    name: '100,000 conditions',
    answer: whole(data(`"conditions":[${Array.from({ length: 100_000 }, () => '{"a":1}').join(',')}]`)),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: 'keys of the prototype',
    answer: whole(data('"__proto__":{"name":"x"},"constructor":{},"toString":1,"hasOwnProperty":2')),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: 'duplicate keys at depth',
    answer: whole(data('"action":{"x":[{"k":1,"k":1}]}')),
    exitCode: 1,
    says: /more than once/,
  },
  {
    name: 'odd numbers',
    answer: whole(
      data('"action":{"amount":1e400,"currency":-0,"datetime":9007199254740993,"assetName":1e-400}'),
    ),
    exitCode: 1,
    says: /1e-400/,
  },
  {
    name: 'a huge exponent',
    answer: whole(data(`"action":{"amount":1e${'9'.repeat(100_000)}}`)),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: 'lone surrogates',
    answer: whole(data('"name":"\\ud800","businessDataTypeId":"\\udc00\\ud800"')),
    exitCode: 1,
    says: /ud800/,
  },
  {
    name: 'JSON as text/html',
    answer: whole(data('"name":1'), 'content-type: text/html'),
    exitCode: 1,
    says: /text\/html/,
  },
  {
    name: 'HTML as application/json',
    answer: whole('<!doctype html><h1>Sign in</h1>'),
    exitCode: 1,
    says: /not JSON/,
  },
  {
    name: '429 with Retry-After',
    answer: whole('{}', 'retry-after: 3600', '429 Too Many Requests'),
    exitCode: 3,
    says: /429.*retry-after: 3600/,
  },
  {
    name: '503 with Retry-After',
    answer: whole('{}', 'retry-after: 0', '503 Service Unavailable'),
    exitCode: 3,
    says: /503.*retry-after: 0/,
  },
  ...[
    '301 Moved Permanently',
    '302 Found',
    '303 See Other',
    '307 Temporary Redirect',
    '308 Permanent Redirect',
  ].flatMap((status) => [redirect(status, '/elsewhere'), redirect(status, 'http://127.0.0.2:9/stolen')]),
];

/** Header and body of one request, as far as it is needed to answer it. */
interface Received {
  readonly head: string;
  readonly body: string;
}

function received(bytes: string): Received | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const body = bytes.slice(end + 4);
  const length = Number(/content-length: (\d+)/i.exec(bytes)?.[1] ?? 0);
  return body.length < length ? null : { head: bytes.slice(0, end), body };
}

function conforming({ head: requestHead, body }: Received): (socket: Socket) => void {
  if (!requestHead.includes(`Bearer ${goodToken}`))
    return whole(refusalBody, 'content-type: application/json', '401 Unauthorized');
  const isDelete = requestHead.startsWith('DELETE');
  const record = isDelete
    ? deleteAnswer
    : { ...putAnswer, data: { ...putAnswer.data, name: (JSON.parse(body) as { name: string }).name } };
  return whole(JSON.stringify(record));
}

export interface HostileService {
  readonly baseUrl: string;
  /** Request lines in order. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** A service on loopback that is hostile to the authorised PUT alone, so that what else was learned can be looked at. */
export async function startHostile({ answer: attack }: Pick<Hostile, 'answer'>): Promise<HostileService> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const server = createServer((socket) => {
    let bytes = '';
    let answered = false;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      const request = received(bytes);
      if (request === null || answered) return;
      answered = true;
      requests.push(request.head.split('\r\n')[0] ?? '');
      const isTarget = request.head.startsWith('PUT') && request.head.includes(`Bearer ${goodToken}`);
      (isTarget ? attack : conforming(request))(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}`, requests, close };
}
