import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedDocuments } from '../../../scripts/generate/generated-documents.ts';

test.each(Object.entries(generatedDocuments))('%s is what `npm run docs` writes', (path, write) =>
  expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(write()),
);
