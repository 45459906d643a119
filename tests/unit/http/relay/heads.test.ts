import { describe, expect, test } from 'vitest';
import { between, endsWith } from './world.ts';

const get = 'GET /a HTTP/1.1\r\nHost: proxy\r\n\r\n';
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

describe('the head of a request arrives as it was sent', () => {
  test('in order, case and number, with any byte; only Host names the service', async () => {
    const { service, host, answered } = await between(
      'GET /b%2F?q=%C3%A9&&x HTTP/1.1\r\nx-One: 1\r\nHOST: proxy.example\r\nX-Two:  two words \r\nx-one: 2\r\n' +
        'X-Bytes: \xc3\xa9\xff\r\nCookie: a=1\r\nAccept-Encoding: gzip, br\r\ncookie: b=2\r\nX-Empty:\r\n\r\n',
    );
    const received = await service.until(endsWith('\r\n\r\n'));
    expect(received).toBe(
      `GET /b%2F?q=%C3%A9&&x HTTP/1.1\r\nx-One: 1\r\nHOST: ${host}\r\nX-Two:  two words \r\nx-one: 2\r\n` +
        'X-Bytes: \xc3\xa9\xff\r\nCookie: a=1\r\nAccept-Encoding: gzip, br\r\ncookie: b=2\r\nX-Empty:\r\n\r\n',
    );
    await answered(ok);
  });

  test('with what it says about the connection: each client has one of its own to the service', async () => {
    const fields =
      'Connection: keep-alive, X-Hop\r\nKeep-Alive: timeout=5\r\nX-Hop: 1\r\nTE: trailers;q=0.5, gzip\r\n' +
      'Proxy-Connection: keep-alive\r\nconnection: x-other , Host\r\nX-OTHER: 3\r\nProxy-Authorization: Basic YQ==\r\n\r\n';
    const { service, host } = await between(`GET / HTTP/1.1\r\nHost: p\r\n${fields}`);
    expect(await service.until(endsWith('\r\n\r\n'))).toBe(`GET / HTTP/1.1\r\nHost: ${host}\r\n${fields}`);
  });

  test('with two thousand fields', async () => {
    const fields = Array.from({ length: 2000 }, (_, at) => `X-${at}: ${at}\r\n`).join('');
    const { service, answered } = await between(`GET / HTTP/1.1\r\nHost: p\r\n${fields}\r\n`);
    expect(await service.until(endsWith('\r\n\r\n'))).toContain(fields);
    expect(await answered(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${fields}\r\n`)).toContain(fields);
  });

  test('its path behind that of the service, without a host that stands before it', async () => {
    const { service } = await between('GET http://else.example/a?b HTTP/1.1\r\nHost: else.example\r\n\r\n');
    expect(await service.until(endsWith('\r\n\r\n'))).toMatch(
      /^GET \/a\?b HTTP\/1\.1\r\nHost: 127\.0\.0\.1:/,
    );
  });

  test('of HTTP/1.0, which knows no Host, with one', async () => {
    const { client, service, host } = await between('GET / HTTP/1.0\r\nX-A: 1\r\n\r\n');
    expect(await service.until(endsWith('\r\n\r\n'))).toBe(
      `GET / HTTP/1.0\r\nHost: ${host}\r\nX-A: 1\r\n\r\n`,
    );
    service.send('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc');
    expect(await client.over()).toBe('end');
    expect(client.text).toBe('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc');
  });

  test.each(['PUT /a', 'BREW /a', 'OPTIONS *', 'GET /\xc3\xa9'])('%s, without a body', async (line) => {
    const { service, host } = await between(`${line} HTTP/1.1\r\nHost: p\r\n\r\n`);
    expect(await service.until(endsWith('\r\n\r\n'))).toBe(`${line} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  });

  test('behind empty lines, which some clients send behind a body', async () => {
    const { service, host } = await between(`\r\n\r\n${get}`);
    expect(await service.until(endsWith('\r\n\r\n'))).toBe(get.replace('Host: proxy', `Host: ${host}`));
  });
});

describe('the head of a response arrives as it was sent', () => {
  test('in order, case and number, with any byte, and nothing added', async () => {
    const { answered } = await between(get);
    expect(
      await answered(
        'HTTP/1.1 299 Fast \xe9nough\r\nSet-Cookie: a=1\r\nx-B: 2\r\nContent-Length: 2\r\nset-cookie: b=2\r\n' +
          'Content-Disposition: attachment; filename="\xc3\xa9"\r\nX-Bytes: \xc3\xa9\xff\r\nserver: s\r\n\r\nok',
      ),
    ).toBe(
      'HTTP/1.1 299 Fast \xe9nough\r\nSet-Cookie: a=1\r\nx-B: 2\r\nContent-Length: 2\r\nset-cookie: b=2\r\n' +
        'Content-Disposition: attachment; filename="\xc3\xa9"\r\nX-Bytes: \xc3\xa9\xff\r\nserver: s\r\n\r\nok',
    );
  });

  test('before its body, with any byte', async () => {
    const { client, service, answered } = await between(get);
    service.send('HTTP/1.1 200 OK\r\nX-Bytes: \xc3\xa9\r\nContent-Length: 4\r\n\r\n');
    expect(await client.until((text) => text.includes('\r\n\r\n'))).toContain('X-Bytes: \xc3\xa9\r\n');
    await answered('body');
  });

  test('with what it says about the connection', async () => {
    const { answered } = await between(get);
    const answer =
      'HTTP/1.1 200\r\nConnection: X-Hop, keep-alive\r\nKeep-Alive: timeout=9\r\nX-Hop: 1\r\nUpgrade: h2c\r\nX-End: 2\r\n' +
      'Content-Length: 0\r\n\r\n';
    expect(await answered(answer)).toBe(answer);
  });

  test.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 120\r\n'],
    ['HEAD', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 120\r\nETag: "x"\r\n'],
    ['DELETE', 'HTTP/1.1 204 No Content\r\n'],
    ['GET', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTrailer: X\r\n'],
  ])('%s without a body: %j, and the connection stays', async (method, head) => {
    const { client, service, upstream, answered } = await between(`${method} / HTTP/1.1\r\nHost: p\r\n\r\n`);
    expect(await answered(`${head}\r\n`)).toBe(`${head}\r\n`);
    service.clear();
    client.send(get);
    await service.until(endsWith('\r\n\r\n'));
    expect(upstream.connections()).toBe(1);
  });
});

describe('interim responses', () => {
  test.each([
    ['100 Continue', ''],
    ['103 Early Hints', 'Link: </a>; rel=preload\r\n'],
    ['102 Processing', 'X-Step: \xe9\r\n'],
  ])('%s comes before the response', async (status, fields) => {
    const { answered } = await between(get);
    expect(await answered(`HTTP/1.1 ${status}\r\n${fields}\r\n`)).toBe(`HTTP/1.1 ${status}\r\n${fields}\r\n`);
    await answered(ok);
  });

  test('a body that waits for 100 Continue waits for that of the service', async () => {
    const head = 'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 4\r\nExpect: 100-continue\r\n';
    const { client, service, answered } = await between(`${head}\r\n`);
    expect(await service.until(endsWith('\r\n\r\n'))).toContain('Expect: 100-continue\r\n');
    expect(client.text).toBe('');
    expect(await answered('HTTP/1.1 100 Continue\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    client.send('body');
    await service.until(endsWith('body'));
    await answered(ok);
  });

  test('a body that the service does not want is not asked for', async () => {
    const { answered } = await between(
      'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(await answered('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 417 Expectation Failed\r\n/,
    );
  });
});
