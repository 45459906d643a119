import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { root, temporaryFolder } from '../../support/cli.ts';
import { missing as noTmux, openTerminal } from './tmux.ts';

/** Completion as each shell itself does it, in a terminal, with nothing installed beside the shell. */

const shells = {
  bash: ['bash', '--norc', '-i'],
  zsh: ['zsh', '-f', '-i'],
  fish: ['fish', '--no-config', '-i'],
} as const;

type Shell = keyof typeof shells;

const isInstalled = (shell: Shell) =>
  process.env['CONFORMANCE_REQUIRE_SHELLS'] === '1' || spawnSync(shell, ['-c', 'true']).status === 0;

/** A shell that has read its script, in a folder with one file, and with the command on its PATH. */
async function started(shell: Shell) {
  const cwd = temporaryFolder();
  const program = join(root, 'dist/src/cli/main.js');
  mkdirSync(join(cwd, 'bin'));
  const wrapper = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
  writeFileSync(join(cwd, 'bin/conformance'), wrapper, { mode: 0o755 });
  writeFileSync(join(cwd, 'a-file.har'), '');
  const script = execFileSync(process.execPath, [program, 'completion', shell], { encoding: 'utf8' });
  writeFileSync(join(cwd, `script.${shell}`), script);
  const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH']}` };
  const terminal = openTerminal([], { cwd, env, command: shells[shell] });
  terminal.type(`. ./script.${shell}; echo rea''dy`);
  terminal.press('Enter');
  await terminal.shows(/^ready$/m);
  return terminal;
}

/** What somebody has typed, and what it becomes. */
const completed = [
  ['conformance expo', 'conformance export'],
  ['conformance check --side=res', '--side=response'],
  ['conformance explain put.data.name:ec', 'explain put.data.name:echo'],
  ['conformance check a-fi', 'check a-file.har'],
] as const;

describe.each(Object.keys(shells) as Shell[])('%s', (shell) => {
  const reason =
    noTmux ?? (isInstalled(shell) ? null : `${shell} is not installed (apt-get install ${shell})`);
  const skipped = reason === null ? '' : `: skipped, ${reason}`;

  test.skipIf(reason !== null)(`lists what may follow, and completes what was begun${skipped}`, async () => {
    const terminal = await started(shell);
    const listed = async (line: string, all: RegExp) => {
      terminal.type(line);
      terminal.press('Tab', 'Tab');
      await terminal.shows(all);
      terminal.press('C-u');
    };
    await listed('conformance check --format ', /\bhar\s+ndjson\s+newman\s+recording\b/);
    for (const [line, whole] of completed) {
      terminal.type(line);
      terminal.press('Tab');
      await terminal.shows(whole);
      terminal.press('C-u');
    }
  });
});
