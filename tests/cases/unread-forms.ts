/** Lines that hold a request of the document in a form that is not read, and lines that hold none. */

const entity = '0123456789abcdef0123456789abcdef';
const rule = `/api/entity/${entity}/automationRule/aaaaaaaabbbbbbbbccccccccdddddddd`;
const transformer = `/entity/${entity}/valuation/derivative/fact/transformer`;
const inner = JSON.stringify({
  request: { method: 'DELETE', url: `https://h${rule}` },
  response: { status: 200 },
});

export const named: Readonly<Record<string, object>> = {
  'members of its own': { method: 'PUT', path: `${transformer}/`, status: 200 },
  'without the slash at the end': { verb: 'PUT', uri: transformer },
  'an access log': { remote: '127.0.0.1', request: `DELETE ${rule} HTTP/1.1`, status: 200 },
  'Elastic Common Schema': { http: { request: { method: 'DELETE' } }, url: { path: rule } },
  'an exchange in an object': { level: 'info', data: JSON.parse(inner) },
  'an exchange in a list': { batch: [JSON.parse(inner)] },
  'an exchange as text in another member': { level: 'info', payload: inner },
  'an exchange as text in a text': { level: 'info', event: JSON.stringify({ body: inner }) },
};

export const unnamed: Readonly<Record<string, object>> = {
  'another path': { method: 'DELETE', path: `/entity/${entity}/other/1` },
  'another method': { method: 'GET', path: rule },
  'an exchange of another operation': {
    request: { method: 'GET', url: `https://h${rule}` },
    response: { status: 200 },
  },
  'a line of a log': { level: 'info', message: 'started' },
};
