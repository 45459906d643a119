import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { reportOf } from '../support/engine.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
  writeFileSync(join(cwd, 'given.json'), JSON.stringify(reportOf(recordingOf(conformingExchanges()))));
});

const render = (flags: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  conformance(['render', 'given.json', '--out', 'reports', ...flags], { cwd, env });

const written = (name: string) => readFileSync(join(cwd, 'reports', name), 'utf8');

describe('how much is stdout', () => {
  test('usually what a reader needs, with the way to the reports', async () => {
    const { stdout } = await render([]);
    expect(stdout).toMatch(/^reports +reports\/report\.html, report\.json, junit\.xml, report\.md/m);
    expect(stdout).not.toMatch(/^field /m);
  });

  test('--verbose: the matrix too', async () =>
    expect((await render(['--verbose'])).stdout).toMatch(/^field /m));

  test('--quiet: the last line, and the files all the same', async () => {
    expect((await render(['--quiet'])).stdout).toBe('CONFORMS (exit 0): The service conforms\n');
    expect(written('report.md')).toContain('CONFORMS');
  });

  test.each([[[]], [['--reporter', 'junit']]])(
    '--json: report.json and nothing else (%j)',
    async (others) => {
      const { stdout } = await render(['--json', ...others]);
      expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(cwd, 'given.json'), 'utf8')));
      expect(written('junit.xml')).toContain('<testsuites');
    },
  );
});

test('the Markdown links to the run of GitHub Actions', async () => {
  const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b' };
  await render([], { ...github, GITHUB_RUN_ID: '42' });
  expect(written('report.md')).toContain('- **Report:** <https://github.com/a/b/actions/runs/42>');
  await render([], { ...github, GITHUB_RUN_ID: '42)[x](y' });
  expect(written('report.md')).not.toContain('**Report:**');
});
