/** What `watch` passes, and how: bytes on four sockets. `{host}` is that of the service. */

export interface Relayed {
  /** For readers of docs/traffic.md. */
  readonly passes: string;
  readonly request: string;
  /** What the service gets. */
  readonly arrives: string;
  readonly response: string;
  /** What the client gets; without it, the response as it was sent. */
  readonly comes?: string;
  /** Whether the service ends its connection behind the response. */
  readonly ends?: true;
}

const kept = 'Connection: keep-alive\r\n';
const get = 'GET /a HTTP/1.1\r\nHost: p\r\n\r\n';
const gets = `GET /a HTTP/1.1\r\nHost: {host}\r\n${kept}\r\n`;
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const inChunks = 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
const trailers =
  'Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\nx-SUM: \xe9\r\n\r\n';

export const relayed: readonly Relayed[] = [
  {
    passes: 'headers of a request in order, case and number, with any byte',
    request:
      'GET /b%2F?q=%C3%A9&&x HTTP/1.1\r\nx-One: 1\r\nHOST: proxy.example\r\nX-Two:  two words \r\nx-one: 2\r\n' +
      'X-Bytes: \xc3\xa9\xff\r\nCookie: a=1\r\ncookie: b=2\r\nX-Empty:\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n',
    arrives:
      'GET /b%2F?q=%C3%A9&&x HTTP/1.1\r\nx-One: 1\r\nHOST: {host}\r\nX-Two: two words\r\nx-one: 2\r\n' +
      'X-Bytes: \xc3\xa9\xff\r\nCookie: a=1\r\ncookie: b=2\r\nX-Empty: \r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n',
    response: ok,
  },
  {
    passes: 'headers of a response in order, case and number, with any byte, and nothing added',
    request: get,
    arrives: gets,
    response:
      'HTTP/1.1 299 Fast \xe9nough\r\nSet-Cookie: a=1\r\nx-B: 2\r\nContent-Length: 2\r\nset-cookie: b=2\r\n' +
      'X-Bytes: \xc3\xa9\xff\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nserver: s\r\n\r\nok',
  },
  {
    passes: 'a body with its length',
    request: 'PUT /a HTTP/1.1\r\nHost: p\r\nContent-Length: 3\r\n\r\nabc',
    arrives: `PUT /a HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\n${kept}\r\nabc`,
    response: ok,
  },
  {
    passes: 'a body in chunks, without its trailers',
    request: `PUT /a HTTP/1.1\r\nHost: p\r\n${trailers}`,
    arrives: `PUT /a HTTP/1.1\r\nHost: {host}\r\n${inChunks.replace('\r\n\r\n', `\r\nTrailer: X-Sum\r\n${kept}\r\n`)}`,
    response: `HTTP/1.1 200 OK\r\n${trailers}`,
    comes: `HTTP/1.1 200 OK\r\n${inChunks}`,
  },
  {
    passes: 'extensions of chunks: not',
    request: 'PUT /a HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\n3;a="b"\r\nabc\r\n0\r\n\r\n',
    arrives: `PUT /a HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n${kept}\r\n3\r\nabc\r\n0\r\n\r\n`,
    response: ok,
  },
  {
    passes: 'a PUT without a body: as one in chunks',
    request: 'PUT /a HTTP/1.1\r\nHost: p\r\n\r\n',
    arrives: `PUT /a HTTP/1.1\r\nHost: {host}\r\n${kept}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    response: ok,
  },
  {
    passes: 'a DELETE without a body, behind an empty line',
    request: `\r\n${get.replace('GET', 'DELETE')}`,
    arrives: gets.replace('GET', 'DELETE'),
    response: 'HTTP/1.1 204 No Content\r\n\r\n',
  },
  ...['Content-Length: 120\r\n', 'Transfer-Encoding: chunked\r\n'].map((framing) => ({
    passes: `the response to a HEAD: ${framing.trim()}`,
    request: get.replace('GET', 'HEAD'),
    arrives: gets.replace('GET', 'HEAD'),
    response: `HTTP/1.1 200 OK\r\n${framing}\r\n`,
    comes: `HTTP/1.1 200 OK\r\n${framing.replace(/^Transfer.*\r\n/, '')}\r\n`,
  })),
  {
    passes: '304 with the length of what is not sent',
    request: get,
    arrives: gets,
    response: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 120\r\nETag: "x"\r\n\r\n',
  },
  {
    passes: 'a body that the end of the connection ends: in chunks',
    request: get,
    arrives: gets,
    response: 'HTTP/1.1 200 OK\r\n\r\nabc',
    ends: true,
    comes: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  },
  {
    passes: 'HTTP/1.0: as HTTP/1.1 with a Host, and back without chunks',
    request: 'GET /a HTTP/1.0\r\nX-A: 1\r\n\r\n',
    arrives: `GET /a HTTP/1.1\r\nHost: {host}\r\nX-A: 1\r\n${kept}\r\n`,
    response: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    comes: 'HTTP/1.1 200 OK\r\n\r\nabc',
  },
  {
    passes: 'a whole URL: as its path',
    request: 'GET http://else.example/a HTTP/1.1\r\nHost: else.example\r\n\r\n',
    arrives: gets,
    response: ok,
  },
  {
    passes: 'interim responses: not, however many',
    request: get,
    arrives: gets,
    response: `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=x\r\n\r\nHTTP/1.1 102 Processing\r\nX: \xe9\r\n\r\n${ok}`,
    comes: ok,
  },
  {
    passes: 'Expect: 100-continue, which the client gets at once',
    request: 'PUT /a HTTP/1.1\r\nHost: p\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody',
    arrives: `PUT /a HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nExpect: 100-continue\r\n${kept}\r\nbody`,
    response: ok,
    comes: `HTTP/1.1 100 Continue\r\n\r\n${ok}`,
  },
  {
    passes: 'a request that would rather have HTTP/2: as one of HTTP/1.1, with its body',
    request:
      'PUT /a HTTP/1.1\r\nHost: p\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: 3\r\n' +
      'HTTP2-Settings: AAEA\r\nUpgrade: h2c\r\n\r\nabc',
    arrives: `PUT /a HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\n${kept}\r\nabc`,
    response: ok,
  },
  {
    passes: 'a request for a WebSocket: as one of HTTP/1.1',
    request: 'GET /a HTTP/1.1\r\nHost: p\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    arrives: gets,
    response: ok,
  },
  {
    passes: 'two thousand headers and more',
    request: `GET /a HTTP/1.1\r\nHost: p\r\n${'X: 1\r\n'.repeat(2_500)}\r\n`,
    arrives: `GET /a HTTP/1.1\r\nHost: {host}\r\n${'X: 1\r\n'.repeat(2_500)}${kept}\r\n`,
    response: `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${'X: 1\r\n'.repeat(2_500)}\r\n`,
  },
];

/** What two readers could take in two ways, of requests and of responses. */
const ambiguous = [
  'Content-Length: 3\r\nContent-Length: 3',
  'Content-Length: 3, 3',
  'Content-Length: +3',
  'Content-Length: 0x3',
  'Content-Length: -1',
  'Content-Length:',
  'Content-Length: 99999999999999999999',
  'Content-Length : 3',
  'Content-Length: 3\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: \x0bchunked',
  'X: 1\r\n Content-Length: 3',
  'X: 1\nContent-Length: 3',
  'X: 1\rContent-Length: 3',
  'X: a\0b',
  ': 1',
  'X',
];

const put = (fields: string) => `PUT /a HTTP/1.1\r\nHost: p\r\n${fields}\r\n\r\n`;

/** Requests that Node.js refuses, none of which reaches the service. */
export const refusedRequests: readonly string[] = [
  ...ambiguous.map(put),
  'hello\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET /a b HTTP/1.1\r\nHost: p\r\n\r\n',
  'GET /a\tb HTTP/1.1\r\nHost: p\r\n\r\n',
  'GET localhost HTTP/1.1\r\nHost: p\r\n\r\n',
  'GET /\xc3\xa9 HTTP/1.1\r\nHost: p\r\n\r\n',
  'BREW /a HTTP/1.1\r\nHost: p\r\n\r\n',
  'GET /a HTTP/1.1\nHost: p\r\n\r\n',
  '\x16\x03\x01',
];

/** Bodies in chunks that are none: the client gets 400, and the service no end of the body. */
export const brokenChunks: readonly string[] = [
  '3\nabc\r\n0\r\n\r\n',
  '3 \r\nabc\r\n0\r\n\r\n',
  '+3\r\nabc\r\n0\r\n\r\n',
  '0x3\r\nabc\r\n0\r\n\r\n',
  '3;a\nb\r\nabc\r\n0\r\n\r\n',
  '3\r\nabcX0\r\n\r\n',
  '3\r\nabc0\r\n\r\n',
  '10000000000000003\r\nabc',
  '\r\n',
  '0\r\nX\r\n\r\n',
  '0\r\n\n',
]
  .map((body) => put('Transfer-Encoding: chunked') + body)
  .concat(put('Transfer-Encoding: xchunked'));

/** Responses that the client gets a 502 in place of. */
export const unreadResponses: readonly string[] = [
  ...ambiguous.map((fields) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`),
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
  'HTTP/1.1 099 X\r\n\r\n',
  'HTTP/1.1 200 OK\n',
  'SSH-2.0-OpenSSH_9.2\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
];
