import { request } from 'node:http';
import type { ReferenceService } from '../../reference/service.ts';
import { type StartOptions, startHere, temporaryFolder } from './cli.ts';
import { sentTransformer } from './conforming.ts';
import { ruleIdsOf } from './reference-run.ts';

/** A watch that is under way, in this process; of answers, unless told otherwise. */
export interface Watching {
  readonly url: string;
  readonly cwd: string;
  /** Resolves once standard error has a text. */
  readonly printed: (text: string | RegExp) => Promise<string>;
  /** As Ctrl-C. */
  readonly end: () => Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

export async function startWatch(
  upstream: string,
  words = '',
  options: StartOptions = {},
): Promise<Watching> {
  const { cwd = temporaryFolder() } = options;
  const usual = `--port 0 --out reports${/--reporter/.test(words) ? '' : ' --reporter terminal,json'}`;
  const side = /--side/.test(words) ? '' : ' --side response';
  const line = `watch --upstream ${upstream} ${usual}${side} ${words}`;
  const started = await startHere(line.trim().split(' '), { ...options, cwd });
  const printed = (text: string | RegExp) => started.printed('stderr', text);
  const [, url = ''] =
    /conformance watch passes (http:\S+)/.exec(await printed(/watch passes http:\S+ /)) ?? [];
  const end = () => {
    started.signal('SIGINT');
    return started.ended;
  };
  return { url, cwd, printed, end };
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
