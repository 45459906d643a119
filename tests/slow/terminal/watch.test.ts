import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aimedAt } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { type Script, sendPrepared, startService } from '../../support/service.ts';
import { missing, openTerminal } from './tmux.ts';

const title = missing === null ? 'run --watch on a terminal' : `run --watch: skipped, ${missing}`;

describe.skipIf(missing !== null)(title, () => {
  test('the red line is gone after the edit; Enter runs again; Ctrl-C ends', async () => {
    const cwd = temporaryFolder();
    const source = join(cwd, 'service.txt');
    writeFileSync(source, 'priority as text');
    /** A service that does what its source says. */
    const script: Script = (_, prepared, response) => {
      const isWrong = readFileSync(source, 'utf8') === 'priority as text';
      const body = isWrong ? prepared.body.replace(/"priority":(\d+)/, '"priority":"$1"') : prepared.body;
      sendPrepared({ ...prepared, body }, response);
    };
    await using service = await startService(script);
    const terminal = openTerminal(['run', '--watch', 'service.txt', '--quiet'], {
      env: aimedAt(service),
      cwd,
    });
    const red = /DEVIATES \(exit 1\)/;
    await terminal.shows(red);
    await terminal.shows('Watching; Enter runs again');
    writeFileSync(source, 'priority as a number');
    await terminal.shows('service.txt changed: running again.');
    await terminal.shows(
      /Better than run[\s\S]*fixed: delete\.data\.priority:type[\s\S]*CONFORMS \(exit 0\)/,
    );
    terminal.press('Enter');
    await terminal.shows(
      /Enter: running again\.[\s\S]*Same as run[\s\S]*CONFORMS \(exit 0\)[\s\S]*Watching;/,
    );
    terminal.press('C-c');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.cursorIsShown()).toBe(true);
  });
});
