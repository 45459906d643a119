import { isPlainObject } from '../json/plain.ts';

function textOf(url: unknown): unknown {
  if (!isPlainObject(url)) return url;
  const { protocol, host, port, path } = url;
  const base = `${protocol ?? 'http'}://${[host].flat().join('.')}`;
  return `${base}${port ? `:${port}` : ''}/${[path].flat().join('/')}`;
}

function headersOf(header: unknown): unknown {
  if (!Array.isArray(header)) return header;
  return header.flatMap((one) => (one?.disabled === true ? [] : [[one?.key, one?.value ?? '']]));
}

/** What one line of NDJSON has, of an execution in the report of newman's reporter `json`. */
export function newmanExchange(execution: unknown): unknown {
  if (!isPlainObject(execution) || !isPlainObject(execution['request'])) return execution;
  const { request, response } = execution;
  const { method, url, header, body } = request;
  const { code, header: responseHeader, stream } = isPlainObject(response) ? response : {};
  return {
    request: {
      method,
      url: textOf(url),
      headers: headersOf(header),
      body: isPlainObject(body) ? body['raw'] : null,
    },
    response: isPlainObject(response)
      ? { status: code, headers: headersOf(responseHeader), body: stream }
      : null,
  };
}
