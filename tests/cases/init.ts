import { authority } from '../support/certificates.ts';
import { entityId, usualValues } from '../support/conforming.ts';
import type { Surroundings } from '../support/in-place.ts';
import { usualFlags } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';

/** Somebody at the terminal leaves. */
export const leaves = Symbol('leaves');

/** A reply, or several of which all but the last are refused; `SERVICE` in it is the base URL. */
export type Reply = string | boolean | typeof leaves | readonly string[];

/** What `init` is given; golden/init.txt has what it asks, says and writes. */
export interface InitRow extends Surroundings {
  /** `SERVICE` is the base URL. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** In the order of the questions; without them, nobody is there. */
  readonly replies?: readonly Reply[];
  /** What `.env` is, in place of a file. */
  readonly dotenv?: 'a link' | 'a folder';
}

const files = { token: `${goodToken}\n`, 'authority.pem': authority.ca };
const ids = ['--entity-id', entityId, ...usualFlags];
const here = ['--base-url', 'SERVICE', ...ids];
const byFile = [...here, '--token-file', 'token'];
/** With another value of a flag. */
const but = (flag: string, value: string) =>
  byFile.map((word, at) => (byFile[at - 1] === flag ? value : word));
const touch = 'touch $TEST_FOLDER/ran';
const dataType = '--business-data-type-id';
const remote = 'https://staging.example.test';
const tls = authority.server;
const ruleId = `${usualValues['automationRuleId']}`;
const rule: readonly Reply[] = ['automationRuleId', ruleId];
const tokenFile: readonly Reply[] = ['accessTokenFile', 'token'];
const usual: readonly Reply[] = [entityId, 'bdt-1', ...rule, ...tokenFile];
const ours = '# ours\nOTHER="keep # me"\nCONFORMANCE_TIMEOUT_MS=5000 # comment\n';
const half = `CONFORMANCE_BASE_URL=${remote}\nCONFORMANCE_ALLOW_WRITES_TO=staging.example.test\n`;

export const initRows: Readonly<Record<string, InitRow>> = {
  'flags for all': { files, args: byFile },
  'the token comes later': { args: here },
  'values that a reader of such files takes apart': {
    files,
    args: but(dataType, `it's #1 "$HOME" = $x`),
  },
  'a value that no such file can have': {
    files,
    args: but(dataType, `'"\`-1`),
  },
  'another file': { files, args: [...byFile, '--env-file', 'staging.env'] },
  'what the environment gives': {
    args: here,
    env: { CONFORMANCE_ACCESS_TOKEN: goodToken, CONFORMANCE_TIMEOUT_MS: '5000' },
  },
  'all is set': {
    env: {
      ...{ CONFORMANCE_BASE_URL: 'SERVICE', CONFORMANCE_ACCESS_TOKEN: goodToken },
      ...{ CONFORMANCE_ENTITY_ID: entityId, CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b' },
    },
  },
  'TLS of an authority that is named': {
    ...{ files, tls },
    args: [...byFile, '--ca-file', 'authority.pem'],
  },
  'TLS of an authority that is not trusted': { files, tls, args: byFile },
  'a .env that is there': { files: { ...files, '.env': ours }, args: byFile },
  'the same, with a command in it': {
    files: { '.env': `CONFORMANCE_ACCESS_TOKEN_COMMAND='${touch}'\n` },
    args: here,
  },
  'a link called .env': { files, args: byFile, dotenv: 'a link' },
  'a folder called .env': { files, args: byFile, dotenv: 'a folder' },
  nothing: {},
  '--yes is no permission': { args: ['--yes', '--base-url', remote, ...ids] },
  'a token file that is not there': { args: [...here, '--token-file', 'none'] },
  'an id with a slash': { files, args: but('--entity-id', 'a/b') },

  'replies for all': { files, replies: ['SERVICE', ...usual] },
  'replies elsewhere': {
    files,
    env: { CONFORMANCE_TIMEOUT_MS: '2000' },
    replies: ['http://nowhere.invalid:81/api', true, true, ...usual],
  },
  'no leave to write': { replies: ['http://nowhere.invalid', false] },
  'no leave for http:': { replies: ['http://nowhere.invalid', true, false] },
  'replies that are refused': {
    files,
    replies: [
      ['', 'staging', 'SERVICE'],
      ['', 'a b', entityId],
      ['', 'bdt-1'],
      'automationRuleId',
      ['', '..', 'r,r', ruleId],
      'accessTokenFile',
      ['', 'none', 'token'],
    ],
  },
  'commands as replies': {
    replies: ['SERVICE', entityId, 'bdt-1', 'ruleCommand', touch, 'accessTokenCommand', touch],
  },
  'no rule yet, and no token': { replies: ['SERVICE', entityId, 'bdt-1', 'none', 'none'] },
  'an authority that is not trusted': { files, tls, replies: ['SERVICE', ...usual] },
  'what is given is not asked': {
    args: ['--base-url', 'SERVICE', '--automation-rule-id', ruleId],
    env: { CONFORMANCE_ENTITY_ID: entityId, CONFORMANCE_ACCESS_TOKEN: goodToken },
    replies: ['bdt-1'],
  },
  'whoever leaves': { replies: ['SERVICE', leaves] },
  'a .env that is there, and replies': {
    files: { '.env': `CONFORMANCE_ENTITY_ID=${entityId}\nCONFORMANCE_ACCESS_TOKEN=${goodToken}\n` },
    replies: ['SERVICE', 'bdt-1', ...rule],
  },
  'a problem that no reply fixes': {
    files: { '.env': `${half}CONFORMANCE_REPEAT=0\nCONFORMANCE_ENTITIY_ID=x\n` },
    replies: [],
  },
  'nobody is asked with --yes': { args: ['--yes', ...here], replies: [] },
};
