import { describe, expect, it } from 'vitest';
import { issueText } from '../../../../reporters/print/markdown.ts';
import type { ServiceProblem } from '../../../support/subject.ts';
import { report } from '../fixture.ts';

const id = 'put.data.conditions.each.column:type';
const rows = report.requirements.filter((row) => row.id === id);
const problem: ServiceProblem = {
  title: 'PUT: a number is sent as text',
  cause: 'number-as-text',
  severity: 'type',
  cure: 'send 3, not "3"',
  requirements: [id],
  seen: { deviates: 1, judged: 5 },
  blocks: 0,
};

describe('an issue', () => {
  const text = issueText(report, problem, rows, {
    lines: ['"column": "3"', '```', 'x \u202e'],
    command: ['curl -X PUT \\', '  x'],
  });

  it('tells all that whoever runs the service has to know', () => {
    const [row] = rows;
    for (const part of [
      '## PUT: a number is sent as text (1 of 5 responses)',
      'What to change: send 3, not "3"',
      `- Requirement: \`${id}\``,
      `section ${row?.section}, row column`,
      `\`${row?.evidence[0]?.actual}\``,
      'https://staging.example/api',
      '2026-03-01 12:00:00 UTC',
    ])
      expect(text).toContain(part);
  });

  it('keeps what a service said in its block, and nothing of it unseen', () => {
    expect(text).toContain('````text\n"column": "3"\n```\nx \\u{202e}\n````');
    expect(text).toContain('```sh\ncurl -X PUT \\\n  x\n```');
  });

  it('counts the requirements beyond the tenth', () => {
    const many = Array.from({ length: 12 }, () => rows.flat()).flat();
    const told = issueText(report, problem, many, { lines: [], command: [] });
    expect(told.match(/^- Requirement/gm)).toHaveLength(10);
    expect(told).toContain('And 2 more requirements');
  });

  it('names the document where its address is known', () => {
    const url = 'https://wiki.example/document';
    const known = { ...report, document: { ...report.document, url } };
    expect(issueText(known, problem, rows, { lines: [], command: [] })).toContain(`\`${url}\``);
  });
});
