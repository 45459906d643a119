import { describe, expect, test } from 'vitest';
import { type ClientRow, clientRows, usualHeaders } from '../cases/clients.ts';
import { exchangeOf, refusalBody, sentTransformer, utf8Response } from '../support/conforming.ts';
import { contract, type Exchange, judge, mutationsOf } from '../support/subject.ts';

/** Requests that somebody recorded, and responses that deviate because of what was sent. */

/** What was answered makes no difference to it. */
function exchangeFor({
  operation,
  request,
  body = 'whole',
  headers,
  masked,
}: Omit<ClientRow, 'what'>): Exchange {
  const made = exchangeOf(operation, 'authorised', utf8Response(refusalBody, 400));
  const { body: _, ...bodiless } = made.request;
  const sent = body === 'whole' || body === 'parsed' ? made.request : bodiless;
  return {
    ...made,
    request: { ...sent, headers: usualHeaders[operation], ...request },
    recorded: {
      request: { headers: headers ?? 'complete', body },
      response: { headers: 'complete', body: 'whole' },
    },
    masked: masked === true ? [{ part: 'request-body', at: '', what: 'password' }] : [],
  };
}

const onRequests = (exchanges: readonly Exchange[]) => judge(exchanges, { side: 'request' }).findings;
const idsWith = (findings: ReturnType<typeof onRequests>, wanted: string) =>
  [...findings].flatMap(([id, { verdict }]) => (verdict === wanted ? [id] : []));
const own = (operation: string) => contract.requestRequirements.filter((one) => one.operation === operation);

describe('a request', () => {
  test('that is not as the document shows it deviates, or proves nothing', async () => {
    const lines = clientRows.map((row) => {
      const findings = onRequests([exchangeFor(row)]);
      const all = own(row.operation).map(({ id }) => ({
        end: id.replace(/^\w+\.request/, ''),
        ...findings.get(id),
      }));
      const ofVerdict = (wanted: string) => all.filter(({ verdict }) => verdict === wanted);
      const reasonOf = ({ why }: (typeof all)[number]) =>
        [why?.reason, why?.because].filter(Boolean).join(', because of ');
      const open = ofVerdict('not-exercised');
      const parts = [
        ...ofVerdict('deviates').map(
          ({ end, evidence = [] }) => `${end}: ${evidence.map(({ actual }) => actual)}`,
        ),
        ...[...new Set(open.map(reasonOf))].map((reason) => {
          const [first, ...others] = open.filter((one) => reasonOf(one) === reason);
          return `open: ${first?.end}${others.length > 0 ? ` and ${others.length} more` : ''}: ${reason}`;
        }),
      ];
      return `${row.what} | ${parts.join(' | ') || 'conforms'}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/clients.txt');
  });

  const fields = own('put').filter(({ check, place }) => check.kind === 'schema' && place !== '/request');
  test.each(fields.map((one) => [one.id, one] as const))(
    'a field of another type: %s deviates alone',
    (id, one) => {
      const edits = mutationsOf(one, one.place?.slice('/request'.length));
      const exchanges = edits.map(({ edit }, at) => ({
        ...exchangeFor({ operation: 'put', request: { body: edit(JSON.stringify(sentTransformer)) } }),
        id: `e${at}`,
      }));
      const findings = onRequests(exchanges);
      expect(idsWith(findings, 'deviates')).toEqual([id]);
      expect(findings.get(id)?.counts.deviates).toBe(edits.length);
      expect(edits.length).toBeGreaterThan(0);
    },
  );

  test('of which the suite left the header out on purpose is no mistake', () => {
    const { recorded: _, ...ours } = exchangeFor({
      operation: 'put',
      request: { headers: usualHeaders.put.slice(1) },
    });
    expect(idsWith(onRequests([{ ...ours, credentials: 'none' }]), 'deviates')).toEqual([]);
    expect(idsWith(onRequests([ours]), 'deviates')).toEqual(['put.request:bearer']);
  });

  test('is judged where that is asked for', () => {
    const answers = contract.requirements.map(({ id }) => id);
    const requests = contract.requestRequirements.map(({ id }) => id);
    const idsOf = (...options: readonly { side: 'request' | 'response' | 'both' }[]) => [
      ...judge([exchangeFor({ operation: 'put' })], ...options.slice(0, 1)).findings.keys(),
    ];
    expect([idsOf(), idsOf({ side: 'response' })]).toEqual([answers, answers]);
    expect(idsOf({ side: 'request' })).toEqual(requests);
    expect(idsOf({ side: 'both' })).toEqual([...answers, ...requests]);
  });
});
