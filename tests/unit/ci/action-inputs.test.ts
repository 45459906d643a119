import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { act, action } from '../../slow/ci/action.ts';
import { aimAtReference } from '../../slow/ci/aim.ts';
import {
  filesWith,
  installsFromHere,
  makeWorkspace,
  noteArguments,
  writeProgram,
} from '../../slow/ci/workspace.ts';

/** Inputs of the action reach the command as they are, and nothing else. */

const { aim } = aimAtReference();

test('arguments one a line, nothing split or expanded, the folder last', async () => {
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

describe.concurrent('what is hostile stays text', () => {
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
    const { code } = await act(workspace, { inputs: { ...aim('good'), version: text } });
    expect(code).toBe(2);
    expect(filesWith(workspace.programs, touched, '--prefix')).toEqual([]);
  });

  test.each(['../here', 'file:.', 'git://evil.example/x', 'npm:other@1', '--registry=x'])(
    'what names no source: %j',
    async (version) => {
      const workspace = makeWorkspace();
      installsFromHere(workspace);
      const { code } = await act(workspace, { inputs: { ...aim('good'), version } });
      expect(code).toBe(2);
    },
  );
});

describe.concurrent('the installation', () => {
  test('is of the version of the action itself, runs no scripts and sees no secret', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    const { version: _, ...inputs } = aim('good');
    const { code } = await act(workspace, { inputs });
    expect(code).toBe(0);
    const noted = readFileSync(join(workspace.programs, 'npm.txt'), 'utf8').trimEnd().split('\n');
    expect(noted).toContain(`entity-config-conformance@${packageJson.version}`);
    expect(noted).toContain('--ignore-scripts=true');
    expect(noted.filter((line) => line.startsWith('CONFORMANCE_'))).toEqual([]);
  });

  test('that fails is a fault, and npm is quoted', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    writeProgram(join(workspace.programs, 'npm'), '#!/bin/sh\necho "npm error 404" >&2\nexit 1\n');
    const { code, outputs, stderr } = await act(workspace, { inputs: { ...aim('good'), version: '9.9.9' } });
    expect(code).toBe(4);
    expect(outputs['outcome']).toBe('fault');
    expect(stderr).toMatch(/npm error 404\s.*could not install the suite; nothing was sent/);
  });

  test('needs a Node.js that can run the suite', async () => {
    const workspace = makeWorkspace();
    writeProgram(join(workspace.programs, 'node'), '#!/bin/sh\nexit 1\n');
    const { code, outputs, stderr } = await act(workspace, { inputs: aim('good') });
    expect(code).toBe(2);
    expect(outputs).toMatchObject({ outcome: 'usage', 'exit-code': '2' });
    expect(stderr).toContain('Node.js 20.19, 22.12 or newer is needed');
  });

  test('that is missing from node_modules is named', async () => {
    const { code, stderr } = await act(makeWorkspace({ installed: false }), { inputs: aim('good') });
    expect(code).toBe(2);
    expect(stderr).toContain('no node_modules/.bin/conformance. Run "npm ci" first');
  });
});
