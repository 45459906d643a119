import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkClone } from './install-check/clone.mjs';
import { makeContainer, temporaryFolder } from './install-check/container.mjs';
import { allVersions, downloadNodes, thisNode } from './install-check/nodes.mjs';
import { createResults } from './install-check/results.mjs';
import { documentOf } from './install-check/table.mjs';
import { checkTarball } from './install-check/tarball.mjs';

/**
 * Does in clean folders what the README says, from a clone and from the tarball: an empty HOME, no caches, no variables
 * but PATH, HOME and npm's registry.
 */
const usage = `Checks the package as a new user finds it, from a clone and from the tarball.

  node scripts/install-check.mjs [--all] [--node FILE]... [--installed] [--save FILE]

  --all        on Node.js ${allVersions.join(', ')}, which npm downloads, in place of this one
  --node FILE  on this Node.js binary; may stand several times
  --installed  in the clone, takes the packages that are installed here, in place of npm ci: for whoever just ran that
  --save FILE  writes the results as a Markdown table
`;

function optionsGiven() {
  try {
    const options = {
      all: { type: 'boolean', default: false },
      node: { type: 'string', multiple: true, default: [] },
      installed: { type: 'boolean', default: false },
      save: { type: 'string' },
      help: { type: 'boolean', default: false },
    };
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const { all, node, installed, save, help } = optionsGiven();
if (help) {
  process.stdout.write(usage);
  process.exit(0);
}
const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = temporaryFolder();
const nodes = all ? downloadNodes(folder) : node.length > 0 ? node.map((path) => ({ path })) : [thisNode];
const results = createResults();
for (const { path } of nodes) {
  const container = makeContainer(folder, path);
  const version = container.version;
  const clone = await checkClone(container, repository, installed, results.of(version, 'clone'));
  await checkTarball(container, clone, results.of(version, 'tarball'));
}
if (save !== undefined) writeFileSync(save, documentOf(results.rows));
const { passed, failed, left } = results.counts();
process.stdout.write(`\n${passed} passed, ${failed} failed, ${left} not tried\n`);
process.exitCode = failed === 0 ? 0 : 1;
