import type { SchemaPlace } from '../model/requirement.ts';
import lines from './schema-lines.json' with { type: 'json' };

/** A keyword of a schema. */
export interface Keyword {
  /** File in schemas/. */
  readonly file: string;
  /** RFC 6901 JSON Pointer. */
  readonly pointer: string;
}

/** By id of the requirement; made by `npm run docs`, as the compiled schemas have other lines than the files. */
const lineOf: Readonly<Record<string, number>> = lines;

/** Where the schemas ask for a requirement; the first line of the file where the list of lines is behind. */
export function schemaPlace(id: string, { file, pointer }: Keyword): SchemaPlace {
  return { file: `schemas/${file}`, pointer, line: lineOf[id] ?? 1 };
}
