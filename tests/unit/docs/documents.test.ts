import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedDocuments } from '../../../scripts/generate/generated-documents.ts';
import { promises } from '../../../scripts/generate/promises.ts';

test.each(Object.entries(generatedDocuments))('%s is what `npm run docs` writes', (path, write) =>
  expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(write()),
);

test.each(promises)('the tests of a promise are there: $promise', ({ tests }) => {
  const isMissing = (name: string) => {
    const [path = '', title = ''] = name.split(' > ');
    const file = new URL(`../../../${path}`, import.meta.url);
    return title === '' || !existsSync(file) || !readFileSync(file, 'utf8').includes(title);
  };
  expect(tests.filter(isMissing)).toEqual([]);
});
