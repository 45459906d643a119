import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type Served, serve } from '../cli/targets.ts';
import { act, action } from './action.ts';
import { filesWith, installsFromHere, makeWorkspace, noteArguments, writeProgram } from './workspace.ts';

/** The steps of action.yml, executed as GitHub's runner executes them, against the reference service. */

let good: Served;
let faulty: Served;
beforeAll(async () => {
  [good, faulty] = await Promise.all([
    serve('--seed-rules', '60'),
    serve('--seed-rules', '60', '--fault', faultName),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([good.stop(), faulty.stop()]);
}, 60_000);

const faultName = 'rule-created-at-with-t';

/** Each run deletes a rule of its own. */
let used = 0;
function aim({ env }: Served): Record<string, string> {
  const rules = env['CONFORMANCE_AUTOMATION_RULE_ID']?.split(',') ?? [];
  used += 1;
  return {
    'base-url': env['CONFORMANCE_BASE_URL'] ?? '',
    'access-token': env['CONFORMANCE_ACCESS_TOKEN'] ?? '',
    'entity-id': env['CONFORMANCE_ENTITY_ID'] ?? '',
    'business-data-type-id': env['CONFORMANCE_BUSINESS_DATA_TYPE_ID'] ?? '',
    'automation-rule-id': rules[used] ?? '',
    version: 'installed',
  };
}

describe.concurrent('a run', { timeout: 60_000 }, () => {
  test('that conforms: outputs, summary, exit 0', async () => {
    const workspace = makeWorkspace();
    const { code, outputs, summary } = await act(workspace, { inputs: aim(good) });
    const report = join(workspace.folder, 'conformance-report/report.json');
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ outcome: 'conforms', 'exit-code': '0', report });
    expect(existsSync(report)).toBe(true);
    expect(summary).toBe(readFileSync(report.replace('.json', '.md'), 'utf8'));
    expect(summary).toContain('CONFORMS');
  });

  test('against a faulty service fails the step, and the outputs are there', async () => {
    const { code, outputs, summary } = await act(makeWorkspace(), { inputs: aim(faulty) });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ outcome: 'deviates', 'exit-code': '1' });
    expect(outputs['report']).toMatch(/report\.json$/);
    expect(summary).toContain('delete.data.createdAt:format');
  });

  test('against nobody is incomplete', async () => {
    const { code, outputs, summary } = await act(makeWorkspace(), {
      inputs: { ...aim(good), 'base-url': 'http://127.0.0.1:9' },
    });
    expect(code).toBe(3);
    expect(outputs).toMatchObject({ outcome: 'incomplete', 'exit-code': '3' });
    expect(summary).toContain('INCOMPLETE');
  });

  test('with wrong settings sends nothing and says where to look', async () => {
    const { code, outputs, summary, stdout, stderr } = await act(makeWorkspace(), {
      inputs: { ...aim(good), 'base-url': 'https://staging.example.com' },
    });
    expect(code).toBe(2);
    expect(outputs).toEqual({ outcome: 'usage', 'exit-code': '2', report: '', sarif: '' });
    expect(stderr).toContain('CONFORMANCE_ALLOW_WRITES_TO');
    expect(stdout).toMatch(/^::error title=Conformance::No report was written \(usage, exit 2\)/m);
    expect(summary).toContain('No conformance report');
  });

  test('does not take the report of an earlier run for its own', async () => {
    const workspace = makeWorkspace();
    mkdirSync(join(workspace.folder, 'conformance-report'));
    for (const name of ['report.json', 'report.md', 'report.sarif'])
      writeFileSync(join(workspace.folder, 'conformance-report', name), 'old');
    const { outputs, summary } = await act(workspace, { inputs: { ...aim(good), strict: 'perhaps' } });
    expect(outputs).toMatchObject({ outcome: 'usage', report: '', sarif: '' });
    expect(summary).not.toContain('old');
  });

  test('without a rule takes one from a command', async () => {
    const inputs = aim(good);
    const { code, stderr } = await act(makeWorkspace(), {
      inputs: { ...inputs, 'automation-rule-id': '', 'rule-command': `echo ${inputs['automation-rule-id']}` },
    });
    expect({ code, stderr: stderr.includes('problem') }).toEqual({ code: 0, stderr: false });
  });

  test('takes settings from the variables of the job too; an input goes first', async () => {
    const { env } = good;
    const { 'automation-rule-id': rule = '' } = aim(good);
    const workspace = makeWorkspace();
    const { code } = await act(workspace, {
      inputs: { version: 'installed', 'base-url': env['CONFORMANCE_BASE_URL'] ?? '' },
      env: { ...env, CONFORMANCE_BASE_URL: 'http://127.0.0.1:9', CONFORMANCE_AUTOMATION_RULE_ID: rule },
    });
    expect(code).toBe(0);
  });

  test('is not led elsewhere by a .env in the checkout', async () => {
    const workspace = makeWorkspace();
    writeFileSync(
      join(workspace.folder, '.env'),
      'HTTP_PROXY=http://127.0.0.1:9\nCONFORMANCE_STRICT=perhaps\n',
    );
    expect((await act(workspace, { inputs: aim(good) })).code).toBe(0);
  });
});

