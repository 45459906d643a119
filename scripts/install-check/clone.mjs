import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { check } from './run.mjs';
import { withService } from './service.mjs';

const left = new Set(['node_modules', 'dist', 'coverage', 'conformance-report', '.env']);

/** A clone of what was committed; without a repository, as in a downloaded archive, a copy. */
function takeSource(repository, folder) {
  if (existsSync(join(repository, '.git'))) check('git', ['clone', '--quiet', repository, folder], {});
  else cpSync(repository, folder, { recursive: true, filter: (path) => !left.has(basename(path)) });
}

/**
 * What the README says to do with a checkout.
 * @param isInstalled whether the repository has its packages, which the clone then takes
 * @returns the checkout's folder, installed and built
 */
export async function checkClone({ folder, env }, repository, isInstalled, step) {
  const cwd = join(folder, 'clone');
  const npm = (args, expected) => check('npm', args, { cwd, env }, expected);
  await step('git clone', () => takeSource(repository, cwd));
  // Hard links: npm packs a folder of packages that is a link without what these depend on.
  if (isInstalled) check('cp', ['-al', join(repository, 'node_modules'), cwd], {});
  else await step('npm ci, without a warning', () => npm(['ci'], { stderr: /^(?!.*\bwarn\b)/s }));
  await step('npm run demo', () => npm(['run', 'demo'], { stdout: /CONFORMS \(exit 0\)/ }));
  await step('npm run conformance -- run: no service is named, exit 2', () =>
    npm(['run', 'conformance', '--', 'run'], { code: 2, stderr: /CONFORMANCE_BASE_URL .*is missing/ }),
  );
  await withService(join(cwd, 'dist/src/cli/main.js'), { env, cwd: folder }, async (settings) => {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(cwd, '.env'), lines.join(''), { mode: 0o600 });
    await step('npm run conformance -- run --plan, with a .env', () =>
      npm(['run', 'conformance', '--', 'run', '--plan'], { stdout: /PUT .*\/transformer\// }),
    );
    await step('npm run conformance -- run, with a .env', () =>
      npm(['run', 'conformance', '--', 'run'], { stdout: /CONFORMS \(exit 0\)/ }),
    );
    rmSync(join(cwd, '.env'));
  });
  await step('npx vitest run --config vitest.target.config.ts', () =>
    check(
      'npx',
      ['vitest', 'run', '--config', 'vitest.target.config.ts'],
      { cwd, env: { ...env, CONFORMANCE_EXCHANGES: 'conformance-report/exchanges.ndjson' } },
      { stdout: /Test Files.*1 passed/ },
    ),
  );
  rmSync(join(cwd, 'conformance-report'), { recursive: true, force: true });
  return cwd;
}
