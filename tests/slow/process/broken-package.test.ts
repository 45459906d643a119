import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finished, root, temporaryFolder } from '../../cli/cli.ts';

/** A fault of the suite itself is exit 4, whatever the target does: a broken copy of the package is started. */

interface Break {
  readonly name: string;
  /** File of the package, and what becomes of its text. */
  readonly file: string;
  readonly change: (text: string) => string;
  readonly says: RegExp;
}

const thrown = 'throw new Error("thrown on purpose")';

const breaks: readonly Break[] = [
  {
    name: 'a judge that throws',
    file: 'src/judge/judge.js',
    change: (text) => text.replace(/(\n {4}add\(exchange, key\) \{)/, `$1 ${thrown};`),
    says: /thrown on purpose.*exchanges\.ndjson judges it/,
  },
  {
    name: 'a judge that cannot be made',
    file: 'src/judge/answer-judge.js',
    change: (text) => text.replace(/(\n {4}constructor\(contract\) \{)/, `$1 ${thrown};`),
    says: /thrown on purpose/,
  },
  {
    name: 'a report that cannot be built',
    file: 'src/report/build.js',
    change: (text) => text.replace(/(\nexport function buildReport\([^{]*\{)/, `$1 ${thrown};`),
    says: /thrown on purpose.*exchanges\.ndjson judges it/,
  },
  {
    name: 'a format of report that throws',
    file: 'reporters/junit.js',
    change: (text) => `${thrown};\n${text}`,
    says: /thrown on purpose/,
  },
  {
    name: 'a schema that is no JSON',
    file: 'schemas/envelope.schema.json',
    change: (text) => text.slice(1),
    says: /JSON/,
  },
  {
    name: 'a schema that refers to what is not there',
    file: 'schemas/put-response.schema.json',
    change: (text) => text.replace('transformer-record.schema.json', 'not-there.schema.json'),
    says: /not-there\.schema\.json/,
  },
  {
    name: 'a schema with a format that nobody knows',
    file: 'schemas/envelope.schema.json',
    change: (text) => text.replace(/"format": "[^"]+"/, '"format": "no-such-format"'),
    says: /no-such-format/,
  },
];

function copyWith({ file, change }: Pick<Break, 'file' | 'change'>): string {
  const folder = temporaryFolder();
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'dist', file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} is not broken`);
  writeFileSync(path, changed);
  return join(folder, 'dist/src/cli/main.js');
}

describe.concurrent('a fault of the suite itself', () => {
  test.each(breaks)('$name: exit 4', async (broken) => {
    const { code, stdout, stderr } = await finished(copyWith(broken), ['run', '--reference']);
    expect({ code, stdout }, stderr).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(broken.says);
    expect(stderr).toMatch(/^conformance: fault of the suite itself: /m);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('a copy that is whole judges as it should', async () => {
    const copy = copyWith({ file: 'src/judge/judge.js', change: (text) => `${text}\n` });
    expect((await finished(copy, ['run', '--reference'])).code).toBe(0);
  });
});
