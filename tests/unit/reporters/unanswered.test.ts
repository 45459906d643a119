import { describe, expect, test } from 'vitest';
import { unansweredRequests } from '../../../reporters/outline/unanswered.ts';
import type { Report } from '../../../src/model/report.ts';
import { recordingOf, utf8Response, withAnswer } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { markdown, page, terminal } from '../../support/rendered.ts';

function refusedWith(status: number, body: string, operation: 'put' | 'delete' = 'put'): Report {
  const exchanges = withAnswer(operation, utf8Response(body, status));
  return reportOf(recordingOf(exchanges));
}

const longJson = JSON.stringify({
  error: 'The currency is not allowed',
  more: Array.from({ length: 12_000 }, (_, at) => `number ${at} of many`),
});

const plain = { colour: false, columns: 100 };

describe('an authorised request that was not answered with success', () => {
  test('is told with its answer, a hint and how to send it again', () => {
    const page = terminal(refusedWith(422, '{"error":"unknown businessDataTypeId"}'), {
      ...plain,
      detail: 'verbose',
    });
    expect(page).toContain('? put-authorised: the service returned 422');
    expect(page).toContain('the service returned 422 with error "unknown businessDataTypeId"');
    expect(page).toContain('{"error":"unknown businessDataTypeId"}');
    expect(page).toContain('CONFORMANCE_BUSINESS_DATA_TYPE_ID');
    expect(page).toContain('To send put-authorised again:');
    expect(page).toContain('-X PUT');
  });

  test('stands in the Markdown summary too', () => {
    const text = markdown(refusedWith(404, '{"error":"no rule"}', 'delete'));
    expect(text).toContain('### Requests that failed');
    expect(text).toMatch(/delete-authorised.*404.*no rule.*CONFORMANCE_AUTOMATION_RULE_ID/);
  });

  test.each([
    [401, 'put', /CONFORMANCE_ACCESS_TOKEN/],
    [403, 'delete', /CONFORMANCE_ACCESS_TOKEN/],
    [404, 'put', /with the slash at its end/],
    [404, 'delete', /CONFORMANCE_AUTOMATION_RULE_ID/],
    [302, 'put', /never followed/],
    [400, 'put', /CONFORMANCE_TRANSFORMER_FILE/],
    [429, 'put', /--delay-ms/],
  ] as const)('%d to the %s has its hint', (status, operation, hint) =>
    expect(unansweredRequests(refusedWith(status, '{}', operation)).map((request) => request.hint)).toEqual([
      expect.stringMatching(hint),
    ]),
  );

  test('is told on one line, whatever line ends its response has', () => {
    const [failed] = unansweredRequests(refusedWith(502, '<html>\r\n  <h1>Bad gateway</h1>\r\n</html>\r\n'));
    expect(failed?.response).toBe('<html> <h1>Bad gateway</h1> </html>');
  });

  test('is shown around the place from which on it is not JSON', () => {
    const long = `{"status":"success","text":"${'x'.repeat(400)}","priority":NaN,"more":"${'y'.repeat(400)}"}`;
    const [failed] = unansweredRequests(refusedWith(200, long));
    expect(failed?.response).toMatch(/^…x+","priority":>>>NaN,"more":"y+… \(\d+ more characters\)$/);
    const [short] = unansweredRequests(refusedWith(200, '{"status":"success",}'));
    expect(short?.response).toBe('{"status":"success",>>>}');
  });

  test.each([
    ['plain text', '400 Bad Request: the currency is wrong', '400 Bad Request: the currency is wrong'],
    ['a string with text behind it', '"currency" is not allowed', '"currency" is not allowed'],
    ['a page', '<p>no</p>', '<p>no</p>'],
    ['JSON that the report cuts', longJson, `${longJson.slice(0, 300)}… (${longJson.length} characters`],
    [
      'broken JSON that the report cuts',
      `${longJson}}`,
      `${longJson.slice(0, 300)}… (${longJson.length + 1} char`,
    ],
  ])('is shown from its beginning on: %s', (_, body, shown) => {
    const report = refusedWith(400, body);
    expect(unansweredRequests(report)[0]?.response?.startsWith(shown)).toBe(true);
    expect(terminal(report, plain) + markdown(report) + page(report)).not.toMatch(/>>>|&gt;&gt;&gt;/);
  });

  test('has no hint where nothing suggests itself, and no response where none came', () =>
    expect(unansweredRequests(refusedWith(500, ''))[0]).toMatchObject({ hint: null, response: null }));

  test('does not stand where all were answered', () =>
    expect(unansweredRequests(refusedWith(200, '{"status":"success","data":{"a":1}}'))).toEqual([]));
});
