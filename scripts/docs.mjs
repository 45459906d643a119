import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const usage = `Writes what is generated.

  npm run docs                  the documents and sources of this repository that are made from others
  npm run evidence -- FOLDER    what the tests show of the judge, as tables: for an artifact, not for the repository
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const [kind, folder, ...others] = process.argv.slice(2);
const isEvidence = kind === '--evidence' && folder !== undefined && others.length === 0;
if (kind !== undefined && !isEvidence) {
  process.stderr.write(usage);
  process.exit(2);
}

const path = `scripts/generate/${isEvidence ? 'evidence' : 'generated-documents'}.ts`;
const { module } = await runnerImport(join(root, path), { root, configFile: false, logLevel: 'error' });
const into = isEvidence ? folder : root;
if (isEvidence) mkdirSync(into, { recursive: true });
for (const [name, write] of Object.entries(isEvidence ? module.evidence : module.generatedDocuments)) {
  writeFileSync(join(into, name), write());
  process.stdout.write(`${join(isEvidence ? into : '', name)}\n`);
}
