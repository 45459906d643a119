import { existsSync, readFileSync } from 'node:fs';
import type { Keyword } from '../contract/schemas.ts';
import { nodeAt, parseJson } from '../json/json.ts';
import { remembering } from '../model/latest.ts';

/** The line of a JSON text where a pointer leads, from 1. */
export function lineIn(text: string, pointer: string): number {
  return text.slice(0, nodeAt(parseJson(text).root, pointer).start).split('\n').length;
}

const textOf = remembering(
  (file) => {
    const path = new URL(`../../schemas/${file}`, import.meta.url);
    return existsSync(path) ? readFileSync(path, 'utf8') : '{}';
  },
  100,
  1_000_000,
);

/**
 * The line of a keyword in its schema's file, which reports name. From source it is looked up; the build replaces this
 * module (scripts/generate/validators.mjs), as the package has the schemas laid out anew.
 */
export function lineOf({ file, pointer }: Keyword): number {
  return lineIn(textOf(file), pointer);
}
