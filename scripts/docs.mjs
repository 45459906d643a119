import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} path of a TypeScript module, from the repository's folder */
async function load(path) {
  const { module } = await runnerImport(`${root}/${path}`, { root, configFile: false, logLevel: 'error' });
  return module;
}

const { generatedDocuments } = await load('scripts/generate/generated-documents.ts');
for (const [path, write] of Object.entries(generatedDocuments)) {
  writeFileSync(`${root}/${path}`, write());
  process.stdout.write(`${path}\n`);
}
