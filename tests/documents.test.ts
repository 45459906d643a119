import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedDocuments } from './support/generated-documents.ts';

test.each(Object.entries(generatedDocuments()))('%s is what `npm run docs` writes', (path, text) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text);
});