describe('arguments', () => {
  test('one a line, nothing split or expanded, the folder last', async () => {
    const workspace = makeWorkspace();
    const noted = noteArguments(workspace);
    await act(workspace, {
      inputs: { version: 'installed', args: '--serial\n\n--delay-ms\n250\n* $HOME `id` "a b"\n', out: 'a b' },
    });
    expect(noted()).toEqual([
      ...['run', '--env-file', '/dev/null', '--serial', '--delay-ms', '250'],
      ...['* $HOME `id` "a b"', '--out', 'a b'],
    ]);
  });

  test('waivers and a previous report are handed on; one that is not there yet is not', async () => {
    const workspace = makeWorkspace();
    const noted = noteArguments(workspace);
    writeFileSync(join(workspace.folder, 'last.json'), '{}');
    const inputs = { version: 'installed', waivers: 'waivers.json', 'previous-report': 'last.json' };
    await act(workspace, { inputs });
    expect(noted().slice(3, -2)).toEqual(['--waivers', 'waivers.json', '--previous', 'last.json']);
    const first = await act(workspace, { inputs: { ...inputs, 'previous-report': 'none.json' } });
    expect(noted().slice(3, -2)).toEqual(['--waivers', 'waivers.json']);
    expect(first.stdout).toContain('::notice title=Conformance::There is no previous report yet');
  });
});

describe.concurrent('what is hostile stays text', { timeout: 60_000 }, () => {
  const touched = 'touched-by-an-input';
  const texts = [
    `$(touch ${touched})`,
    `\`touch ${touched}\``,
    `"; touch ${touched}; "`,
    `'; touch ${touched}; '`,
    `x\ntouch ${touched}\n::set-output name=outcome::conforms`,
    `x\noutcome=conforms\nreport=/etc/passwd`,
    `-- ; touch ${touched} #`,
    `\${IFS}&&touch\${IFS}${touched}|`,
  ];
  const names = Object.keys(action.inputs).filter((name) => !['rule-command', 'version'].includes(name));

  test.each(texts)('%j in every input', async (text) => {
    const workspace = makeWorkspace();
    const inputs = Object.fromEntries(names.map((name) => [name, text]));
    const { code, outputs } = await act(workspace, { inputs: { ...inputs, version: 'installed' } });
    expect(code).toBe(2);
    expect(outputs).toEqual({ outcome: 'usage', 'exit-code': '2', report: '', sarif: '' });
    expect(filesWith(workspace.folder, touched)).toEqual([]);
  });

  test.each(texts)('%j as the version', async (text) => {
    const workspace = makeWorkspace();
    installsFromHere(workspace);
    const { code } = await act(workspace, { inputs: { ...aim(good), version: text } });
    expect(code).toBe(2);
    expect(filesWith(workspace.programs, touched, '--prefix')).toEqual([]);
  });

  test.each(['../here', 'file:.', 'git+https://evil.example/x', 'npm:other@1', '--registry=x'])(
    'a version that is none: %j',
    async (version) => {
      const workspace = makeWorkspace();
      installsFromHere(workspace);
      const { code } = await act(workspace, { inputs: { ...aim(good), version } });
      expect(code).toBe(2);
    },
  );
});

describe.concurrent('the installation', { timeout: 60_000 }, () => {
  test('is of the version of the action itself, runs no scripts and sees no secret', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    const { version: _, ...inputs } = aim(good);
    const { code } = await act(workspace, { inputs });
    expect(code).toBe(0);
    const noted = readFileSync(join(workspace.programs, 'npm.txt'), 'utf8').trimEnd().split('\n');
    expect(noted).toContain(`entity-config-conformance@${packageJson.version}`);
    expect(noted).toContain('--ignore-scripts');
    expect(noted.filter((line) => line.startsWith('CONFORMANCE_'))).toEqual([]);
  });

  test('that fails is a fault, and npm is quoted', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    writeProgram(join(workspace.programs, 'npm'), '#!/bin/sh\necho "npm error 404" >&2\nexit 1\n');
    const { code, outputs, stderr } = await act(workspace, { inputs: { ...aim(good), version: '9.9.9' } });
    expect(code).toBe(4);
    expect(outputs['outcome']).toBe('fault');
    expect(stderr).toMatch(/npm error 404\s.*could not install the suite; nothing was sent/);
  });

  test('that is missing from node_modules is named', async () => {
    const { code, stderr } = await act(makeWorkspace({ installed: false }), { inputs: aim(good) });
    expect(code).toBe(2);
    expect(stderr).toContain('no node_modules/.bin/conformance. Run "npm ci" first');
  });
});

test('the token is in no file and in no output, whatever the outcome', async () => {
  for (const inputs of [aim(good), aim(faulty), { ...aim(good), strict: 'perhaps' }]) {
    const workspace = makeWorkspace();
    const { stdout, stderr, summary, outputs } = await act(workspace, { inputs });
    const token = inputs['access-token'] ?? '';
    expect(token.length).toBeGreaterThan(8);
    expect([stdout, stderr, summary, JSON.stringify(outputs)].join('\n')).not.toContain(token);
    expect(filesWith(join(workspace.folder, '..'), token)).toEqual([]);
  }
});
