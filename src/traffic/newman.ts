import { isPlainObject } from '../json/plain.ts';
import type { Members } from '../model/json.ts';

function urlOf(url: unknown): unknown {
  if (!isPlainObject(url)) return url;
  const { protocol = 'http', host, port, path } = url;
  return `${protocol}://${[host].flat().join('.')}${port ? `:${port}` : ''}/${[path].flat().join('/')}`;
}

function headersOf({ header }: Members): unknown {
  if (!Array.isArray(header)) return header;
  return header.flatMap((one) => (one?.disabled === true ? [] : [[one?.key, one?.value ?? '']]));
}

/** What a line of NDJSON has, of an execution in the report of newman's reporter `json`. */
export function newmanExchange(execution: unknown): unknown {
  if (!isPlainObject(execution) || !isPlainObject(execution['request'])) return execution;
  const { request, response } = execution;
  const { method, url, body } = request;
  const raw = isPlainObject(body) ? body['raw'] : null;
  const sent = { method, url: urlOf(url), headers: headersOf(request), body: raw };
  if (!isPlainObject(response)) return { request: sent };
  const { code: status, stream } = response;
  return { request: sent, response: { status, headers: headersOf(response), body: stream } };
}
