import { createPrivateKey, X509Certificate } from 'node:crypto';
import { file } from '../kinds/files.ts';
import { refused } from '../kinds/setting.ts';
import { attempt } from '../model/attempt.ts';
import type { Kind, Parsed } from '../model/setting.ts';

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readCertificates(content: string): Parsed<string> {
  const blocks = content.match(certificateBlock) ?? [];
  if (blocks.length === 0) return refused('holds no certificate in PEM (-----BEGIN CERTIFICATE-----)');
  const broken = blocks.flatMap((block, index) =>
    attempt(() => new X509Certificate(block), null) ? [] : [index + 1],
  );
  if (broken.length === 0) return { value: content };
  return refused(`cannot be used: certificate ${broken.join(', ')} of ${blocks.length} cannot be read`);
}

function readPrivateKey(content: string): Parsed<string> {
  if (!/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(content))
    return refused('holds no private key in PEM (-----BEGIN PRIVATE KEY-----)');
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(content))
    return refused('contains a key with a passphrase; use a key without one');
  const key = attempt(() => createPrivateKey(content), null);
  return key === null ? refused('holds a private key that cannot be read') : { value: content };
}

/** One or more certificates; the value is the file's text. */
export const certificates: Kind<string> = file('a file of certificates in PEM', readCertificates);

/** A private key without a passphrase; the value is the file's text. */
export const privateKey: Kind<string> = file('a file with a private key in PEM', readPrivateKey);

/** Whether a key belongs to the first of the certificates; both have already been read. */
export function keyFits(certificatesPem: string, keyPem: string): boolean {
  return new X509Certificate(certificatesPem).checkPrivateKey(createPrivateKey(keyPem));
}
