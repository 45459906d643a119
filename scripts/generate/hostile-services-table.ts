import type { Hostile } from '../../tests/attacks/answers.ts';
import { hostileServices } from '../../tests/attacks/services.ts';

const outcomes: Readonly<Record<Hostile['exitCode'], string>> = {
  1: 'exit 1, deviates',
  3: 'exit 3, incomplete',
};

const cell = (text: string) => text.replaceAll('|', '\\|');

/** The services that tests/attacks/services.test.ts meets, and how a run against each ends. */
export function hostileServicesTable(): string {
  const rows = hostileServices.map(
    ({ name, does, exitCode }) => `| ${cell(name)} | ${cell(does)} | ${outcomes[exitCode]} |`,
  );
  return [
    '# Hostile services',
    '',
    'Written by `npm run evidence`.',
    '',
    '| name | what the service does | expected outcome |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
