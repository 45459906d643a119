import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../../support/cli.ts';
import { automationRuleId, entityId } from '../../support/conforming.ts';
import { goodToken, startService } from '../../support/service.ts';
import { missing, openTerminal, type Terminal } from './tmux.ts';

/** `conformance init` as somebody at a terminal of 80 columns sees it. */

const questions = {
  baseUrl: 'Base URL of the service',
  entity: 'Id of the entity to work on',
  dataType: 'Id of a business data type',
  rule: 'Which automation rule may a run delete?',
  ruleId: 'Its id, or several with commas between them. THESE WILL BE DELETED',
  token: 'Where is the access token stored?',
  file: 'The file',
};

/** Types a reply, or presses keys that choose one, once it is asked for. */
async function reply(terminal: Terminal, question: keyof typeof questions, text: string, ...keys: string[]) {
  await terminal.shows(`◆  ${questions[question]}`);
  if (text !== '') terminal.type(text);
  terminal.press(...keys, 'Enter');
}

const title = missing === null ? 'init on a terminal' : `init on a terminal: skipped, ${missing}`;

describe.skipIf(missing !== null)(title, () => {
  test('all replies: .env for its owner only, the way looked at, no request, the next command', async () => {
    await using service = await startService();
    const terminal = openTerminal(['init'], { cwd: folderWith({ token: `${goodToken}\n` }) });
    await reply(terminal, 'baseUrl', service.baseUrl);
    await reply(terminal, 'entity', entityId);
    await reply(terminal, 'dataType', 'bdt-1');
    await reply(terminal, 'rule', '');
    await reply(terminal, 'ruleId', automationRuleId);
    await reply(terminal, 'token', '', 'Down');
    await reply(terminal, 'file', 'token');
    expect(await terminal.ended()).toBe(0);
    const lines = terminal.screen();
    const broken = terminal.wrapped().filter((line) => !/^ +(?:[A-Z]+ http:|\{"name")/.test(line));
    expect(broken).toEqual([]);
    expect(lines.join('\n')).toMatch(/No request was sent to the service\. Next:\n\n {2}conformance run\n/);
    expect(terminal.cursorIsShown()).toBe(true);
    expect(service.calls).toEqual([]);
    const path = join(terminal.cwd, '.env');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain(`CONFORMANCE_BASE_URL=${service.baseUrl}\n`);
    expect(readFileSync(path, 'utf8')).not.toContain(goodToken);
  });

  test.each(['C-c', 'C-d'])('%s: exit 130, nothing written, the cursor is back', async (key) => {
    const terminal = openTerminal(['init']);
    await reply(terminal, 'baseUrl', 'http://127.0.0.1:9');
    await terminal.shows(`◆  ${questions.entity}`);
    expect(terminal.cursorIsShown()).toBe(false);
    terminal.press(key);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.cursorIsShown()).toBe(true);
    expect(terminal.screen().join('\n')).toContain('conformance: cancelled; nothing was written.');
    expect(existsSync(join(terminal.cwd, '.env'))).toBe(false);
  });

  test('nobody is asked where CI is set', async () => {
    const terminal = openTerminal(['init'], { env: { CI: 'true' } });
    expect(await terminal.ended()).toBe(2);
    expect(terminal.screen().join('\n')).toContain('CONFORMANCE_BASE_URL (--base-url) is missing');
  });
});
