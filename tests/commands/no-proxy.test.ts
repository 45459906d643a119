import { expect, test } from 'vitest';
import { noProxyCases } from '../cases/no-proxy.ts';
import { conformance } from '../support/cli.ts';
import { aimedAt } from './targets.ts';

/** NO_PROXY means hosts and addresses, not their spellings: `run --plan` says whether the proxy is used. */

test.each(noProxyCases)('%s with NO_PROXY=%s: %j', async (baseUrl, noProxy, isExempt) => {
  const { host } = new URL(baseUrl);
  const env = {
    ...aimedAt({ baseUrl }),
    CONFORMANCE_ALLOW_WRITES_TO: host,
    CONFORMANCE_ALLOW_HTTP: 'true',
    HTTPS_PROXY: 'http://proxy.test:3128',
    HTTP_PROXY: 'http://proxy.test:3128',
    NO_PROXY: noProxy,
  };
  const { code, stdout, stderr } = await conformance(['run', '--plan'], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(/NO_PROXY\s+excludes/.test(stdout)).toBe(isExempt);
  expect(/the\s+proxy\s+proxy\.test:3128/.test(stdout)).toBe(!isExempt);
});
