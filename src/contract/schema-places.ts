import type { SchemaPlace } from '../model/requirement.ts';

/** A keyword of a schema. */
export interface Keyword {
  /** File in schemas/. */
  readonly file: string;
  /** RFC 6901 JSON Pointer. */
  readonly pointer: string;
}

/** The line of a requirement's keyword in the schema file, from 1, by the requirement's id. */
export type SchemaLines = Readonly<Record<string, number>>;

/** Where the schemas ask for a requirement; line 1 where the list of lines does not have it. */
export function schemaPlace(lines: SchemaLines, id: string, { file, pointer }: Keyword): SchemaPlace {
  return { file: `schemas/${file}`, pointer, line: lines[id] ?? 1 };
}
