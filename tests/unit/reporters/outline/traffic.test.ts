import { describe, expect, test } from 'vitest';
import { reportOutline } from '../../../../reporters/outline/report.ts';
import { page, terminal } from '../../../support/rendered.ts';
import { checkedReport } from '../../../support/subject.ts';
import { momentOf, regressionAt, reportOfLines, threeClients } from '../../../support/three-clients.ts';

/** What is said of traffic of three clients, one of which sends wrong values, and of a service that changes. */

const count = 1_000;
const lines = threeClients(count);
const report = await reportOfLines(lines);
const { sections } = reportOutline(report, { detail: 'page', whole: 'report.json' });
const found = (anchor: string) => sections.find((section) => section.anchor === anchor);
const row = (id: string) => report.requirements.find((one) => one.id === id);
/** The first DELETE whose response has the timestamp in another form. */
const began = Array.from({ length: count }, (_, at) => at).find(
  (at) => at >= regressionAt(count) && at % 3 === 2 && at % 20 !== 19,
);

test('what people read', async () => {
  const text = terminal(report, { colour: false, columns: 100, isTerminal: true });
  await expect(text).toMatchFileSnapshot('../golden/traffic-terminal.txt');
});

test('is a report that can be read back', () =>
  expect(checkedReport(JSON.parse(JSON.stringify(report)))).toEqual(report));

describe('sides', () => {
  test('have an owner each, with their counts', () => {
    expect(report.summary.actor).toBe('service');
    expect(report.conclusion.act).toBe(
      'By the operators of the service: fix what deviates; find out why requests failed. By the operators of the clients: fix what deviates in their requests',
    );
    expect(report.problems.map(({ side, title, cure }) => [side ?? 'response', title, cure])).toEqual([
      ['request', 'PUT requests: action.amount is a number sent as a string', 'send 16, not "16"'],
      [
        'response',
        expect.stringContaining('DELETE: createdAt is ISO 8601'),
        expect.stringContaining('send "2025'),
      ],
    ]);
  });

  test('what follows in responses is of the client, whichever value the service returns', () => {
    const [ofClients] = report.problems;
    const ids = ['put.data.action.amount:type', 'put.data.action.amount:echo'];
    expect(ofClients?.follows).toEqual(ids);
    expect(ofClients?.requirements).toEqual(['put.request.action.amount:type', ...ids]);
    for (const id of ids) {
      expect(row(id)?.verdict).toBe('deviates');
      expect(row(id)?.follows).toMatchObject([
        { because: 'put.request.action.amount:type', exchanges: row(id)?.counts.deviates },
      ]);
    }
  });

  test('responses alone name the client, too', async () => {
    const { problems, conclusion } = await reportOfLines(lines, 'response');
    expect(problems.map(({ side, title, cure }) => [side ?? 'response', title, cure])[0]).toEqual([
      'request',
      'PUT requests: action.amount is a number sent as a string',
      'send 16, not "16"',
    ]);
    expect(conclusion.act).toContain('By the operators of the clients: ');
  });
});

test('a regression is said with the time since when every response has it, and drawn', () => {
  expect(row('delete.data.createdAt:format')?.traffic?.course).toEqual({
    kind: 'since',
    at: momentOf(began ?? 0),
  });
  const [problem] = found('deviations')?.rows ?? [];
  const [part] =
    problem !== undefined && 'below' in problem && !('cells' in problem) ? (problem.below ?? []) : [];
  const time = momentOf(began ?? 0)
    .slice(0, 19)
    .replace('T', ' ');
  expect(part?.chart?.caption).toBe(`In every response since ${time} UTC.`);
  expect(part?.chart?.all?.counts).toHaveLength(part?.chart?.deviating.counts.length ?? 0);
});

test('requests that failed are counted in full, by status', () => {
  const failed = lines.filter((_, at) => at % 20 === 19 && at < count * 0.984).length;
  expect(found('failed')?.count).toBe(failed);
  expect(found('failed')?.rows.map((one) => 'title' in one && one.title)).toContain(
    'PUT 503: 9 of 667 requests',
  );
});

test('clients are listed by short names, with their wrong requests', () => {
  const rows = found('clients')?.rows.map((one) =>
    'cells' in one ? [one.title, ...one.cells.map((cell) => cell?.text)] : [],
  );
  expect(rows).toEqual([
    ['okhttp/4.12.0', '500', '0', '0 %'],
    ['python-requests/2.32.3', '300', '200', '67 %'],
    ['Chrome/142', '200', '0', '0 %'],
  ]);
});

test('a page of traffic is small, and names what report.json has only where it has it', () => {
  const text = page(report);
  expect(Buffer.byteLength(text)).toBeLessThan(300_000);
  const has = report.requirements.map(({ evidence, spread = [] }) => evidence.length + spread.length);
  for (const [, more = '0'] of text.matchAll(/(\d+) (?:of them in|more[^.]{0,20}, see) report\.json/g))
    expect(Number(more)).toBeLessThanOrEqual(Math.max(...has));
});
