import type { Report } from '../../support/subject.ts';
import { report } from './fixture.ts';

/** What a service could put in its answers to make a report act, lie or break. */
export const hostileTexts = [
  '\u001b]0;owned\u0007\u001b[2J\u001b[31mred',
  '\u009b31m C1',
  'line\nfeed\r\nand\treturn',
  '\u202etxt.exe\u202c \u2066isolate\u2069',
  'zero\u200bwidth\u2060\ufeff\u00ad\u{e0041}',
  'no\u00a0break\u2003em\u2028line',
  'lone \ud800 and \udfff surrogates',
  'noncharacters \ufffe \uffff \u{1ffff}',
  '\u0000\u0001\u0008\u000b\u000c\u001f\u007f',
  ']]> <![CDATA[ <!-- --> <?pi?> &amp; &#0; </failure><script>alert(1)</script>',
  '| pipe \\| and \\',
  '`code` ``two`` ```fence',
  '**bold** _under_ ~~gone~~ [link](javascript:alert(1)) ![image](https://evil.example/x.png)',
  '<img src=x onerror=alert(1)> </details></table>',
  '@someone @org/team #12 org/repo#12 :smile: someone@evil.example',
  'https://evil.example www.evil.example mailto:a@evil.example $x$ $`y`$',
  '::error file=a::b ##[error]c ##vso[task.setvariable variable=x]y ##teamcity[z]',
  'it\'s $(touch /tmp/x) `id` "quoted" $HOME !!',
  '</script><script>fetch("//evil.example")</script>',
  "\"><svg onload=alert(1)> ' onmouseover=alert(1) x='",
  '%0A::error file=app.js,line=1::owned%0D%0A::set-output name=x::y',
  '::add-mask::x\n::stop-commands::x\n##vso[task.complete result=Succeeded;]done',
  '\u001b[8mhidden\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001bP$q\u001b\\',
  '--> <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]> &e; <?xml version="1.1"?>',
  '{{7*7}} <%= 7*7 %> #{7*7} {0} [a](javascript:b)',
  'x-`|`%0A#&*^_~$!',
  '=HYPERLINK("https://evil.example") +1 -1 @SUM(A1) \t=cmd|x!A1',
  '<https://evil.example> <a@evil.example> [ref]: javascript:x\n\n[ref] ![x][ref] # h\n- [ ] task',
  "\n##teamcity[buildStatus status='SUCCESS']\n::group::x\n[ERROR] x\n| a | b |\n```\n</details>",
] as const;

export const hostile = hostileTexts.join(' ');

/** Members whose values are words of our own, fixed by the schema. */
const fixed = new Set(
  [
    'operation operations facet strength severity actor verdict outcome state credentials kind part',
    'encoding method body',
  ].flatMap((line) => line.split(' ')),
);

/** The fixture with the given text after every string that is not one of a fixed set. */
export function withText(suffix: string, from: Report = report): Report {
  return append(from, suffix) as Report;
}

function append(value: unknown, suffix: string): unknown {
  if (typeof value === 'string') return `${value}${suffix}`;
  if (Array.isArray(value)) return value.map((item) => append(item, suffix));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fixed.has(key) ? item : append(item, suffix)]),
  );
}
