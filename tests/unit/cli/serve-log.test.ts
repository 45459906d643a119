import { expect, test } from 'vitest';
import { logLines } from '../../../src/cli/setup/serve.ts';

const path = '/entity/e/automationRule/r';

test('a request that was carried out: its section, and the faults that are in the response', () => {
  const answered = { method: 'DELETE', path, status: 200, refusal: null };
  expect(logLines(answered, [])).toBe(`DELETE ${path} → 200 (section 4.2: automation rule)\n`);
  expect(logLines(answered, ['not-json'])).toContain('→ 200, with not-json (');
  expect(logLines({ ...answered, status: null }, ['no-response'])).toContain(
    '→ no response, with no-response (',
  );
});

test('a refusal: what the document says, and each problem with the body', () => {
  const problems = Array.from({ length: 12 }, (_, at) => ({
    pointer: `/conditions/${at}`,
    message: 'is missing',
  }));
  const document = 'section 2.2; which fields are required is not shown';
  const refusal = { code: 'transformer_not_valid', document, problems };
  const lines = logLines({ method: 'PUT', path: '/p', status: 422, refusal }, ['not-json']).split('\n');
  expect(lines[0]).toMatch(/^PUT \/p → 422 \(section 2\.2; which fields are required is not shown\)/);
  expect(lines[1]).toBe('  /conditions/0: is missing');
  expect(lines.at(-2)).toBe('  and 2 more');
});
