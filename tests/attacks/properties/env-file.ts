import fc from 'fast-check';
import { environmentNames } from '../../../src/settings/definitions.ts';
import { definitions } from '../../support/engine.ts';

const { entries } = definitions;
const names = entries.flatMap(([, definition]) => environmentNames(definition));
const value = fc.oneof(
  fc.constantFrom(...entries.map(([, { example }]) => example)),
  fc.constantFrom(
    'http://localhost:1',
    'http://localhost.',
    'https://evil.example.com',
    '../x',
    '/etc/passwd',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const quoted = fc
  .tuple(fc.constantFrom('', "'", '"', '`'), value)
  .map(([quote, text]) => `${quote}${text}${quote}`);
const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'export ', ' \t', '# '),
      fc.constantFrom(...names),
      fc.constantFrom('=', ' = ', ': '),
      quoted,
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', '# a comment', 'OTHER=1', 'OTHER="', "OTHER='", '"', "'"),
);
/** A `.env` as a stranger writes it. */
export const anyEnvFile: fc.Arbitrary<string> = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.join(end));
