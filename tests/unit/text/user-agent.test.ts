import { expect, test } from 'vitest';
import { clientName } from '../../../src/text/user-agent.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const bot = 'Mozilla/5.0 (compatible; ReportBot/2.1;';

test.each([
  ['okhttp/4.12.0', 'okhttp/4.12.0'],
  ['python-requests/2.32.3', 'python-requests/2.32.3'],
  ['Apache-HttpClient/4.5.14 (Java/17.0.9)', 'Apache-HttpClient/4.5.14'],
  ['axios/1.7.9 node/22.1', 'axios/1.7.9'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome/142'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.1.2`, 'Edg/142'],
  ['Mozilla/5.0 (Macintosh; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox/145'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.4 Safari/605.1.15`, 'Safari/17'],
  [`${bot} +https://bots.example)`, `${bot} …`],
  ['(no User-Agent recorded)', '(no User-Agent recorded)'],
  ['our nightly job', 'our nightly job'],
  [`x${'y'.repeat(60)}`, `x${'y'.repeat(39)}…`],
])('%s is named %s', (userAgent, name) => expect(clientName(userAgent)).toBe(name));
