import { authority } from '../support/certificates.ts';
import type { Surroundings } from '../support/in-place.ts';

/** What doctor looks at on this machine; golden/http has the ways to a service, golden/doctor.txt what is said of these. */
export interface DoctorRow extends Surroundings {
  /** Over what a run needs; an empty value is an absent one. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** A JSON Web Token that expires in so many seconds. */
function expiring(seconds: number): string {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const parts = ['{"alg":"none"}', JSON.stringify({ exp }), 'signed'];
  return parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
}

const prints = 'touch "$TEST_FOLDER/ran"; echo token-of-the-command';
const byCommand = (command: string) => ({
  CONFORMANCE_ACCESS_TOKEN: '',
  CONFORMANCE_ACCESS_TOKEN_COMMAND: command,
});
const nobody = 'http://127.0.0.1:9';
const ca = { env: { CONFORMANCE_CA_FILE: 'authority.pem' }, files: { 'authority.pem': authority.ca } };
const zoned = '{"businessDataTypeId": "bdt-1", "action": {"timezone": "Mars/Olympus"}}';

export const doctorRows: Readonly<Record<string, DoctorRow>> = {
  'all well': {},
  'no rule': { env: { CONFORMANCE_AUTOMATION_RULE_ID: '' } },
  'two problems of settings': { env: { CONFORMANCE_ENTITY_ID: '', CONFORMANCE_REPEAT: 'twice' } },
  'a rule that cannot be used': { env: { CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1,,rule-2' } },
  'a password in the base URL': { env: { CONFORMANCE_BASE_URL: 'https://user:hidden-pw-1@127.0.0.1' } },
  'a DELETE alone': { env: { CONFORMANCE_OPERATION: 'delete', CONFORMANCE_BUSINESS_DATA_TYPE_ID: '' } },
  'a PUT alone': { env: { CONFORMANCE_OPERATION: 'put', CONFORMANCE_AUTOMATION_RULE_ID: '' } },
  'an id that the form of the document excludes': {
    env: { CONFORMANCE_ENTITY_ID: '01234567-89ab-cdef-0123-456789abcdef' },
  },
  'one of two rules': { env: { CONFORMANCE_AUTOMATION_RULE_ID: `${'a'.repeat(32)},A-RULE` } },
  'a time zone that no response may have': {
    env: { CONFORMANCE_TRANSFORMER_FILE: 'body.json' },
    files: { 'body.json': zoned },
  },
  'a command for the token': { env: byCommand(prints) },
  'a command that fails': { env: byCommand('exit 7') },
  'a command that prints no token': { env: byCommand('echo short') },
  'a command in a .env that was found': {
    env: { CONFORMANCE_ACCESS_TOKEN: '' },
    files: { '.env': `CONFORMANCE_ACCESS_TOKEN_COMMAND='${prints}'\n` },
  },
  'a token beside its command': { env: { CONFORMANCE_ACCESS_TOKEN_COMMAND: prints } },
  'a token beside its command, in one file': {
    args: ['--env-file', 'named.env'],
    env: { CONFORMANCE_ACCESS_TOKEN: '' },
    files: {
      'named.env': `CONFORMANCE_ACCESS_TOKEN=token-of-the-file\nCONFORMANCE_ACCESS_TOKEN_COMMAND='${prints}'`,
    },
  },
  'a command that makes a rule': {
    env: { CONFORMANCE_AUTOMATION_RULE_ID: '', CONFORMANCE_RULE_COMMAND: prints },
  },
  'a .env that is left unread': { files: { '.env': 'CONFORMANCE_REPEAT=twice\n' } },
  'a token that has expired': { env: { CONFORMANCE_ACCESS_TOKEN: expiring(-600) } },
  'a token that expires soon': { env: { CONFORMANCE_ACCESS_TOKEN: expiring(90) } },
  'a token that expires later': { env: { CONFORMANCE_ACCESS_TOKEN: expiring(3600) } },
  'files that others may read': {
    env: {
      CONFORMANCE_ACCESS_TOKEN: '',
      CONFORMANCE_ACCESS_TOKEN_FILE: 'token',
      CONFORMANCE_HEADERS_FILE: 'headers',
    },
    files: { token: 'token-of-a-file\n', headers: 'X-A: hidden-7' },
    open: ['token', 'headers'],
  },
  'files that nobody else may read': {
    args: ['--env-file', 'named.env'],
    env: { CONFORMANCE_ACCESS_TOKEN: '' },
    files: { 'named.env': 'CONFORMANCE_ACCESS_TOKEN=token-of-the-file\n' },
  },
  'a file for the output folder': { env: { CONFORMANCE_OUT: 'file/below' }, files: { file: '' } },
  'an output folder that is there': { args: ['--out', '.'] },
  'nobody listens': { env: { CONFORMANCE_BASE_URL: nobody } },
  'nobody listens, and no settings': { env: { CONFORMANCE_BASE_URL: nobody, CONFORMANCE_ENTITY_ID: '' } },
  'a certificate that is not trusted': { tls: authority.server },
  'the same, and a wrong setting': { tls: authority.server, env: { CONFORMANCE_REPEAT: '0' } },
  'a certificate that ends soon': { tls: authority.server, ...ca },
  'a certificate that ends later': { tls: authority.lasting, ...ca },
};
