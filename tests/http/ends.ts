import { credentials, type Way } from '../cases/ways.ts';
import { freePort } from '../support/free-port.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { brokenTo, type RawService, startRaw } from '../support/raw-service.ts';
import { goodToken } from '../support/service.ts';

/** The two ends of a way, and what lies between them. */
export interface Ends {
  readonly baseUrl: string;
  /** host:port of the base URL. */
  readonly host: string;
  readonly service: RawService;
  readonly proxy: TestProxy;
  /** Texts without what differs from run to run, and with nothing that acts. */
  readonly plain: (text: string) => string;
}

export async function between<T>(way: Way, task: (ends: Ends) => Promise<T>): Promise<T> {
  const { service: listens = 'http', host: name = '127.0.0.1' } = way;
  const tls = typeof listens === 'string' ? undefined : listens;
  const atOnce = { closes: '', plain: 'HTTP/1.1 400 Bad Request\r\n\r\n' }[`${listens}`];
  const answer = listens === 'silent' ? ({ ends: 'open' } as const) : brokenTo('nobody', {});
  await using service = await startRaw(answer, tls, atOnce);
  await using proxy = await startProxy(way.proxy);
  const port = listens === 'nobody' ? await freePort() : service.port;
  const scheme = way.scheme ?? (tls === undefined ? 'http' : 'https');
  const host = `${name}:${port}`;
  const plain = (text: string) =>
    text
      .replaceAll(`:${port}`, ':PORT')
      .replaceAll(new URL(proxy.url).host, 'PROXY')
      .replaceAll(/\([0-9A-F]{8,}:error:[^)]*\)/g, '(of OpenSSL)')
      .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
      .replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return await task({ baseUrl: `${scheme}://${host}`, host, service, proxy, plain });
}

/** What no output may hold: the token, and the proxy's password in any spelling. */
export const neverShown: readonly string[] = [
  goodToken,
  'p@ss/w0rd+1',
  'p%40ss%2Fw0rd%2B1',
  Buffer.from(credentials).toString('base64'),
  Buffer.from(credentials).toString('hex'),
];
