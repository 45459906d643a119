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
    name: 'a report that cannot be built',
    module: 'src/report/build.js',
    change: (text) => text.replace(/(\nfunction buildReport\([^{]*\{)/, `$1 ${thrown};`),
    says: /thrown on purpose.*exchanges\.ndjson judges it/,
  },
  {
    name: 'a schema that cannot be read',
    module: 'schemas/envelope.schema.json',
    change: (text) => text.replace('{', ''),
    says: /Unexpected token/,
  },
];

/** Each module begins with a line that names it. */
const beginnings = /^(?=\/\/ build\/)/m;

function copyWith({ module, change }: Break): string {
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
});
