import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { foundEnvCases } from '../cases/found-env.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt, without } from './targets.ts';

/** A `.env` that was found in the folder: one rule says when it is read. */

const line =
  /^conformance: \.env in this folder was not read, because (\w+) is set in the environment\. .*: --env-file \.env$/gm;

/** Each with a wrong value on its command line, or without settings that it needs, so that it ends at once. */
const commands = {
  run: ['run', '--plan'],
  explore: ['explore', '--plan'],
  doctor: ['doctor', '--json'],
  watch: ['watch', '--upstream', 'nonsense'],
};

describe.each(Object.entries(commands))('%s', (_, args) => {
  test.each(foundEnvCases)('token of $token, .env $dotenv, named $named', async (one) => {
    const { env = {}, dotenv, named, isRead, isTold } = one;
    const cwd = folderWith({
      token: goodToken,
      'other.env': `CONFORMANCE_ACCESS_TOKEN=${goodToken}\n`,
      // What is read has a problem by which it is seen.
      ...(dotenv === undefined ? {} : { '.env': `${dotenv}CONFORMANCE_CA_FILE=no-such-file.pem\n` }),
    });
    const naming = named === undefined ? [] : ['--env-file', named];
    const { stdout, stderr } = await conformance([...args, ...naming], { cwd, env: { ...env } });
    expect((stdout + stderr).includes('no-such-file.pem')).toBe(isRead);
    const told = [...stderr.matchAll(line)].map(([, variable]) => variable);
    expect(told).toEqual(isTold ? Object.keys(env) : []);
  });
});

/** A service of somebody else: it counts who comes. */
async function elsewhere() {
  let connections = 0;
  const server = createServer((_, response) => response.end('{}'));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, connections: () => connections };
}

describe('a CI job with the token in its environment, and a .env in the checkout', () => {
  const hostile = (url: string) =>
    folderWith({
      '.env': [
        `CONFORMANCE_BASE_URL=${url}`,
        'CONFORMANCE_ENTITY_ID=entity-of-somebody',
        'CONFORMANCE_AUTOMATION_RULE_ID=rule-of-somebody',
        'CONFORMANCE_RULE_COMMAND=touch ran',
        `HTTP_PROXY=${url}`,
      ].join('\n'),
    });

  test('the base URL of that file gets nothing: it is missing, and the line says why', async () => {
    const { url, connections } = await elsewhere();
    const env = { CONFORMANCE_ACCESS_TOKEN: goodToken };
    const { code, stderr } = await conformance(['run'], { cwd: hostile(url), env });
    expect(code).toBe(2);
    expect(stderr.match(line)).toHaveLength(1);
    expect(stderr).toContain('CONFORMANCE_BASE_URL');
    expect(connections()).toBe(0);
  });

  test('what the job sets is judged, and nothing else is asked or deleted', async () => {
    const { url, connections } = await elsewhere();
    await using service = await startService();
    const env = without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');
    const cwd = hostile(url);
    const { code, stderr } = await conformance(['run', '--reporter', 'json'], { cwd, env });
    // Without a rule, the DELETE is not judged.
    expect(code).toBe(3);
    expect(stderr.match(line)).toHaveLength(1);
    expect(connections()).toBe(0);
  });

  test('named, the file is read, and beside what the job sets', async () => {
    const { url, connections } = await elsewhere();
    const cwd = folderWith({ '.env': `CONFORMANCE_BASE_URL=${url}\nCONFORMANCE_ENTITY_ID=e\n` });
    const env = { CONFORMANCE_ACCESS_TOKEN: goodToken, CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b' };
    const { stderr } = await conformance(['run', '--env-file', '.env', '--reporter', 'json'], {
      cwd,
      env,
    });
    expect(stderr.match(line)).toBeNull();
    expect(connections()).toBeGreaterThan(0);
  });
});
