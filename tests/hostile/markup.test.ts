import { describe, expect, test } from 'vitest';
import { run, withService } from '../cli/targets.ts';
import { sampleOf } from '../support/properties.ts';
import type { Script } from '../support/service.ts';
import { hostileTexts } from '../unit/reporters/hostile.ts';
import { aimedAt } from './aimed-at.ts';
import { places } from './echoes.ts';
import { everythingOf, problemsLeftBy } from './left-behind.ts';

/** Script, markup and control text in every string that a service controls. */

const texts: readonly string[] = [
  ...hostileTexts,
  '</script><script>fetch("//evil.example")</script>',
  "\"><svg onload=alert(1)> ' onmouseover=alert(1) x='",
  '%0A::error file=app.js,line=1::owned%0D%0A::set-output name=x::y',
  '::add-mask::x\n::stop-commands::x\n##vso[task.complete result=Succeeded;]done',
  '\u001b[8mhidden\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001bP$q\u001b\\',
  '--> <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]> &e; <?xml version="1.1"?>',
  '{{7*7}} <%= 7*7 %> #{7*7}',
  'x-`|`%0A#&*^_~$!',
];

/** Ends each text, so that one can see that it was there. */
const mark = 'hx7q';

/** HTTP allows neither in a head. */
function inHead(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, ' ');
}

/** One answer for each place; where HTTP takes the text as it is, it is left as it is. */
function answersWith(text: string): readonly string[] {
  return Object.entries(places).flatMap(([place, write]) => {
    const isBody = /value|key|error|breaks off/.test(place);
    return write({ name: place, text: isBody ? text : inHead(text) }) ?? [];
  });
}

function answering(answers: readonly string[]): Script {
  let next = 0;
  return (_call, _prepared, _response, socket) => {
    socket.end(answers[next] ?? '', 'utf8');
    next += 1;
  };
}

/** Two texts share a run, which saves half of the processes. */
const pairs = Array.from({ length: Math.ceil(texts.length / 2) }, (_, at) => texts.slice(2 * at, 2 * at + 2));

const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe.concurrent('a service that says', () => {
  test.each(sampleOf(pairs).map((pair) => ({ pair })))('$pair', async ({ pair }) => {
    const answers = pair.flatMap((text) => answersWith(`${text}${mark}`));
    await withService(answering(answers), async (service) => {
      const args = ['--operation', 'put', '--no-unauthorized', '--repeat', String(answers.length)];
      const ended = await run(args, { env: { ...aimedAt(service), FORCE_COLOR: '1' } });
      expect(ended.code).toBe(1);
      expect(problemsLeftBy(ended)).toEqual([]);
      const { stderr, ...outputs } = everythingOf(ended);
      expect(stderr).not.toMatch(unseen);
      expect(stderr).not.toMatch(/^::|##\w*\[/m);
      // It holds deviations only, and what is no JSON has no values to quote.
      const { 'gl-code-quality.json': _, ...whole } = outputs;
      for (const [name, output] of Object.entries(whole)) expect(output, name).toContain(mark);
    });
  });
});
