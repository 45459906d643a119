import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { authority } from '../support/certificates.ts';
import { conformance, type Finished, folderWith, temporaryFolder } from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { usualEnvironment, usualFlags as usualFlagsOfOperations } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';
import { loadSettings } from '../support/subject.ts';
import { beside, folderWithCertificates, type Looked, type Surroundings } from './setup-targets.ts';
import { run } from './targets.ts';

/** `init` without a terminal: flags in, `.env` or settings of a CI job out, and not one request. */

const ids = ['--entity-id', entityId, ...usualFlagsOfOperations];

/** Flags with their values; those that are given again in other places are left out. */
function usualFlags(baseUrl: string, given: readonly string[]): readonly string[] {
  const usual = ['--base-url', baseUrl, ...ids];
  return usual.filter((_, at) => !given.includes(usual[at - (at % 2)] ?? ''));
}

interface Start extends Surroundings {
  readonly args?: (looked: Looked) => readonly string[];
  readonly env?: (looked: Looked) => Readonly<Record<string, string>>;
  readonly prepare?: (cwd: string, looked: Looked) => void;
}

interface Initialised extends Finished {
  readonly cwd: string;
  readonly dotenv: string | null;
  readonly looked: Looked;
}

async function init<T>(
  { args = () => [], env = () => ({}), prepare = () => undefined, ...around }: Start,
  then: (initialised: Initialised) => Promise<T> | T,
): Promise<T> {
  return beside(around, async (looked) => {
    const cwd = folderWithCertificates();
    writeFileSync(join(cwd, 'token'), `${goodToken}\n`, { mode: 0o600 });
    prepare(cwd, looked);
    const given = args(looked);
    const end = await conformance(['init', ...usualFlags(looked.baseUrl, given), ...given], {
      cwd,
      env: env(looked),
    });
    expect(looked.service.calls).toEqual([]);
    expect(end.stdout + end.stderr).not.toContain(goodToken);
    const path = join(cwd, '.env');
    return then({ ...end, cwd, looked, dotenv: existsSync(path) ? readFileSync(path, 'utf8') : null });
  });
}

const tokenFile = () => ['--token-file', 'token'];

