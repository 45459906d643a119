import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedDocuments } from './support/generated-documents.ts';
import { promises } from './support/security-document.ts';

test.each(Object.entries(generatedDocuments()))('%s is what `npm run docs` writes', (path, text) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text);
});

test.each(promises)('the tests of a promise are there: $promise', ({ tests }) => {
  expect(tests.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});
