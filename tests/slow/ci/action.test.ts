import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { act } from './action.ts';
import { aimAtReference, tripped } from './aim.ts';
import { filesWith, makeWorkspace } from './workspace.ts';

/** The steps of action.yml, executed as GitHub's runner executes them, against the reference service. */

const { aim, settings } = aimAtReference();

describe.concurrent('a run', () => {
  test('that conforms: outputs, summary, exit 0', async () => {
    const workspace = makeWorkspace();
    const { code, outputs, summary } = await act(workspace, { inputs: aim('good') });
    const report = join(workspace.folder, 'conformance-report/report.json');
    expect(code).toBe(0);
    const sarif = report.replace('.json', '.sarif');
    expect(outputs).toEqual({ outcome: 'conforms', 'exit-code': '0', report, sarif });
    expect(existsSync(sarif)).toBe(true);
    expect(existsSync(report)).toBe(true);
    expect(summary).toBe(readFileSync(report.replace('.json', '.md'), 'utf8'));
    expect(summary).toContain('CONFORMS');
  });

  test('against a faulty service fails the step, and the outputs are there', async () => {
    const { code, outputs, summary } = await act(makeWorkspace(), { inputs: aim('faulty') });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ outcome: 'deviates', 'exit-code': '1' });
    expect(outputs['report']).toMatch(/report\.json$/);
    expect(summary).toContain('delete.data.createdAt:format');
  });

  test('against nobody is incomplete', async () => {
    const { code, outputs, summary } = await act(makeWorkspace(), {
      inputs: { ...aim('good'), 'base-url': 'http://127.0.0.1:9' },
    });
    expect(code).toBe(3);
    expect(outputs).toMatchObject({ outcome: 'incomplete', 'exit-code': '3' });
    expect(summary).toContain('INCOMPLETE');
  });

  test('with wrong settings sends nothing and says where to look', async () => {
    const { code, outputs, summary, stdout, stderr } = await act(makeWorkspace(), {
      inputs: { ...aim('good'), 'base-url': 'https://staging.example.com' },
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
    const { outputs, summary } = await act(workspace, { inputs: { ...aim('good'), strict: 'perhaps' } });
    expect(outputs).toMatchObject({ outcome: 'usage', report: '', sarif: '' });
    expect(summary).not.toContain('old');
  });

  test('without a rule takes one from a command', async () => {
    const inputs = aim('good');
    const { code, stderr } = await act(makeWorkspace(), {
      inputs: { ...inputs, 'automation-rule-id': '', 'rule-command': `echo ${inputs['automation-rule-id']}` },
    });
    expect({ code, stderr: stderr.includes('problem') }).toEqual({ code: 0, stderr: false });
  });

  test('takes settings from the variables of the job too; an input goes first', async () => {
    const { CONFORMANCE_BASE_URL: url = '', ...env } = settings('good');
    const { code } = await act(makeWorkspace(), {
      inputs: { version: 'installed', 'base-url': url },
      env: { ...env, CONFORMANCE_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(code).toBe(0);
  });

  test('is not led elsewhere by a .env in the checkout', async () => {
    const workspace = makeWorkspace();
    writeFileSync(
      join(workspace.folder, '.env'),
      'HTTP_PROXY=http://127.0.0.1:9\nCONFORMANCE_STRICT=perhaps\n',
    );
    expect((await act(workspace, { inputs: aim('good') })).code).toBe(0);
  });
});

describe('a file of', () => {
  test('waivers is read', async () => {
    const workspace = makeWorkspace();
    const waiver = { id: tripped, reason: 'known', owner: 'team', expires: '2999-12-31' };
    writeFileSync(join(workspace.folder, 'waivers.json'), JSON.stringify({ waivers: [waiver] }));
    const { outputs, summary } = await act(workspace, {
      inputs: { ...aim('faulty'), waivers: 'waivers.json' },
    });
    expect(outputs).toMatchObject({ outcome: 'conforms', 'exit-code': '0' });
    expect(summary).toContain(`\`${tripped}\``);
  });

  test('an earlier report is compared with, and need not be there yet', async () => {
    const workspace = makeWorkspace();
    const previous = 'last/report.json';
    const first = await act(workspace, { inputs: { ...aim('good'), 'previous-report': previous } });
    expect(first.outputs).toMatchObject({ outcome: 'conforms' });
    mkdirSync(join(workspace.folder, 'last'));
    cpSync(first.outputs['report'] ?? '', join(workspace.folder, previous));
    const second = await act(workspace, { inputs: { ...aim('faulty'), 'previous-report': previous } });
    expect(second.code).toBe(1);
    expect(first.summary).not.toContain('- **New (');
    expect(second.summary).toContain(`- **New (1):** \`${tripped}\``);
  });
});

test('deviations become annotations', async () => {
  const { stderr } = await act(makeWorkspace(), { inputs: aim('faulty') });
  expect(stderr.split('\n').filter((line) => line.startsWith('::error '))).toEqual([
    expect.stringContaining(`${tripped} (required`),
  ]);
});

test('the token is in no file and in no output, whatever the outcome', async () => {
  for (const inputs of [aim('good'), aim('faulty'), { ...aim('good'), strict: 'perhaps' }]) {
    const workspace = makeWorkspace();
    const { stdout, stderr, summary, outputs } = await act(workspace, { inputs });
    const token = inputs['access-token'] ?? '';
    expect(token.length).toBeGreaterThan(8);
    expect([stdout, stderr, summary, JSON.stringify(outputs)].join('\n')).not.toContain(token);
    expect(filesWith(join(workspace.folder, '..'), token)).toEqual([]);
  }
});
