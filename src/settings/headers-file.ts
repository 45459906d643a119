import type { Header } from '../../schemas/types.ts';
import { file } from '../kinds/files.ts';
import { unless } from '../kinds/setting.ts';
import type { Kind } from '../model/setting.ts';

/** Set by the run itself, or able to change what is sent, to whom, or by which method. */
const reserved = new Set(
  [
    'accept accept-encoding authorization connection content-encoding content-length content-type expect host',
    'keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade user-agent',
    'x-http-method x-http-method-override x-method-override',
  ].flatMap((line) => line.split(' ')),
);

/** RFC 9110 section 5.6.2. */
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 section 5.5, without the bytes beyond ASCII that it deprecates. */
const fieldValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Values are secrets, and a line without a colon may be one: so only what is certain to be a name is quoted. */
function lineProblem(name: string, value: string, seen: ReadonlySet<string>): string | null {
  if (!fieldName.test(name)) return 'is not of the form Name: value';
  const key = name.toLowerCase();
  if (reserved.has(key)) return `sets ${name}, which this file may not set`;
  if (seen.has(key)) return `sets ${name} a second time`;
  if (value === '') return `has no value for ${name}`;
  if (!fieldValue.test(value)) return `has a value for ${name} with a character that is not visible ASCII`;
  return null;
}

function splitLine(line: string): Header {
  const colon = line.indexOf(':');
  return colon === -1 ? ['', ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** Lines `Name: value`; empty ones and those that begin with # are skipped. */
export const headersFile: Kind<readonly Header[]> = file('a file of lines Name: value', (content) => {
  const headers: Header[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [name, value] = splitLine(line);
    const problem = lineProblem(name, value, seen);
    if (problem === null) headers.push([name, value]);
    else problems.push(`cannot be used: line ${index + 1} ${problem}`);
    seen.add(name.toLowerCase());
  }
  return unless(problems, headers);
});
