import { describe, expect, test } from 'vitest';
import { run } from '../commands/targets.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt } from './aimed-at.ts';
import { everythingOf } from './outputs.ts';

/** A service that knows that GitHub Actions reads along. */

const commands = [
  '::error title=owned::x',
  '\n::stop-commands::x',
  '\r\n  ::add-mask::x',
  '%0A::set-output name=x::y',
  ', title=owned::x',
  '##[error]x',
].join(' ');

/** Every string of the record says so. */
const answering: Script = (_call, prepared, response) => {
  const { data, ...envelope } = JSON.parse(prepared.body) as { data?: Record<string, unknown> };
  const texts = Object.entries(data ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? `${value} ${commands}` : value,
  ]);
  const body = JSON.stringify({ ...envelope, data: Object.fromEntries(texts) });
  sendPrepared({ ...prepared, body }, response);
};

/** What the runner would take for a command: white space before it does not count. */
function commandsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*::|##\[/.test(line));
}

async function runUnder(env: Readonly<Record<string, string>>) {
  await using service = await startService(answering);
  return await run([], { env: { ...aimedAt(service), ...env } });
}

describe('under GitHub Actions', () => {
  test('standard error has our annotations, one a line, and nothing else has a command', async () => {
    const ended = await runUnder({ GITHUB_ACTIONS: 'true' });
    expect(ended.code).toBe(1);
    const { stderr = '', ...others } = everythingOf(ended);
    const annotations = commandsIn(stderr);
    expect(annotations.length).toBeGreaterThan(4);
    expect(annotations.length).toBeLessThanOrEqual(20);
    for (const line of annotations)
      expect(line).toMatch(/^::(?:error|warning) title=[A-Z]+[^:]*::(?!.*%0A::)/);
    for (const name of ['stdout', 'junit.xml', 'report.md'])
      expect(commandsIn(others[name] ?? ''), name).toEqual([]);
  });

  test.each([{}, { GITHUB_ACTIONS: 'false' }])('and only there: %j', async (env) => {
    const { stderr } = await runUnder(env);
    expect(commandsIn(stderr)).toEqual([]);
  });
});
