import { execFileSync, type StdioOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** The authority's own certificate. */
  readonly ca: string;
  /** A server's, for localhost, service.test and 127.0.0.1. */
  readonly server: KeyPair;
  /** The same, but its time is over. */
  readonly expired: KeyPair;
  /** A server's, for another host only. */
  readonly elsewhere: KeyPair;
  /** As the first, for a month. */
  readonly lasting: KeyPair;
  readonly client: KeyPair;
  /** A certificate that nobody else vouches for. */
  readonly selfSigned: KeyPair;
}

const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';

type OpenSsl = (args: string, subject: string) => void;

/** Does something with the openssl command in a folder of its own. */
function inFolder<T>(task: (openssl: OpenSsl, read: (name: string) => string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
  /** @param subject what the last argument says, white space included */
  const openssl: OpenSsl = (args, subject) =>
    void execFileSync('openssl', [...args.split(' '), subject], { cwd: folder, stdio });
  try {
    return task(openssl, (name) => readFileSync(join(folder, name), 'utf8'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes an authority and what it issues. */
const createAuthority = (): Authority =>
  inFolder((openssl, read, folder) => {
    const issue = (name: string, days: string, extension: string): KeyPair => {
      writeFileSync(join(folder, 'extension'), extension);
      openssl(`req ${newKey} -keyout key -out request -subj`, `/CN=${name}`);
      const signed = '-CA ca -CAkey ca.key -CAcreateserial -extfile extension';
      openssl(`x509 -req -in request ${signed} -days ${days} -out`, 'cert');
      return { cert: read('cert'), key: read('key') };
    };
    const here = 'subjectAltName=DNS:localhost,DNS:service.test,IP:127.0.0.1';
    openssl(`req -x509 ${newKey} -keyout ca.key -out ca -days 2 -subj`, '/CN=test authority');
    return {
      ca: read('ca'),
      server: issue('server', '2', here),
      expired: issue('expired', '-1', here),
      elsewhere: issue('elsewhere', '2', 'subjectAltName=DNS:elsewhere.test'),
      lasting: issue('lasting', '30', here),
      client: issue('client', '2', 'extendedKeyUsage=clientAuth'),
      selfSigned: { cert: read('ca'), key: read('ca.key') },
    };
  });

/** Its names hold what nobody would want on a terminal. */
export const hostile = inFolder((openssl, read): KeyPair => {
  const name = 'a\u001b[31m\u202eb::error::x\u0007';
  openssl(
    `req -x509 ${newKey} -utf8 -days 2 -keyout key -out cert -subj`,
    `/O=${name}\n::error::y/CN=${name}`,
  );
  return { cert: read('cert'), key: read('key') };
});

/** Made once for all test files of a worker. */
export const authority = createAuthority();

/** Another one, with the same names. */
export const stranger = createAuthority();
