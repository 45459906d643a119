import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, temporaryFolder } from '../../support/cli.ts';

/** Completion as each shell itself does it, with nothing installed beside the shell. */

const isNeeded = process.env['CONFORMANCE_REQUIRE_SHELLS'] === '1';

function has(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command line after the tab key, as the shell would run it, or everything that it offers. */
const complete: Readonly<Record<string, (line: string) => readonly string[]>> = {
  bash: (line) => [
    '--norc',
    '-c',
    `. ./script.bash
COMP_LINE=$1 COMP_POINT=\${#1}
_conformance_completion
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p conformance`,
    'bash',
    line,
  ],
  zsh: (line) => [
    '-f',
    '-c',
    `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; unsetopt beep; autoload -Uz compinit; compinit -u -D; . ./script.zsh; print rea""dy'
zpty -r shell seen '*ready*'
zpty -w -n shell "$1"$'\\t\\t'
sleep 3
zpty -w -n shell $'\\C-u exit\\n'
while zpty -r shell seen; do print -rn -- "$seen"; done`,
    'zsh',
    line,
  ],
  fish: (line) => ['--no-config', '-c', 'source ./script.fish; complete -C $argv[1]', line],
};

/** What a shell offers for a line, with the command on its PATH. */
function offered(shell: string, line: string): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'bin'));
  const program = join(root, 'dist/src/cli/main.js');
  const wrapper = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
  writeFileSync(join(cwd, 'bin/conformance'), wrapper, { mode: 0o755 });
  symlinkSync(program, join(cwd, 'a-file.har'));
  writeFileSync(
    join(cwd, `script.${shell}`),
    execFileSync(process.execPath, [program, 'completion', shell], { encoding: 'utf8' }),
  );
  const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH']}`, HOME: cwd, TERM: 'dumb' };
  return execFileSync(shell, [...(complete[shell]?.(line) ?? [])], { cwd, env, encoding: 'utf8' });
}

describe.each(['bash', 'zsh', 'fish'])('%s', (shell) => {
  const isMissing = !isNeeded && !has(shell);
  const reason = isMissing ? `: skipped, ${shell} is not installed (apt-get install ${shell})` : '';

  test.skipIf(isMissing)(`completes what a flag takes${reason}`, () => {
    const formats = offered(shell, 'conformance check --format ');
    for (const format of ['har', 'ndjson', 'recording']) expect(formats).toContain(format);
    expect(offered(shell, 'conformance check --side re')).toContain('response');
    expect(offered(shell, 'conformance run --reporter json,h')).toContain('json,html');
    // The part of the word that bash has already is before the colon.
    expect(offered(shell, 'conformance explain put.data.name:ec')).toMatch(/(?:^|[:\s])echo/);
    expect(offered(shell, 'conformance ma')).toContain('matrix');
  });

  test.skipIf(isMissing)(`completes files where nothing is offered${reason}`, () => {
    const files = offered(shell, 'conformance check a-fi');
    expect(files).toMatch(shell === 'bash' ? /-o default/ : /a-file\.har/);
  });
});
