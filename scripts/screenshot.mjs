import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/**
 * Makes docs/report.png: the top of the page of a run against the reference service, made to deviate. Needs a
 * Chromium, and `npm run build` before it.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/src/cli/main.js');
const picture = join(root, 'docs/report.png');

const faults = [
  'rule-created-at-with-t',
  'rule-approved-as-boolean',
  'action-amount-fractional',
  'transformer-entity-of-another',
];

/** Pixels; as much as shows what the report comes to and its first deviations. */
const size = { width: 1280, height: 1100 };

/** What differs from run to run, so that the picture changes only with the page. */
const fixed = { id: '5f0c1d2e3a4b', startedAt: '2026-01-15T09:30:00.000Z', durationMs: 60 };
const baseUrl = 'http://127.0.0.1:8080';

/** @param {readonly string[]} args */
function start(args, env = {}) {
  return spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<Record<string, string>>} */
function settingsPrintedBy(child) {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (!/^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m.test(text)) return;
      resolve(
        Object.fromEntries(
          text
            .trimEnd()
            .split('\n')
            .map((line) => line.split(/=(.*)/s).slice(0, 2)),
        ),
      );
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function ended(child) {
  return new Promise((resolve) => child.once('close', resolve));
}

/** @param {string} folder @returns {Promise<string>} path of the page */
async function deviatingPage(folder) {
  const service = start(['serve', '--port', '0', ...faults.flatMap((name) => ['--fault', name])]);
  await ended(start(['run', '--reporter', 'json', '--out', folder], await settingsPrintedBy(service)));
  service.kill();
  await ended(service);
  const path = join(folder, 'report.json');
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const settled = { ...report, target: { ...report.target, baseUrl }, run: { ...report.run, ...fixed } };
  writeFileSync(path, JSON.stringify(settled));
  await ended(start(['render', path, '--reporter', 'html']));
  return join(folder, 'report.html');
}

/** @param {string} page */
async function photograph(page) {
  const { module } = await runnerImport(`${root}/tests/slow/html/chromium.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  const browser = await module.launchChromium();
  const tab = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await tab.goto(`file://${page}`);
  await tab.screenshot({ path: picture });
  await browser.close();
}

const folder = mkdtempSync(join(tmpdir(), 'conformance-picture-'));
try {
  await photograph(await deviatingPage(folder));
} finally {
  rmSync(folder, { recursive: true });
}
