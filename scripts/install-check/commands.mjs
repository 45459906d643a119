import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './run.mjs';
import { withService } from './service.mjs';

/**
 * Every command and every export of an installed package. Run in the project's folder, with that folder and one to
 * write to as arguments; prints `{ name, problem }` as JSON, a line for each step.
 */
const [project = '', out = ''] = process.argv.slice(2);
const { env } = process;
const program = join(project, 'node_modules/.bin/conformance');
const source = join(import.meta.dirname, 'consumer');

async function step(name, task) {
  let problem = null;
  try {
    await task();
  } catch (error) {
    problem = error.message;
  }
  process.stdout.write(`${JSON.stringify({ name, problem })}\n`);
}

function conformance(args, expected, settings = {}) {
  return check(program, args, { cwd: project, env: { ...env, ...settings } }, expected);
}

function filesIn(folder, ...names) {
  const missing = names.filter((name) => !existsSync(join(out, folder, name)));
  if (missing.length > 0) throw new Error(`${folder} holds no ${missing.join(', ')}`);
}

function ending({ code = 0 }) {
  return code === 0 ? '' : `: exit ${code}`;
}

const simple = [
  ['--version', { stdout: /^\d+\.\d+\.\d+\n$/ }],
  ['--help', { stdout: /Exit codes:/ }],
  ['run --help', { stdout: /--allow-writes-to/ }],
  ['explain', { stdout: /put\.data\.name:echo/ }],
  ['explain --format json', { stdout: /^\[/ }],
  ['explain --format markdown --operation delete', { stdout: /^\|/m }],
  ['explain delete.data.createdAt:format', { stdout: /YYYY-MM-DD HH:MM:SS/ }],
  ['explain delete.data.createdAt', { code: 2, stderr: /delete\.data\.createdAt:/ }],
  ['serve --fault list', { stdout: /rule-created-at-with-t/ }],
  ['run -e missing.env', { code: 2, stderr: /missing\.env, which does not exist/ }],
  ['run', { code: 2, stderr: /CONFORMANCE_BASE_URL .*is missing/ }],
  ['run --reference', { code: 2, stderr: /CONFORMANCE_OUT \(--out\) .* cannot be written to .*--out/ }],
  [`run --reference --out ${out}/run`, { stdout: /CONFORMS \(exit 0\)/ }],
  [`run --reference --plan`, { stdout: /DELETE/ }],
  [`render ${out}/run/report.json --out ${out}/rendered`, { stdout: /CONFORMS/ }],
  [`render ${out}/run/exchanges.ndjson --out ${out}/judged --reporter json`, {}],
  [`compare ${out}/run/report.json ${out}/judged/report.json`, {}],
];

for (const [line, expected] of simple)
  await step(`conformance ${line.replaceAll(out, 'OUT')}${ending(expected)}`, () =>
    conformance(line.split(' '), expected),
  );

await step('the reports are where --out says', () => {
  filesIn('run', 'report.json', 'junit.xml', 'report.md', 'exchanges.ndjson');
  filesIn('rendered', 'report.json', 'junit.xml', 'report.md');
  if (readFileSync(join(out, 'judged/report.json'), 'utf8').length < 10_000)
    throw new Error('an empty report');
});

function initFlags(settings) {
  const { CONFORMANCE_BASE_URL: baseUrl, CONFORMANCE_ENTITY_ID: entityId } = settings;
  const dataType = settings.CONFORMANCE_BUSINESS_DATA_TYPE_ID;
  const host = new URL(baseUrl).host;
  const target = ['--base-url', baseUrl, '--allow-writes-to', host, '--entity-id', entityId];
  return ['init', ...target, '--business-data-type-id', dataType];
}

await withService(program, { env, cwd: project }, async (settings) => {
  await step('conformance doctor, against conformance serve', () =>
    conformance(['doctor', '--out', join(out, 'target')], {}, settings),
  );
  await step('conformance init, with flags, writes a file of settings', () =>
    conformance([...initFlags(settings), '--yes', '-e', join(out, 'new.env')], {
      stdout: /CONFORMANCE_BASE_URL/,
    }),
  );
  await step('conformance run, against conformance serve', () =>
    conformance(['run', '--out', join(out, 'target')], { stdout: /CONFORMS \(exit 0\)/ }, settings),
  );
  await step('conformance waive', () =>
    conformance(['waive', join(out, 'target/report.json'), '--out', join(out, 'waivers.json')], {}),
  );
  await step('conformance run again: the rule is gone, exit 3', () =>
    conformance(['run', '--out', join(out, 'again')], { code: 3, stdout: /INCOMPLETE \(exit 3\)/ }, settings),
  );
});

const fault = ['--fault', 'rule-created-at-with-t'];
await withService(
  program,
  { env, cwd: project },
  (settings) =>
    step('conformance run, against a service that deviates: exit 1', () =>
      conformance(
        ['run', '--out', join(out, 'faulty')],
        { code: 1, stdout: /delete\.data\.createdAt:format/ },
        settings,
      ),
    ),
  fault,
);

/** Scripts have to lie in the project to find the package by its name; they are given on standard input. */
for (const name of ['api.mjs', 'matchers.mjs', 'schemas.mjs', 'require.cjs']) {
  const input = readFileSync(join(source, name), 'utf8');
  const type = name.endsWith('.mjs') ? 'module' : 'commonjs';
  await step(`a program: ${name}`, () =>
    check('node', [`--input-type=${type}`, '-'], { cwd: project, env, input }, { stderr: /^$/ }),
  );
}
