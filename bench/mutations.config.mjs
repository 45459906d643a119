import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { EDITED_FILE: file, EDITED_TEXT: text } = process.env;

/** The fast tests, over sources of which one has another text. */
export default {
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [
    { name: 'edited', enforce: 'pre', load: (id) => (id === file ? readFileSync(text, 'utf8') : null) },
  ],
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/slow/**'],
    setupFiles: ['tests/support/after-each-file.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};
