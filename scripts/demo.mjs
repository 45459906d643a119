import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * The demo of the README: a run against the reference service with two faults, then one without them. The first one's
 * reports are in `deviating/` of the folder that is named, `conformance-report` without one; the exit code is the second one's.
 */
const [folder = 'conformance-report'] = process.argv.slice(2);
const program = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const faults = ['rule-created-at-with-t', 'rule-approved-as-boolean'];

/** Settings of somebody's own service are not for the demo. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('CONFORMANCE_')),
);

/** @param {string} name @param {readonly string[]} args */
async function run(name, args, settings = {}) {
  process.stdout.write(`\n== ${name}\n\n`);
  const env = { ...surroundings, ...settings };
  const child = spawn(process.execPath, [program, 'run', ...args], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code;
}

const flags = ['serve', '--port', '0', ...faults.flatMap((fault) => ['--fault', fault])];
const service = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
/** @type {Record<string, string | undefined>} */
const settings = {};
for await (const line of createInterface({ input: service.stdout })) {
  const [name = '', value] = line.split(/=(.*)/s);
  settings[name] = value;
  if (name === 'CONFORMANCE_AUTOMATION_RULE_ID') break;
}
const code = await run('A service with two faults', ['--out', `${folder}/deviating`], settings);
service.kill();
if (code !== 1) throw new Error(`the first run of the demo ended with ${code}, not 1`);
process.exitCode = await run('The same service, repaired', ['--reference', '--out', folder]);
