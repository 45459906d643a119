import { request } from 'node:http';
import type { ReferenceService } from '../../reference/service.ts';
import type { WatchCommandInput } from '../../src/cli/traffic/commands.ts';
import { watch } from '../../src/cli/traffic/watch.ts';
import { temporaryFolder } from './cli.ts';
import { sentTransformer } from './conforming.ts';
import { type FakeIo, fakeIo } from './io.ts';
import { ruleIdsOf } from './reference-run.ts';

/** A watch that is under way, in this process; of answers, unless told otherwise. */
export interface Watching {
  readonly url: string;
  readonly io: FakeIo;
  readonly cwd: string;
  /** As SIGINT. @returns the exit code */
  readonly end: () => Promise<number>;
}

/** Waits until a text is there. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

export async function startWatch(
  upstream: string,
  options: Partial<WatchCommandInput['options']> = {},
  { connection = {}, environment = {}, cwd = temporaryFolder(), io = fakeIo() } = {},
): Promise<Watching> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const signals = {
    ended,
    release: () => undefined,
  };
  const given = {
    upstream,
    port: 0,
    maxBad: 0,
    listen: '127.0.0.1',
    out: 'reports',
    reporter: ['terminal', 'json'],
    side: 'response',
    ...options,
  } as const;
  const over = watch(
    {
      words: [],
      options: given,
      flags: connection,
      again: [],
      invocation: { args: [], cwd, io, environment },
    },
    () => signals,
  );
  const passes = /conformance watch passes (http:\S+)/;
  await Promise.race([until(() => passes.test(io.errors())), over]);
  const [, url = ''] = passes.exec(io.errors()) ?? [];
  return {
    url,
    io,
    cwd,
    end: () => {
      end();
      return over;
    },
  };
}

/** Sends one request, on a connection of its own. @returns the status, 0 where there was no answer */
export function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method, headers: { ...headers, connection: 'close' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

/** What a client of the service does: each operation once without a token, and once with it. */
export async function useService(url: string, service: ReferenceService): Promise<void> {
  const { token, entityId } = service;
  const json = { 'Content-Type': 'application/json' };
  const bearer = { Authorization: `Bearer ${token}` };
  const put = `${url}/entity/${entityId}/valuation/derivative/fact/transformer/`;
  const del = `${url}/entity/${entityId}/automationRule/${ruleIdsOf(service)[0]}`;
  const body = JSON.stringify(sentTransformer);
  await send('PUT', put, json, body);
  await send('PUT', put, { ...json, ...bearer }, body);
  await send('DELETE', del);
  await send('DELETE', del, bearer);
}
