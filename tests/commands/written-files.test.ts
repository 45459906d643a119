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
  const failure = { kind: 'tls', message: '', sent: true };

  const refused: Readonly<Record<string, string>> = {
    'an operation that there is not': withExchange({ operation: 'post' }),
    'a method with shell code': withRequest({ method: 'PUT; id #' }),
    'a header of three': withRequest({ headers: [['a', 'b', 'c']] }),
    'a body that is no JSON': withRequest({ body: 'x' }),
    'a further member': withRequest({ 'a\u001b': 1 }),
    'gaps of another type': withHeader({ gaps: 5 }),
    'no time': withHeader({ startedAt: '2026-13-01T00:00:00Z' }),
    'another version': changed(0, (line) => ({ ...line, formatVersion: 2 })),
    'another kind': changed(1, () => ({ line: 'other' })),
    'a line that is null': changed(1, () => null),
    'a second run': changed(1, (line) => [line, recordingLines[0]]),
    'too many requests': withHeader({ plan: many }),
    'a response beside a failure': withExchange({ failure }),
  };
  test('that breaks its schema is refused, by line and place', async () => {
    const told: string[] = [];
    for (const [name, text] of Object.entries(refused)) {
      const { code, stdout, stderr } = await rendering('exchanges.ndjson', text);
      expect({ code, stdout }, name).toEqual({ code: 2, stdout: '' });
      told.push(`${name}: ${stderr}`);
    }
    await expect(told.join('')).toMatchFileSnapshot('../cases/golden/read-back.txt');
  });
});

describe('a report', () => {
  test('of ours is taken as it is', async () => {
    const { cwd, code } = await rendering('report.json', JSON.stringify(reportDocument));
    expect(code).toBe(0);
    expect(reportIn(`${cwd}/o`)).toEqual(JSON.parse(JSON.stringify(reportDocument)));
  });

  test('with a plan of another type is refused', async () => {
    const text = JSON.stringify({ ...(reportDocument as Line), plan: 1 });
    const { code, stderr } = await rendering('report.json', text);
    expect(code).toBe(2);
    expect(stderr).toContain('/plan');
  });
});
