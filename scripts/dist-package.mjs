import { readFileSync, writeFileSync } from 'node:fs';

/** Of the package's own description, which tsc copies into dist, only what the code reads there is kept. */
const { name, version, type, engines } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const path = new URL('../dist/package.json', import.meta.url);
writeFileSync(path, `${JSON.stringify({ name, version, type, engines }, null, 2)}\n`);
