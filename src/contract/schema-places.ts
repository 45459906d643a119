import type { SchemaPlace } from '../model/requirement.ts';

/** A keyword of a schema. */
export interface Keyword {
  /** File in schemas/. */
  readonly file: string;
  /** RFC 6901 JSON Pointer. */
  readonly pointer: string;
}

/** By id of the requirement the line of its keyword in the schema file, from 1. */
export type SchemaLines = Readonly<Record<string, number>>;

/** Where the schemas ask for a requirement; the first line of the file where the list of lines is behind. */
export function schemaPlace(lines: SchemaLines, id: string, { file, pointer }: Keyword): SchemaPlace {
  return { file: `schemas/${file}`, pointer, line: lines[id] ?? 1 };
}
