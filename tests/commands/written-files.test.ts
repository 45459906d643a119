import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import answersSchema from '../../schemas/suite/answers.schema.json' with { type: 'json' };
import partialSchema from '../../schemas/suite/partial.schema.json' with { type: 'json' };
import recordingSchema from '../../schemas/suite/recording.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import waiversSchema from '../../schemas/suite/waivers.schema.json' with { type: 'json' };
import { recordingLines, reportDocument } from '../attacks/read-files.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { reportIn } from './targets.ts';

/** What `render` reads back: a recording or a report of a run, each held to its schema. */

type Line = Record<string, unknown>;

const rendering = async (name: string, text: string) => {
  const cwd = folderWith({ [name]: text });
  return { cwd, ...(await conformance(['render', name, '--reporter', 'json', '--out', 'o'], { cwd })) };
};

function textOf(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The recording with one of its lines changed. */
function changed(at: number, change: (line: Line) => unknown): string {
  const lines = structuredClone(recordingLines) as Line[];
  lines.splice(at, 1, ...[change(lines[at] ?? {})].flat().map((line) => line as Line));
  return textOf(lines);
}

const exchangeAt = recordingLines.findIndex((line) => (line as Line)['line'] === 'exchange');

function withExchange(members: object): string {
  return changed(exchangeAt, (line) => ({
    ...line,
    exchange: { ...(line['exchange'] as Line), ...members },
  }));
}

function withRequest(members: object): string {
  const { exchange } = recordingLines[exchangeAt] as { exchange: Line };
  return withExchange({ request: { ...(exchange['request'] as Line), ...members } });
}

function withHeader(members: object): string {
  return changed(0, (line) => ({ ...line, header: { ...(line['header'] as Line), ...members } }));
}

const place = `line ${exchangeAt + 1}: /exchange/request`;

describe('a recording', () => {
  test('of ours is read, and its report is a report', async () => {
    const { cwd, code, stderr } = await rendering('exchanges.ndjson', textOf(recordingLines));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(reportIn(`${cwd}/o`).run.id).toBe(
      (recordingLines[0] as { header: { runId: string } }).header.runId,
    );
  });

  test('any validator says the same of each line', () => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      schemas: [reportSchema, answersSchema, waiversSchema, partialSchema],
    });
    const validate = ajv.compile(recordingSchema);
    expect(recordingLines.filter((line) => !validate(line))).toEqual([]);
    expect(validate({ line: 'end', durationMs: -1, cut: true })).toBe(false);
    expect(ajv.getSchema(partialSchema.$id)?.({})).toBe(false);
  });

  const ofPlan = { probe: 'a', method: 'PUT', path: '/', purpose: '' };
  const many = Array.from({ length: 5_001 }, (_, at) => ({ ...ofPlan, probe: `p${at}` }));
  const long = 'x'.repeat(17_000_000);
  const failure = { kind: 'tls', message: '', sent: true };

  test.each([
    [
      'an operation that there is not',
      withExchange({ operation: 'post' }),
      '/exchange/operation must be one of',
    ],
    [
      'a method with shell code',
      withRequest({ method: 'PUT; id #' }),
      `${place}/method must match pattern "^[A`,
    ],
    [
      'a header of three',
      withRequest({ headers: [['a', 'b', 'c']] }),
      `${place}/headers/0 must NOT have more`,
    ],
    ['a body that is no JSON', withRequest({ body: 'x' }), `${place}/body must be JSON text`],
    [
      'a further member',
      withRequest({ 'a\u001b': 1 }),
      `${place} has a member that it should not have, a\\u{1b}`,
    ],
    ['gaps of another type', withHeader({ gaps: 5 }), 'line 1: /header/gaps must be array'],
    ['no time', withHeader({ startedAt: '2026-13-01T00:00:00Z' }), 'line 1: /header/startedAt must match'],
    [
      'another version',
      changed(0, (line) => ({ ...line, formatVersion: 2 })),
      'line 1: /formatVersion must be 1',
    ],
    ['another kind', changed(1, () => ({ line: 'other' })), 'line 2: /line must be one of run, intent'],
    ['a line that is null', changed(1, () => null), 'line 2: /line must be one of'],
    ['a second run', changed(1, (line) => [line, recordingLines[0]]), 'a recording is of one run'],
    [
      'too many requests',
      withHeader({ plan: many }),
      'line 1: /header/plan must NOT have more than 5000 items',
    ],
    [
      'a line that is too long',
      changed(1, (line) => ({ ...line, url: long })),
      'line 2 is longer than 16777216',
    ],
    [
      'a response beside a failure',
      withExchange({ failure }),
      `line ${exchangeAt + 1}: /exchange must match exactly one`,
    ],
  ])('with %s is refused', async (_, text, message) => {
    const { code, stdout, stderr } = await rendering('exchanges.ndjson', text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('a report', () => {
  test('of ours is taken as it is', async () => {
    const { cwd, code } = await rendering('report.json', JSON.stringify(reportDocument));
    expect(code).toBe(0);
    expect(reportIn(`${cwd}/o`)).toEqual(JSON.parse(JSON.stringify(reportDocument)));
  });

  test('with a plan of another type is refused', async () => {
    const { code, stderr } = await rendering(
      'report.json',
      JSON.stringify({ ...(reportDocument as Line), plan: 1 }),
    );
    expect(code).toBe(2);
    expect(stderr).toContain('/plan must be array');
  });
});
