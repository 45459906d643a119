import type { Naming } from '../settings/trusted-files.ts';
import { shellWord } from '../text/escape.ts';

/** How the command was started, so that it can be started again in the same way. */
export function commandName(environment: NodeJS.ProcessEnv): string {
  if (environment['npm_lifecycle_event'] === 'conformance') return 'npm run conformance --';
  return environment['npm_command'] === 'exec' ? 'npx conformance' : 'conformance';
}

/** The command line that names a file of settings. @param words the command, and the flags that change what it does */
export function namingFile(environment: NodeJS.ProcessEnv, ...words: readonly string[]): Naming {
  return (file, flag = '--env-file') => [commandName(environment), ...words, flag, shellWord(file)].join(' ');
}
