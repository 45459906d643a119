import type { Kind } from '../model/setting.ts';
import { file } from './files.ts';

/** One or more certificates; the value is the file's text. Cryptography is loaded only where a file is named. */
export const certificates: Kind<string> = file('a file of certificates in PEM', async (content) =>
  (await import('./pem.ts')).readCertificates(content),
);

/** A private key; the value is the file's text. */
export const privateKey: Kind<string> = file('a file with a private key in PEM', async (content) =>
  (await import('./pem.ts')).readPrivateKey(content),
);
