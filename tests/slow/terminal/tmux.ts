import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { root, temporaryFolder } from '../../support/cli.ts';

/** The command on a real terminal of 80 columns: tmux shows what is on the screen, and types. */
const columns = 80;
/** Rows enough that nothing of what is looked at scrolls away. */
const rows = 400;
/** What does not come about in this time has hung, milliseconds. */
const hangsAfterMs = 120_000;

const hasTmux = spawnSync('tmux', ['-V']).status === 0;

/** Why these tests cannot run here; null when they can, or have to. */
export const missing =
  hasTmux || process.env['CONFORMANCE_REQUIRE_TMUX'] === '1'
    ? null
    : 'tmux is not installed (apt-get install tmux, or brew install tmux)';

export interface Terminal {
  readonly cwd: string;
  /** Lines on the screen, without the empty ones at its end. */
  readonly screen: () => readonly string[];
  /** Lines that the terminal itself had to break, each in one piece. */
  readonly wrapped: () => readonly string[];
  /** The screen with the escape sequences that set colours. */
  readonly styled: () => string;
  readonly type: (text: string) => void;
  /** Presses keys, by tmux's names: `Enter`, `C-c`, `Down`. */
  readonly press: (...keys: readonly string[]) => void;
  /** Waits until the screen shows a text. @throws Error with the screen when it does not come */
  readonly shows: (text: string | RegExp) => Promise<readonly string[]>;
  /** Runs a command line to its end. @returns its exit code */
  readonly ended: () => Promise<number>;
  readonly cursorIsShown: () => boolean;
}

function tmux(socket: string, ...args: readonly string[]): string {
  return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Starts the command, or another one, in a terminal of its own, in a server of tmux of its own, which ends with the test. Nothing of the environment is inherited. */
export function openTerminal(
  args: readonly string[],
  options: { env?: Readonly<Record<string, string>>; cwd?: string; command?: readonly string[] } = {},
): Terminal {
  const { env = {}, cwd = temporaryFolder() } = options;
  const { command = [process.execPath, join(root, 'dist/src/cli/main.js')] } = options;
  const folder = temporaryFolder();
  const socket = join(folder, 'socket');
  const script = join(folder, 'command');
  const PATH = process.env['PATH'] ?? '';
  const variables = { PATH, HOME: folder, TERM: 'screen-256color', LANG: 'C.UTF-8', ...env };
  const assignments = Object.entries(variables).map(([name, value]) => quoted(`${name}=${value}`));
  const words = [...command, ...args].map(quoted);
  // The exit code is shown once all is over; the shell then waits, so that the screen stays.
  writeFileSync(
    script,
    `trap : INT\ncd ${quoted(cwd)}\nenv -i ${assignments.join(' ')} ${words.join(' ')}\nprintf '\\n[ended with %s]\\n' "$?"\nread -r _\n`,
  );
  tmux(socket, '-u', 'new-session', '-d', '-x', String(columns), '-y', String(rows), 'sh', script);
  onTestFinished(() => void tmux(socket, 'kill-server'));
  const screen = () => tmux(socket, 'capture-pane', '-p').trimEnd().split('\n');
  const shows: Terminal['shows'] = async (wanted) => {
    const until = Date.now() + hangsAfterMs;
    for (;;) {
      const lines = screen();
      const text = lines.join('\n');
      if (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)) return lines;
      if (Date.now() > until) throw new Error(`the screen does not show ${wanted}:\n${text}`);
      await sleep(25);
    }
  };
  return {
    cwd,
    screen,
    wrapped: () => {
      const lines = tmux(socket, 'capture-pane', '-p', '-J').split('\n');
      return lines.map((line) => line.trimEnd()).filter((line) => line.length > columns);
    },
    styled: () => tmux(socket, 'capture-pane', '-p', '-e'),
    type: (text) => void tmux(socket, 'send-keys', '-l', '--', text),
    press: (...keys) => void tmux(socket, 'send-keys', ...keys),
    shows,
    ended: async () => {
      const lines = await shows(/\[ended with \d+\]/);
      return Number(/\[ended with (\d+)\]/.exec(lines.join('\n'))?.[1]);
    },
    cursorIsShown: () => tmux(socket, 'display-message', '-p', '#{cursor_flag}').trim() === '1',
  };
}
