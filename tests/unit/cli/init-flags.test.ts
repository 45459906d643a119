import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { fakeIo } from '../../support/io.ts';
import { type ScriptedService, startService } from '../../support/service.ts';

/** `init` where nobody is there to answer; tests/cli has the same in a process of its own, over TLS. */

let cwd = '';
let service: ScriptedService;
beforeEach(async () => {
  cwd = temporaryFolder();
  service = await startService();
});
afterEach(async () => {
  expect(service.calls).toEqual([]);
  await service.close();
});

async function init(args: readonly string[], environment: NodeJS.ProcessEnv = {}, command = 'conformance') {
  const io = fakeIo();
  const usual = { '--base-url': service.baseUrl, '--entity-id': 'e', '--business-data-type-id': 'b' };
  const others = Object.entries(usual).filter(([flag]) => !args.includes(flag));
  const all = ['init', ...others.flat(), ...args];
  const code = await main({ args: all, environment, cwd, command, io });
  return { code, printed: io.printed(), errors: io.errors() };
}

const dotenv = () => readFileSync(join(cwd, '.env'), 'utf8');

describe('flags', () => {
  test.each(['conformance', 'npm run conformance --'])('the next step is started as %s', async (command) => {
    const { code, printed } = await init(['--token-later'], {}, command);
    expect(code).toBe(0);
    expect(printed).toMatch(new RegExp(`\n {2}${command} run\n$`));
  });

  test('nobody listens: exit 3, what was written stays', async () => {
    const { code, printed } = await init(['--token-later', '--base-url', 'http://127.0.0.1:1']);
    expect(code).toBe(3);
    expect(printed).toMatch(/\n {2}conformance doctor\n {2}read -rs/);
    expect(dotenv()).toContain('CONFORMANCE_BASE_URL=http://127.0.0.1:1\n');
  });

  test.each(['github', 'gitlab', 'shell'])('--print %s writes no file', async (form) => {
    const { code, printed, errors } = await init(['--print', form], {
      CONFORMANCE_ACCESS_TOKEN: 'secret-token-1',
    });
    expect([code, existsSync(join(cwd, '.env'))]).toEqual([0, false]);
    expect(printed).toContain(service.baseUrl);
    expect(printed + errors).not.toContain('secret-token-1');
  });

  test.each([
    [['--token-file', 'none'], /--token-file .*which does not exist/],
    [['--token-file', 'x', '--token-later'], /contradict each other/],
    [['--print', 'xml'], /--print must be github, gitlab or shell, not "xml"/],
    [[], /CONFORMANCE_ACCESS_TOKEN is missing.*--token-file FILE, or --token-later/s],
    [
      ['--token-later', '--business-data-type-id', `'"\``],
      /\.env cannot be written: CONFORMANCE_BUSINESS_DATA_TYPE_ID .* all three kinds of quotes/,
    ],
  ])('%j is refused, and nothing is written', async (args, says) => {
    const { code, errors } = await init(args);
    expect(code).toBe(2);
    expect(errors).toMatch(says);
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });
});

describe('files', () => {
  test('one is made beside its .gitignore, and is left alone the second time', async () => {
    mkdirSync(join(cwd, '.git'));
    expect((await init(['--token-later'])).code).toBe(0);
    expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('.env\n');
    const before = dotenv();
    for (const args of [['--token-later'], ['--token-later', '--yes']]) {
      const { code, errors } = await init(args);
      expect({ code, errors }).toMatchObject({
        code: 2,
        errors: expect.stringContaining('already exists'),
      });
    }
    expect(dotenv()).toBe(before);
  });

  test.each(['.env', '.gitignore'])('a folder in the place of %s is a usage error', async (name) => {
    mkdirSync(join(cwd, '.git'));
    mkdirSync(join(cwd, name));
    expect((await init(['--token-later'])).code).toBe(2);
    expect(existsSync(join(cwd, '.env'))).toBe(name === '.env');
  });

  test('the environment gives everything: there is nothing to write', async () => {
    const io = fakeIo();
    const environment = {
      CONFORMANCE_BASE_URL: service.baseUrl,
      CONFORMANCE_ACCESS_TOKEN: 'secret-token-1',
      CONFORMANCE_ENTITY_ID: 'e',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b',
    };
    expect(await main({ args: ['init'], environment, cwd, io })).toBe(0);
    expect(io.errors()).toBe('Nothing to write: all is set already.\n');
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });
});
