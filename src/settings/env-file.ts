import { resolve } from 'node:path';
import { readText, withFile } from '../kinds/files.ts';
import type { Problem } from '../model/setting.ts';

/** A file of environment variables. */
export interface EnvFile {
  readonly path: string;
  /** False where it could not be read: nothing is known of what it gives. */
  readonly isRead: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

type Parse = (content: string) => Readonly<Record<string, string>>;

const ownNames = /^(?:CONFORMANCE_\w*|(?:HTTPS?|ALL|NO)_PROXY|(?:https?|all|no)_proxy)$/;
/** Of the parser: may have several lines. */
const quotedValue = /(?<==[ \t]*)(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)/g;
/** Stands for a # that is not a comment to every reader; in no file. */
const mark = '\u{f0000}';

/**
 * Values of which it is not certain what is meant. Of several lines the parser silently keeps the last, and it takes a #
 * right behind a character for a comment, where shells and Docker take it for part of the value.
 */
function ambiguous(path: string, content: string, parse: Parse): readonly Problem[] {
  const flat = content.replaceAll(quotedValue, (value) => value.replaceAll(/[\r\n]+/g, ' '));
  const lines = flat.split(/\r\n?|\n/).map(parse);
  const marked = parse(content.replaceAll(/(?<=\S)#/g, mark));
  const own = Object.entries(parse(content)).filter(([name]) => ownNames.test(name));
  return own.flatMap(([setting, value]) => {
    const problems: Problem[] = [];
    if (lines.filter((line) => line[setting]).length > 1) {
      const message = `is set more than once in ${path}`;
      problems.push({ setting, message, example: `${setting}=…, on one line of the file` });
    }
    if (marked[setting]?.replaceAll(mark, '#') !== value) {
      const message = `has # right behind other characters in ${path}: put the whole value in quotes, or a space before a comment`;
      problems.push({ setting, message, example: `${setting}='…#…'` });
    }
    return problems;
  });
}

/**
 * Reads the file that `--env-file` names, else `.env` in cwd where there is one.
 * @returns null when neither is there to be read
 */
export async function readEnvFile(cwd: string, flag: unknown): Promise<EnvFile | null> {
  const named = typeof flag === 'string' && flag !== '';
  const path = resolve(cwd, named ? flag : '.env');
  const unread = (message: string): EnvFile => {
    const setting = named ? '--env-file' : '.env';
    const example = `--env-file ${named ? 'staging.env' : '.env'}`;
    const problems = [{ setting, message, example }];
    return { path, isRead: false, values: {}, problems };
  };
  const found = readText(path);
  if ('problem' in found) {
    if (named) return unread(withFile(path, found.problem));
    return found.absent ? null : unread(found.problem);
  }
  const { parse } = await import('dotenv');
  return { path, isRead: true, values: parse(found.text), problems: ambiguous(path, found.text, parse) };
}
