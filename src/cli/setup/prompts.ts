// Maintained, small, honours NO_COLOR; what it does not handle, Ctrl-D and signals, is below.
import { confirm, isCancel, log, select, text } from '@clack/prompts';
import { Cancelled, exitCodes } from '../../output/exit.ts';
import { visible } from '../../text/escape.ts';
import { wrap } from '../../text/layout.ts';

interface TextQuestion {
  readonly message: string;
  readonly placeholder?: string;
  /** What is wrong with an answer; the question is then asked again in the same place. */
  readonly problemsOf: (answer: string) => Promise<readonly string[]>;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

const endings = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Asks one question. A prompt ends by itself on Ctrl-C and Escape only; the end of input and signals would leave the
 * terminal without its cursor.
 */
async function ask<T>(question: (signal: AbortSignal) => Promise<T | symbol>): Promise<T> {
  const leaving = new AbortController();
  const leave = (signal?: unknown) => leaving.abort(signal);
  const onKey = (_: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key?.ctrl === true && key.name === 'd') leave();
  };
  process.stdin.on('keypress', onKey).once('end', leave);
  for (const name of endings) process.once(name, leave);
  try {
    const answer = await question(leaving.signal);
    const code = leaving.signal.reason === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
    if (isCancel(answer)) throw new Cancelled(code);
    return answer as T;
  } finally {
    process.stdin.off('keypress', onKey).off('end', leave);
    for (const name of endings) process.off(name, leave);
  }
}

/** A line of text, wrapped to the right of the guide that the prompt draws, three columns further in. */
function fitted(text: string): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const width = (process.stderr.columns ?? 80) - 4 - indent.length;
  return indent + wrap(visible(text.slice(indent.length)), width).join(`\n   ${indent}`);
}

function asSchema(problemsOf: TextQuestion['problemsOf']) {
  const validate = async (value: unknown) => {
    const problems = await problemsOf(typeof value === 'string' ? value.trim() : '');
    return problems.length === 0
      ? { value: String(value) }
      : { issues: [{ message: fitted(problems.join('; ')) }] };
  };
  return { '~standard': { version: 1, vendor: 'entity-config-conformance', validate } } as const;
}

/**
 * Questions on the terminal, on standard error: what a command prints stays separate. Each throws Cancelled when it is
 * cancelled.
 */
export function terminalPrompts() {
  const output = process.stderr;
  return {
    async text({ message, problemsOf, ...rest }: TextQuestion): Promise<string> {
      const given = { ...rest, message: fitted(message), output, validate: asSchema(problemsOf) };
      const answer = await ask<string>((signal) => text({ ...given, signal }));
      return (answer ?? '').trim();
    },
    choose(message: string, choices: readonly Choice[]): Promise<string> {
      const given = { message: fitted(message), output, options: [...choices] };
      return ask<string>((signal) => select({ ...given, signal }));
    },
    confirm: (message: string, initialValue: boolean): Promise<boolean> =>
      ask<boolean>((signal) => confirm({ message: fitted(message), output, signal, initialValue })),
    tell: (message: string) => log.info(message.split('\n').map(fitted).join('\n'), { output }),
  };
}

export type Prompts = ReturnType<typeof terminalPrompts>;
