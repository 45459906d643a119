/** What newman writes for an execution, in place of a whole one. */

export interface Execution {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

interface Case {
  /** Of an execution that conforms. */
  readonly change: (execution: Execution) => unknown;
  /** What becomes of it; one exchange that is judged by default. */
  readonly found?: { readonly exchanges?: number; readonly other?: number; readonly bad?: number };
  /** Status of the DELETE; null for no response. */
  readonly status?: number | null;
  /** Whether its body is judged. */
  readonly isJudged?: boolean;
}

const ofRequest = (members: object) => (one: Execution) => ({
  ...one,
  request: { ...one.request, ...members },
});
const ofResponse = (members: object) => (one: Execution) => ({
  ...one,
  response: { ...one.response, ...members },
});
const unanswered = { status: null, isJudged: false };
const withUrl = (members: object) => (one: Execution) =>
  ofRequest({ url: { ...(one.request?.['url'] as object), ...members } })(one);
const headerOf = (one: Execution) => one.response?.['header'] as object[];

export const executions: Readonly<Record<string, Case>> = {
  whole: { change: (one) => one },
  'no response': {
    change: ({ response: _, ...rest }) => ({ ...rest, requestError: { code: 'ECONNRESET' } }),
    ...unanswered,
  },
  'a response that is null': { change: (one) => ({ ...one, response: null }), ...unanswered },
  'no headers of the request': { change: ofRequest({ header: undefined }) },
  'headers of the request that are null': { change: ofRequest({ header: null }) },
  'no headers of the response': { change: ofResponse({ header: undefined }) },
  'an empty list of headers': { change: ofResponse({ header: [] }) },
  'a header without a value': {
    change: ofRequest({ header: [{ key: 'X-A' }, { key: 'X-B', value: null }] }),
  },
  'a header that was not sent': {
    change: ofRequest({
      header: [{ key: 'Authorization', value: 'Bearer tok-of-a-client', disabled: true }],
    }),
  },
  'no stream': { change: ofResponse({ stream: undefined }), isJudged: false },
  'a stream that is null': { change: ofResponse({ stream: null }), isJudged: false },
  'an empty stream': { change: ofResponse({ stream: { type: 'Buffer', data: [] } }), isJudged: false },
  'a refusal without a body': {
    change: ofResponse({ code: 401, stream: undefined }),
    status: 401,
  },
  'a body that newman decompressed': {
    change: (one) =>
      ofResponse({ header: [...headerOf(one), { key: 'Content-Encoding', value: 'gzip' }] })(one),
  },
  'a URL as text': {
    change: ofRequest({
      url: 'https://staging.example.com/api/entity/0123456789abcdef0123456789abcdef/automationRule/00112233445566778899aabbccddeeff',
    }),
  },
  'a URL with a port and a query': {
    change: withUrl({ port: '8443', query: [{ key: 'a', value: 'b' }], hash: 'c' }),
  },
  'a URL without a protocol': { change: withUrl({ protocol: undefined }) },
  'a host as text': { change: withUrl({ host: 'staging.example.com' }) },
  'a URL of no operation': {
    change: withUrl({ path: ['api', 'health'] }),
    found: { exchanges: 0, other: 1 },
  },
  'a method of no operation': { change: ofRequest({ method: 'GET' }), found: { exchanges: 0, other: 1 } },
  'no request': { change: ({ request: _, ...rest }) => rest, found: { exchanges: 0, other: 1 } },
  'no URL': { change: ofRequest({ url: undefined }), found: { exchanges: 0, bad: 1 } },
  'null in its place': { change: () => null, found: { exchanges: 0, other: 1 } },
  'a status that is none': { change: ofResponse({ code: 999 }), found: { exchanges: 0, bad: 1 } },
};

/** Ways in which a report is laid out. */
export const layouts: Readonly<Record<string, (report: object) => string>> = {
  'as newman writes it': (report) => JSON.stringify(report, null, 2),
  'in one line': (report) => JSON.stringify(report),
  'behind a byte order mark': (report) => `\ufeff${JSON.stringify(report)}`,
};
