import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** `npm run docs`: writes the documents and sources of this repository that are made from others. */

const root = fileURLToPath(new URL('..', import.meta.url));
const path = join(root, 'scripts/generate/generated-documents.ts');
const { module } = await runnerImport(path, { root, configFile: false, logLevel: 'error' });
for (const [name, write] of Object.entries(module.generatedDocuments)) {
  writeFileSync(join(root, name), write());
  process.stdout.write(`${name}\n`);
}
