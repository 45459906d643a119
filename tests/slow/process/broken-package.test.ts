import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finished, root, temporaryFolder } from '../../support/cli.ts';

/** A fault of the suite itself is exit 4, whatever the target does: a broken copy of the package is started. */

interface Break {
  readonly name: string;
  /** Module of ours, which is a part of some file of the package, and what becomes of its text. */
  readonly module: string;
  readonly change: (text: string) => string;
  readonly says: RegExp;
}

const thrown = 'throw new Error("thrown on purpose")';

const breaks: readonly Break[] = [
  {
    name: 'a judge that throws',
    module: 'src/judge/judge.js',
    change: (text) => text.replace(/(\n\tadd\(exchange[^)]*\) \{)/, `$1 ${thrown};`),
    says: /thrown on purpose.*exchanges\.\w+\.ndjson judges it/,
  },
  {
    name: 'a judge that cannot be made',
    module: 'src/judge/response-judge.js',
    change: (text) => text.replace(/(\n\tconstructor\(operation, plan, noted\) \{)/, `$1 ${thrown};`),
    says: /thrown on purpose/,
  },
  {
    name: 'a report that cannot be built',
    module: 'src/report/build.js',
    change: (text) => text.replace(/(\nfunction buildReport\([^{]*\{)/, `$1 ${thrown};`),
    says: /thrown on purpose.*exchanges\.ndjson judges it/,
  },
  {
    name: 'a format of report that throws',
    module: 'reporters/junit.js',
    change: (text) => `${thrown};\n${text}`,
    says: /thrown on purpose/,
  },
  {
    name: 'a schema that cannot be read',
    module: 'schemas/envelope.schema.json',
    change: (text) => text.replace('{', ''),
    says: /Unexpected token/,
  },
  {
    name: 'a schema that refers to what is not there',
    module: 'schemas/put-response.schema.json',
    change: (text) => text.replace('transformer-record.schema.json', 'not-there.schema.json'),
    says: /not-there\.schema\.json/,
  },
  {
    name: 'a schema with a format that nobody knows',
    module: 'schemas/envelope.schema.json',
    change: (text) => text.replace(/"format": "[^"]+"/, '"format": "no-such-format"'),
    says: /no-such-format/,
  },
];

/** Each module begins with a line that names it. */
const beginnings = /^(?=\/\/ build\/)/m;

function copyWith({ module, change }: Pick<Break, 'module' | 'change'>): string {
  const folder = temporaryFolder();
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const chunks = join(folder, 'dist/chunks');
  const line = `// build/${module}\n`;
  const broken = readdirSync(chunks).filter((name) => {
    const parts = readFileSync(join(chunks, name), 'utf8').split(beginnings);
    const at = parts.findIndex((part) => part.startsWith(line));
    if (at === -1) return false;
    const body = parts[at]?.slice(line.length) ?? '';
    const changed = change(body);
    if (changed === body) throw new Error(`${module} is not broken`);
    writeFileSync(join(chunks, name), parts.with(at, line + changed).join(''));
    return true;
  });
  expect(broken, module).toHaveLength(1);
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
    const copy = copyWith({ module: 'src/judge/judge.js', change: (text) => `${text}\n` });
    expect((await finished(copy, ['run', '--reference'])).code).toBe(0);
  });
});
