import { describe, expect, test } from 'vitest';
import { run, withService } from '../commands/targets.ts';
import { sampleOf } from '../support/properties.ts';
import type { Script } from '../support/service.ts';
import { hostileTexts } from '../unit/reporters/hostile.ts';
import { aimedAt } from './aimed-at.ts';
import { places } from './echoes.ts';
import { everythingOf, problemsLeftBy } from './left-behind.ts';

/** Script, markup and control text in every string that a service controls. */

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
const pairs = Array.from({ length: Math.ceil(hostileTexts.length / 2) }, (_, at) =>
  hostileTexts.slice(2 * at, 2 * at + 2),
);

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