describe.concurrent('a new .env', () => {
  test('is written for its owner only, says what a run would do, and a run then works', async () => {
    await init({ args: tokenFile }, async ({ code, stdout, stderr, cwd, looked, dotenv }) => {
      expect(code).toBe(0);
      expect(stderr).toContain('Created .env (only you can read it), with these settings:\n');
      expect(dotenv?.split('\n').slice(1)).toEqual([
        `CONFORMANCE_BASE_URL=${looked.baseUrl}`,
        `CONFORMANCE_ENTITY_ID=${entityId}`,
        ...Object.entries(usualEnvironment).map(([name, value]) => `${name}=${value}`),
        'CONFORMANCE_ACCESS_TOKEN_FILE=token',
        '',
      ]);
      expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
      expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      expect(stderr).toContain('list in .gitignore: .env, token, conformance-report\n');
      expect(existsSync(join(cwd, '.gitignore'))).toBe(false);
      expect(stdout).toMatch(/✓ connection \(TCP\)/);
      expect(stdout).toMatch(/^Nothing was sent\. The settings of a run:$/m);
      expect(stdout).toMatch(/ 6\. delete-authorised\n/);
      expect(stdout).toMatch(/No request was sent to the service\. Next:\n\n {2}conformance run\n$/);
      expect((await run([], { cwd })).code).toBe(0);
    });
  });

  test('what was given is what is read back, whatever it holds', async () => {
    const awkward = `it's #1 "$HOME" = $x`;
    await init(
      { args: () => ['--business-data-type-id', awkward, ...tokenFile()] },
      async ({ cwd, code }) => {
        expect(code).toBe(0);
        const loaded = await loadSettings({ contract, flags: {}, environment: {}, cwd, reporters: [] });
        expect(loaded).toMatchObject({ ok: true, settings: { values: { businessDataTypeId: awkward } } });
      },
    );
  });

  test('the plan is that of `run --plan`', async () => {
    await init({ args: tokenFile }, async ({ cwd, stdout }) => {
      const planned = await run(['--plan'], { cwd });
      const withoutId = (text: string) => text.replaceAll(/run [0-9a-f]{12}/g, 'run ID');
      expect(withoutId(stdout)).toContain(withoutId(planned.stdout));
    });
  });

  test('over TLS: with the authority that is named', async () => {
    const args = ({ host }: Looked) => [
      '--allow-writes-to',
      host,
      '--ca-file',
      'authority.pem',
      ...tokenFile(),
    ];
    await init({ tls: authority.server, args }, ({ code, stdout, dotenv }) => {
      expect(code).toBe(0);
      expect(stdout).toMatch(/✓ TLS +TLSv1\.3/);
      expect(dotenv).toContain('\nCONFORMANCE_CA_FILE=authority.pem\n');
    });
  });

  test('unreachable: the settings are in place, exit 3, and doctor is the next command', async () => {
    await init({ tls: authority.server, args: tokenFile }, ({ code, stdout, dotenv }) => {
      expect(code).toBe(3);
      expect(stdout).toMatch(/✗ TLS .*CONFORMANCE_CA_FILE/s);
      expect(stdout).toMatch(
        /The connection to the service failed.*\n {2}conformance doctor\n {2}conformance run\n$/s,
      );
      expect(dotenv).not.toBeNull();
    });
  });

  test('the token comes later: the next step says where it belongs', async () => {
    await init({}, async ({ code, stdout, dotenv, cwd }) => {
      expect(code).toBe(0);
      expect(dotenv).not.toContain('TOKEN');
      expect(stdout).toMatch(
        /Add the line\s+CONFORMANCE_ACCESS_TOKEN=…\s+with the token to \.env\.\s+Next:\s+conformance run\n$/,
      );
      appendFileSync(join(cwd, '.env'), `CONFORMANCE_ACCESS_TOKEN=${goodToken}\n`);
      expect((await run([], { cwd })).code).toBe(0);
    });
  });

  test('what the environment gives stays there, and a run beside a token of the environment names the file', async () => {
    const env = () => ({ CONFORMANCE_ACCESS_TOKEN: goodToken, CONFORMANCE_TIMEOUT_MS: '5000' });
    await init({ env }, ({ code, dotenv, stdout }) => {
      expect(code).toBe(0);
      expect(dotenv).not.toMatch(/TOKEN|TIMEOUT/);
      expect(stdout).toContain('CONFORMANCE_ACCESS_TOKEN = (secret, not shown)  (environment:');
      expect(stdout).toMatch(/\n {2}conformance run --env-file \.env\n$/);
    });
  });
});

