import { type AddressInfo, createServer } from 'node:net';
import { valuesOf } from '../../model/exchange.ts';
import { createConnect, type TlsSettings } from '../connect.ts';
import { type RequestHead, upgradeOf } from '../message.ts';
import { type HttpProxy, handedTo, hopTo, type ProxySettings } from '../proxy.ts';
import { hostCheck } from './host.ts';
import { Lane, type LaneOptions, type Onlooker } from './lane.ts';

export interface RelaySettings {
  /** The service. The path of each request is appended to its path. */
  readonly upstream: URL;
  readonly tls: TlsSettings;
  readonly proxy: ProxySettings;
  /** The address to listen on. */
  readonly host: string;
  /** Host names that requests may be for, besides those of loopback and of the address. */
  readonly allowedHosts: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  /** Called with the head of each request that is passed. */
  readonly onRequest: (request: RequestHead) => Onlooker;
  /** Called with each request that is not passed, as it is for another host. */
  readonly onMisdirected: () => void;
}

/** Passes everything between clients and a service unchanged, and shows it to an onlooker. */
export interface Relay {
  readonly address: AddressInfo;
  /** Whether no exchange is in flight. */
  readonly isQuiet: () => boolean;
  /** Takes no more connections; resolves when all have ended. After `patienceMs` milliseconds they are cut off. */
  close(patienceMs: number): Promise<void>;
}

/** The fields by which a connection becomes one of HTTP/2, where the service supports that. */
const ofHttp2 = /^(?:connection|upgrade|http2-settings):/i;

/** The head of a request as the service gets it: its target and Host name the service, and it asks for no HTTP/2. */
function onwardTo({ origin, host, pathname }: URL, handed: HttpProxy | null): LaneOptions['onward'] {
  const prefix = (handed === null ? '' : origin) + pathname.replace(/\/+$/, '');
  const { authorization = null } = handed ?? {};
  return (request) => {
    const { method, target, version, headers, text } = request;
    const lines = text.split('\r\n').slice(1, -2);
    const kept = upgradeOf(request) === 'h2c' ? lines.filter((line) => !ofHttp2.test(line)) : lines;
    const fields = kept.map((line) => line.replace(/^(host):.*/i, (_, name) => `${name}: ${host}`));
    // HTTP/1.0 knows no Host, and the service may need one.
    const isWithout = version === '1.0' && valuesOf(headers, 'host').length === 0;
    if (isWithout) fields.unshift(`Host: ${host}`);
    if (authorization !== null) fields.push(`Proxy-Authorization: ${authorization}`);
    // Without a host that it may name.
    const path = target.replace(/^(?:[a-z][\w+.-]*:\/\/[^/?#]*)?\/?/i, `${prefix}/`);
    return [`${method} ${target === '*' ? target : path} HTTP/${version}`, ...fields, '\r\n'].join('\r\n');
  };
}

/** @throws Error of Node.js where it cannot listen on the address */
export async function startRelay(settings: RelaySettings): Promise<Relay> {
  const { upstream, tls, host, port } = settings;
  const { proxy } = hopTo(upstream, settings.proxy);
  const options = {
    connect: createConnect(upstream, proxy, tls),
    onward: onwardTo(upstream, handedTo(upstream, proxy)),
    problemWith: hostCheck([host, ...settings.allowedHosts]),
    onMisdirected: settings.onMisdirected,
    onRequest: settings.onRequest,
  };
  const lanes = new Set<Lane>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const lane = new Lane(socket, options);
    lanes.add(lane);
    void lane.served.then(() => lanes.delete(lane));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    address: server.address() as AddressInfo,
    isQuiet: () => ![...lanes].some(({ isBusy }) => isBusy),
    close: async (patienceMs) => {
      server.close();
      const cut = setTimeout(() => {
        for (const { client } of lanes) client.socket.destroy();
      }, patienceMs);
      for (const lane of lanes) lane.endWhenIdle();
      await Promise.all([...lanes].map(({ served }) => served));
      clearTimeout(cut);
    },
  };
}
