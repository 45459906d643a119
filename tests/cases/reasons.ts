import { sentTransformer } from '../support/conforming.ts';
import { answer, type Edit, record } from '../support/runs.ts';

/** What keeps requirements on a PUT from being checked, so that two of them can be in one traffic. */
export const kept: Readonly<Record<string, (requestId: string) => Edit>> = {
  '503': () => answer('put', 503, { error: 'down' }),
  '502, each with words of its own': (requestId) => answer('put', 502, { error: `down ${requestId}` }),
  '404': () => answer('put', 404, { error: 'not found' }),
  '200 with an error': () => answer('put', 200, { error: 'no' }),
  'an empty deletedAt': (requestId) => record('put', { deletedAt: '' }, { requestId }),
  'no data': (requestId) => record('put', {}, { requestId, data: undefined }),
  'data of another type': (requestId) => record('put', {}, { requestId, data: 'none' }),
  'no action': (requestId) => record('put', { action: undefined, deletedAt: '' }, { requestId }),
  'an action of another type': (requestId) =>
    record('put', { action: JSON.stringify(sentTransformer.action) }, { requestId }),
};
