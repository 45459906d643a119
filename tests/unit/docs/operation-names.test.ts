import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Where an operation of the document may be named: its own files, and the help of the reference service. To delete is also
 * how dangerous a question may be.
 */
const home = 'src/operations/';
const exceptions = ['src/cli/setup/init-orders.ts', 'src/cli/setup/serve.ts', 'src/model/question.ts'];

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const names = [
  /['"`](?:put|delete)['"`]/,
  /\b(?:PUT|DELETE)\b/,
  /\bput or delete\b/,
  /transformer/i,
  /automation ?rule/i,
];

function isNamedIn(source: string): boolean {
  const code = source.replace(comments, '');
  return names.some((name) => name.test(code));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

test('operations are named where they are declared, and by few others', () => {
  const others = ['src', 'reporters', 'suites'].flatMap(filesIn).filter((file) => !file.startsWith(home));
  const naming = others.filter((file) => isNamedIn(readFileSync(join(root, file), 'utf8')));
  expect(naming.sort()).toEqual(exceptions);
});

test('a name is found in code and not in a comment', () => {
  expect(
    [
      "if (operation === 'put')",
      'sends a DELETE',
      'transformerFile',
      'automationRuleId',
      "'put or delete'",
    ].filter(isNamedIn),
  ).toHaveLength(5);
  expect(['/** A PUT. */', '  // as delete does', 'map.delete(key)', 'put back'].filter(isNamedIn)).toEqual(
    [],
  );
});