describe.concurrent('a .env that is there', () => {
  const before = '# ours\nOTHER="keep # me"\nCONFORMANCE_TIMEOUT_MS=5000 # comment\n';

  test.each([[], ['--yes'], ['--env-file', '.env']])(
    'is not edited, and what it lacks is printed: %j',
    async (...args) => {
      const prepare = (cwd: string) => writeFileSync(join(cwd, '.env'), before, { mode: 0o644 });
      await init(
        { args: () => [...tokenFile(), ...args], prepare },
        ({ code, dotenv, stdout, looked, cwd }) => {
          expect({ code, dotenv }).toEqual({ code: 0, dotenv: before });
          const [, lines = ''] = /^\.env exists, .*:\n\n(.*?)\n\n/s.exec(stdout) ?? [];
          expect(lines.split('\n')).toEqual([
            `CONFORMANCE_BASE_URL=${looked.baseUrl}`,
            `CONFORMANCE_ENTITY_ID=${entityId}`,
            ...Object.entries(usualEnvironment).map(([name, value]) => `${name}=${value}`),
            'CONFORMANCE_ACCESS_TOKEN_FILE=token',
          ]);
          expect(stdout).toMatch(/\n {2}conformance run\n$/);
          expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o644);
        },
      );
    },
  );

  test.each<[string, (path: string) => void]>([
    ['a link to a file', (path) => symlinkSync('token', path)],
    ['a link to nothing', (path) => symlinkSync('none', path)],
    ['a folder', (path) => mkdirSync(path)],
  ])('%s is refused', async (_, make) => {
    const cwd = folderWith({ token: goodToken });
    make(join(cwd, '.env'));
    const { code, stderr } = await conformance(['init', '--base-url', 'http://127.0.0.1:9', ...ids], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\.env is not a regular file.*-e staging\.env/);
    expect(readdirSync(cwd).sort()).toEqual(['.env', 'token']);
    expect(readFileSync(join(cwd, 'token'), 'utf8')).toBe(goodToken);
  });

  test('a command in it is not run', async () => {
    const command = 'CONFORMANCE_ACCESS_TOKEN_COMMAND="echo >> ran"\n';
    const prepare = (cwd: string) => writeFileSync(join(cwd, '.env'), command, { mode: 0o600 });
    await init({ prepare }, ({ code, cwd, dotenv }) => {
      expect([code, dotenv]).toEqual([0, command]);
      expect(existsSync(join(cwd, 'ran'))).toBe(false);
    });
  });

  test('another file may be named', async () => {
    await init(
      { args: () => [...tokenFile(), '--env-file', 'staging.env'] },
      ({ code, stdout, cwd, dotenv }) => {
        expect({ code, dotenv }).toEqual({ code: 0, dotenv: null });
        expect(existsSync(join(cwd, 'staging.env'))).toBe(true);
        expect(stdout).toMatch(/conformance run --env-file staging\.env\n$/);
      },
    );
  });
});

describe.concurrent('a mistake', () => {
  test('missing replies are named with their flags, all at once, and nobody is asked', async () => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await conformance(['init'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const flag of ['--base-url', '--entity-id', '--business-data-type-id'])
      expect(stderr).toContain(`(${flag}) is missing`);
    // A run's own advice: init has no --reference, and flags that name the place of the token.
    expect(stderr).not.toMatch(/--reference|there is no flag/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('--yes is no permission to write to a host', async () => {
    const { tls, args } = { tls: authority.server, args: () => ['--yes'] };
    await beside({ tls }, async ({ baseUrl, host, service }) => {
      const remote = baseUrl.replace('127.0.0.1', 'staging.example.test');
      const cwd = temporaryFolder();
      const { code, stderr } = await conformance(['init', '--base-url', remote, ...ids, ...args()], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain('(--allow-writes-to) is missing: a run writes to staging.example.test');
      expect(readdirSync(cwd)).toEqual([]);
      expect({ host, calls: service.calls.length }).toMatchObject({ calls: 0 });
    });
  });

  test.each([
    {
      args: ['--token-file', 'none'],
      says: /--token-file \(CONFORMANCE_ACCESS_TOKEN_FILE\) is set to .*none, which does not exist/,
    },
    {
      args: ['--token-command', 'cat token', '--token-file', 'token'],
      says: /--token-command .*contradicts .*--token-file/,
    },
    {
      args: ['--business-data-type-id', `'"\`-1`],
      says: /\.env cannot be written: CONFORMANCE_BUSINESS_DATA_TYPE_ID .* all three kinds of quotes/,
    },
    {
      args: ['--entity-id', 'a/b'],
      says: /--entity-id\) on the command line holds a slash or a backslash/,
    },
  ])('$args', async ({ args, says }) => {
    await init({ args: () => args }, ({ code, stdout, stderr, dotenv }) => {
      expect({ code, stdout, dotenv }).toEqual({ code: 2, stdout: '', dotenv: null });
      expect(stderr).toMatch(says);
    });
  });
});
