import { proxiesOf } from '../config/proxy.ts';
import type { Known } from '../config.ts';
import { isDocumented } from '../target/ordinary-text.ts';
import { proxySecrets } from '../target/proxy.ts';
import { accessToken, createRedactor, type Secret } from '../target/redaction.ts';
import type { Check } from './check.ts';

/** What of the settings a proxy or a server could repeat, and no output may show. */
function secretsOf({ values }: Known): readonly Secret[] {
  const { accessToken: token, accessTokenFile: fromFile } = values;
  const tokens = [token, fromFile].flatMap((value) => value ?? []);
  const proxies = proxySecrets(proxiesOf(values));
  return [
    ...tokens.map((value) => ({ name: accessToken, value })),
    ...proxies.map((secret) => ({ ...secret, isShown: isDocumented(secret.value) })),
  ];
}

/** Checks as they may be printed: what they quote of a proxy or a certificate may hold what it was sent. */
export function withoutSecrets(checks: readonly Check[], known: Known): readonly Check[] {
  const redactor = createRedactor(secretsOf(known));
  return checks.map(({ remedy, ...check }) => ({
    ...check,
    detail: redactor.text(check.detail).text,
    ...(remedy === undefined ? {} : { remedy: redactor.text(remedy).text }),
  }));
}
