import { describe, expect, test } from 'vitest';
import { aimedAt } from '../../commands/targets.ts';
import { silentToPut, startService } from '../../support/service.ts';
import { missing, openTerminal, type Terminal } from './tmux.ts';

/** What a run shows while it goes on, and what is left on the screen, at 80 columns. */

const sequence = '\u001b[';

/** Lines of progress are overwritten, and gone in the end. */
const progress = /^\[\d+\/\d+\]/;

/** Commands to copy and addresses may be longer than a screen is wide; sentences may not. */
function broken(terminal: Terminal): readonly string[] {
  return terminal.wrapped().filter((line) => !/^ +(?:curl|-H|-d|--data|'?https?:)/.test(line));
}

const title = missing === null ? 'run on a terminal' : `run on a terminal: skipped, ${missing}`;

describe.skipIf(missing !== null)(title, () => {
  test('the embedded service: tables within 80 columns, no progress left, the cursor shown', async () => {
    const terminal = openTerminal(['run', '--reference']);
    expect(await terminal.ended()).toBe(0);
    const lines = terminal.screen();
    expect(lines.filter((line) => progress.test(line))).toEqual([]);
    expect(broken(terminal)).toEqual([]);
    expect(lines.join('\n')).toContain('CONFORMS (exit 0)');
    expect(terminal.styled()).toContain(sequence);
    expect(terminal.cursorIsShown()).toBe(true);
  });

  test('NO_COLOR: not one escape sequence is left on the screen', async () => {
    const terminal = openTerminal(['run', '--reference'], { env: { NO_COLOR: '1' } });
    expect(await terminal.ended()).toBe(0);
    expect(terminal.styled()).not.toContain(sequence);
  });

  test('a slow service: one line of progress, in place; Ctrl-C ends with reports and the cursor', async () => {
    await using service = await startService(silentToPut);
    const terminal = openTerminal(['run', '--serial', '--timeout-ms', '60000'], { env: aimedAt(service) });
    const lines = await terminal.shows(/^\[2\/6\] put-authorised …/m);
    expect(lines.filter((line) => progress.test(line))).toHaveLength(1);
    terminal.press('C-c');
    expect(await terminal.ended()).toBe(130);
    const left = terminal.screen();
    expect(left.filter((line) => progress.test(line))).toEqual([]);
    expect(broken(terminal)).toEqual([]);
    expect(left.join('\n')).toContain('INCOMPLETE (exit 3)');
    expect(terminal.cursorIsShown()).toBe(true);
  });
});
