import { describe, expect, test } from 'vitest';
import { inspectSettings } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { expectWaysOut, ids, inspected, remote, token, type Variables, world } from './trust-world.ts';

/** What is refused of a file that only lies in the folder, in words. */

describe('a base URL beside a named token', () => {
  test('with leave of its own: both lines are named at once, and leave that is named is the way out', async () => {
    const start = world({ ...token, ...ids }, remote);
    const inspection = await inspected(start);
    expect(inspection.problems).toEqual([
      {
        setting: '.env',
        message:
          'was found in this folder, not passed with --env-file: CONFORMANCE_ACCESS_TOKEN comes from the environment, so this file may not decide where its value goes, or what is sent, deleted or run.',
        forAll: expect.stringContaining('the tokens of these targets are set elsewhere'),
        places: [
          '.env, line 1: CONFORMANCE_BASE_URL=https://staging.example.com/api',
          '.env, line 2: CONFORMANCE_ALLOW_WRITES_TO=staging.example.com',
        ],
        example: 'conformance run --env-file .env',
        remedies: [
          'If these values are right, set them in the environment:  export CONFORMANCE_ALLOW_WRITES_TO=staging.example.com',
          'If you trust the whole file:  conformance run --env-file .env',
        ],
      },
    ]);
    await expectWaysOut(start, inspection);
  });

  test.each([
    ['another host', { CONFORMANCE_ALLOW_WRITES_TO: 'other.example.com' }],
    ['another port', { CONFORMANCE_ALLOW_WRITES_TO: 'staging.example.com:8443' }],
    ['no host', {}],
  ])('with leave that names %s', async (_, leave) => {
    const { CONFORMANCE_BASE_URL } = remote as { CONFORMANCE_BASE_URL: string };
    const { untrusted } = await inspected(world({ ...token, ...ids, ...leave }, { CONFORMANCE_BASE_URL }));
    expect(untrusted).toHaveLength(1);
  });

  test.each(['http://127.0.0.1.example.com', 'http://localhost.', 'http://0.0.0.0', 'nonsense'])(
    '%s is no loopback',
    async (url) => {
      const { untrusted, values } = await inspected(
        world({ ...token, ...ids }, { CONFORMANCE_BASE_URL: url, HTTP_PROXY: 'http://p:1' }),
      );
      expect(untrusted[0]?.places).toHaveLength(2);
      expect(values).not.toHaveProperty('httpProxy');
    },
  );
});

describe('another credential that was named', () => {
  test.each([
    ['CONFORMANCE_HEADERS_FILE', { CONFORMANCE_HEADERS_FILE: 'headers.txt' }],
    [
      'CONFORMANCE_CLIENT_CERT_FILE',
      { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' },
    ],
  ])('%s is not sent to where a file with a token of its own says', async (name, credential) => {
    const { untrusted } = await inspected(world({ ...credential }, { ...token, ...ids, ...remote }));
    expect(untrusted[0]?.message).toContain(`${name} (--`);
    expect(untrusted[0]?.places?.join()).not.toContain('ACCESS_TOKEN=');
  });

  test('to a service that was named it is sent beside such a token', async () => {
    const named = { ...remote, ...ids, CONFORMANCE_HEADERS_FILE: 'headers.txt' };
    expect((await inspected(world(named, token))).problems).toEqual([]);
  });
});

describe('what is shown of a refused line', () => {
  const shownOf = async (found: Variables) =>
    (await inspected(world({ ...token, ...remote, ...ids }, found))).untrusted[0];

  test.each([
    [
      'HTTPS_PROXY',
      'http://user:hidden-1@p.example.com:1',
      'http://p.example.com:1/ (with credentials, not shown)',
    ],
    ['http_proxy', 'http://user:hidden-1@p.example.com:1/x', '(refused, not shown)'],
    ['NO_PROXY', 'a\u202eb', '(holds characters that cannot be seen, not shown)'],
    ['CONFORMANCE_BUSINESS_DATA_TYPE_ID', 'x token-of-somebody', '(contains the access token, not shown)'],
    ['CONFORMANCE_BUSINESS_DATA_TYPE_ID', 'x'.repeat(1000), `${'x'.repeat(200)}…`],
  ])('%s=%s', async (name, value, text) => {
    const { environment } = world({ ...token, ...remote, ...ids, [name]: '' }, {});
    const [problem] = (await inspected(world(environment, { [name]: value }))).untrusted;
    expect(problem?.places).toEqual([`.env, line 1: ${name}=${text}`]);
    expect(problem?.remedies).toEqual(['If you trust the whole file:  conformance run --env-file .env']);
  });

  test('the line is that of the value that counts, whatever stands around it', async () => {
    const cwd = folderWith({
      '.env':
        '# one\r\n\r\nOTHER="a\nNO_PROXY=x\nb"\nexport NO_PROXY= # none\n  export no_proxy = \'y\'\nhttp_proxy: http://p:1\n',
    });
    const environment = { ...token, ...remote, ...ids };
    const { untrusted } = await inspectSettings({ contract, flags: {}, environment, cwd, reporters: [] });
    expect(untrusted[0]?.places).toEqual(['.env, line 7: no_proxy=y', '.env, line 8: http_proxy=http://p:1']);
  });

  test('nothing that is replaced', async () =>
    expect(
      await shownOf({ CONFORMANCE_ENTITY_ID: 'other', CONFORMANCE_ACCESS_TOKEN_COMMAND: 'x' }),
    ).toBeUndefined());
});
