import { path } from '../../kinds/kinds.ts';
import { about, command } from '../options/option.ts';

export const init = command({
  options: {
    ...about('credentials', {
      tokenFile: {
        kind: path('file', 'a file that holds the token'),
        description: 'A file that holds the access token.',
        example: '/run/secrets/access-token',
      },
    }),
    ...about('command', { yes: 'Ask no questions.' }),
  },
  settings: ({ scope }) => scope !== 'run',
  examples: [
    'init',
    'init -e staging.env --base-url https://staging.example.com/api',
    'init --yes --base-url http://127.0.0.1:8080 --token-file token',
  ],
  act: async ({ options, flags, invocation }) => {
    const { init: act } = await import('./init.ts');
    return act({ ...invocation, cwd: invocation.cwd, flags }, options);
  },
});
