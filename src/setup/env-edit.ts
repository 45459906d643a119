import { isDeepStrictEqual } from 'node:util';
import { parse } from 'dotenv';
import { envLine } from './env-line.ts';

/** What is done to one line; values are not part of it, as some are secret. */
export interface Change {
  readonly name: string;
  readonly kind: 'adds' | 'changes' | 'empties';
}

export type Edited =
  | { readonly ok: true; readonly text: string; readonly changes: readonly Change[] }
  | { readonly ok: false; readonly problem: string };

const head = '# Settings of entity-config-conformance, written by `conformance init`.\n';

/** One assignment, up to the end of its value, as the parser of such files sees it: a value in quotes may span lines. */
const assignment =
  /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:])([ \t]*'(?:\\'|[^'])*'|[ \t]*"(?:\\"|[^"])*"|[ \t]*`(?:\\`|[^`])*`|[^#\r\n]*)/gm;

/** The word `export`, the place in the line and what stands behind the value stay. */
function withValue(text: string, name: string, line: string): string {
  return text.replace(assignment, (found, _: string, foundName: string) => {
    if (foundName !== name) return found;
    const before = /^[ \t]*(?:export[ \t]+)?/.exec(found)?.[0] ?? '';
    const after = /[ \t]*$/.exec(found)?.[0] ?? '';
    return before + line + after;
  });
}

function appended(text: string, line: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

function edit(text: string, name: string, line: string, before: Readonly<Record<string, string>>): string {
  return name in before ? withValue(text, name, line) : appended(text, line);
}

function kindOf(value: string | null, before: string | undefined): Change['kind'] | null {
  if ((value ?? '') === (before ?? '')) return null;
  if (value === null) return 'empties';
  return before === undefined || before === '' ? 'adds' : 'changes';
}

/**
 * Sets names in the text of a `.env` file and leaves every other line as it is; null empties a name, which is as good
 * as absent. The result is read back: an edit that did not come out as meant is refused.
 *
 * @param before the file's text; null when there is no file yet
 */
export function editEnv(before: string | null, wanted: ReadonlyMap<string, string | null>): Edited {
  const present = parse(before ?? '');
  const changes: Change[] = [];
  let text = before ?? head;
  for (const [name, value] of wanted) {
    const kind = kindOf(value, present[name]);
    if (kind === null) continue;
    const line = envLine(name, value ?? '');
    if (line === null)
      return {
        ok: false,
        problem: `${name} holds a line break or all three kinds of quotes, which no .env file can express`,
      };
    text = edit(text, name, line, present);
    changes.push({ name, kind });
  }
  const set = changes.map(({ name }) => [name, wanted.get(name) ?? '']);
  if (isDeepStrictEqual({ ...parse(text) }, { ...present, ...Object.fromEntries(set) }))
    return { ok: true, text, changes };
  return { ok: false, problem: 'its lines cannot be edited with certainty; set the names by hand' };
}
