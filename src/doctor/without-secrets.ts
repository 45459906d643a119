import { proxySecrets } from '../http/proxy.ts';
import type { DoctorCheck } from '../model/check.ts';
import { isDocumented } from '../operations/document-words.ts';
import { accessToken, createRedactor, type Secret } from '../secrets/redaction.ts';
import type { KnownValues } from '../settings/index.ts';

/** What of the settings a proxy or a server could repeat, and no output may show. */
function secretsOf({ values }: KnownValues): readonly Secret[] {
  const { accessToken: token, accessTokenFile: fromFile } = values;
  const tokens = [token, fromFile].flatMap((value) => value ?? []);
  const proxies = proxySecrets(values);
  return [
    ...tokens.map((value) => ({ name: accessToken, value })),
    ...proxies.map((secret) => ({ ...secret, isShown: isDocumented(secret.value) })),
  ];
}

/** Checks as they may be printed: what they quote of a proxy or a certificate may hold what it was sent. */
export function withoutSecrets(checks: readonly DoctorCheck[], known: KnownValues): readonly DoctorCheck[] {
  const redactor = createRedactor(secretsOf(known));
  return checks.map(({ remedy, ...check }) => ({
    ...check,
    detail: redactor.text(check.detail).text,
    ...(remedy === undefined ? {} : { remedy: redactor.text(remedy).text }),
  }));
}
