import { describe, test } from 'vitest';
import { type Case, env, expectProblem, type World } from './load.ts';

/** Name, value, what is said. */
type Row = readonly [string, string, RegExp];

const of = (setting: string, rows: readonly Row[]): readonly Case[] =>
  rows.map(([name, value, message]) => [name, env(setting, value), setting, message]);

const tokenFrom = (content: string | Uint8Array): World => ({
  environment: { CONFORMANCE_ACCESS_TOKEN: '', CONFORMANCE_ACCESS_TOKEN_FILE: 'token' },
  files: { token: content },
});

const urls: readonly Row[] = [
  ['no scheme', 'staging.example.com', /; did you mean https:\/\/staging\.example\.com\?/],
  ['no scheme, on loopback', '127.0.0.1:8080/api', /; did you mean http:\/\/127/],
  ['one slash', 'https:/staging.example.com', /must begin with/],
  ['other scheme', 'ftp://staging.example.com', /must begin with/],
  ['file scheme', 'file:///etc/passwd', /must begin with/],
  ['user name', 'https://u@staging.example.com', /user name or password/],
  ['password', 'https://u:pw@staging.example.com', /user name or password/],
  ['empty user name', 'https://@staging.example.com', /user name or password/],
  ['query', 'https://staging.example.com/?a=b', /query/],
  ['empty query', 'https://staging.example.com?', /query/],
  ['fragment', 'https://staging.example.com/#', /fragment/],
  ['dots', 'https://staging.example.com/a/../b', /\. or \.\. in its path/],
  ['encoded dots', 'https://staging.example.com/%2E%2e/b', /in its path/],
  ['space', ' https://staging.example.com', /white space/],
  ['line feed', 'https://staging\n.example.com', /white space/],
  ['backslash', 'https://staging.example.com\\@evil/', /backslash/],
  ['invisible', 'https://staging\u00ad.example.com', /cannot be seen/],
  ['two slashes', 'https://staging.example.com//api', /https:\/\/host\/path/],
  ['many slashes', 'https://h.example.com///a/b/', /more than one slash/],
  ['no host', 'https:///path', /no host and port/],
  ['nothing after', 'https://', /no host and port/],
  ['bad port', 'https://staging.example.com:99999', /no host and port/],
  ['port 0', 'https://staging.example.com:0', /no host and port/],
];

const leave: readonly Row[] = [
  ['none', '', /a run writes to staging\.example\.com only if/],
  ['another host', 'test.example.com', /one of the two is wrong/],
  ['another port', 'staging.example.com:8443', /one of the two is wrong/],
  ['a parent', 'example.com', /one of the two is wrong/],
  ['a dot more', 'staging.example.com.', /one of the two is wrong/],
  ['a URL', 'https://staging.example.com', /host or host:port/],
  ['a user', 'u@staging.example.com', /host or host:port/],
  ['a wildcard', '*.example.com', /host or host:port/],
  ['a path', 'staging.example.com/api', /host or host:port/],
  ['a gap', 'staging.example.com,', /host or host:port/],
  ['a bad port', 'staging.example.com:99999', /host or host:port/],
];

const both: readonly Case[] = [
  ['missing', env('BASE_URL', ''), 'CONFORMANCE_BASE_URL (--base-url)', /is missing.*--reference/],
  [
    'a port that the base URL has and the leave has not',
    env('BASE_URL', 'https://staging.example.com:8443'),
    'ALLOW_WRITES_TO',
    /host of the base URL is staging\.example\.com:8443/,
  ],
  ['plain http', env('BASE_URL', 'http://staging.example.com'), 'ALLOW_HTTP', /unencrypted/],
  ['half a leave', env('ALLOW_HTTP', 'yes'), 'ALLOW_HTTP', /must be true or false, not "yes"/],
];

const tokens: readonly Case[] = [
  ['none', env('ACCESS_TOKEN', ''), 'CONFORMANCE_ACCESS_TOKEN', /is missing.*_TOKEN_FILE.*_TOKEN_COMMAND/],
  ['two', env('ACCESS_TOKEN_FILE', 't', { t: 'another-token' }), 'ACCESS_TOKEN_FILE', /contradicts/],
  ['three', env('ACCESS_TOKEN_COMMAND', 'print-token'), 'ACCESS_TOKEN_COMMAND', /contradicts.*ACCESS_TOKEN /],
  ['short', env('ACCESS_TOKEN', '1234567'), 'ACCESS_TOKEN', /shorter than 8/],
  ['with its scheme', env('ACCESS_TOKEN', 'Bearer 12345678'), 'ACCESS_TOKEN', /white space.*Bearer/],
  ['line break', env('ACCESS_TOKEN', '12345678\n'), 'ACCESS_TOKEN', /line break.*dropped only from a file/],
  ['header injected', env('ACCESS_TOKEN', '12345678\r\nX: y'), 'ACCESS_TOKEN', /line break/],
  ['control', env('ACCESS_TOKEN', '12345678\u0007'), 'ACCESS_TOKEN', /not visible ASCII/],
  ['not ASCII', env('ACCESS_TOKEN', '12345678é'), 'ACCESS_TOKEN', /not visible ASCII/],
  ['empty file', tokenFrom(''), 'ACCESS_TOKEN_FILE', /its content is shorter than 8 characters/],
  ['two lines', tokenFrom('12345678\n12345678\n'), 'TOKEN_FILE', /line break .*at its end are dropped/],
  ['not UTF-8', tokenFrom(Uint8Array.of(0xff, 0xff)), 'ACCESS_TOKEN_FILE', /not text in UTF-8/],
  ['empty command', env('ACCESS_TOKEN_COMMAND', '  '), 'ACCESS_TOKEN_COMMAND', /white space only/],
];

const identifiers: readonly Case[] = [
  ['no entity', env('ENTITY_ID', ''), 'CONFORMANCE_ENTITY_ID (--entity-id)', /is missing/],
  ['entity with slash', env('ENTITY_ID', 'a/b'), 'ENTITY_ID', /slash/],
  ['dots', env('ENTITY_ID', '..'), 'ENTITY_ID', /dot segment/],
  [
    'no data type',
    env('BUSINESS_DATA_TYPE_ID', ''),
    'BUSINESS_DATA_TYPE_ID',
    /to a body that contains businessDataTypeId/,
  ],
  ['data type with line feed', env('BUSINESS_DATA_TYPE_ID', 'a\n'), 'BUSINESS_DATA_TYPE_ID', /control/],
  ['rule with %', env('AUTOMATION_RULE_ID', 'a,b%2fc'), 'AUTOMATION_RULE_ID', /2 of 2 holds one of/],
  ['rule missing between commas', env('AUTOMATION_RULE_ID', 'a,,b'), 'AUTOMATION_RULE_ID', /2 of 3 is empty/],
  ['rule twice', env('AUTOMATION_RULE_ID', 'a, a'), 'AUTOMATION_RULE_ID', /"a" appears more than once/],
  [
    'rule named and made',
    { environment: { CONFORMANCE_AUTOMATION_RULE_ID: 'a', CONFORMANCE_RULE_COMMAND: 'make-rule' } },
    'CONFORMANCE_RULE_COMMAND',
    /contradicts CONFORMANCE_AUTOMATION_RULE_ID/,
  ],
];

describe.each([
  ['base URL', of('BASE_URL', urls)],
  ['leave to write', of('ALLOW_WRITES_TO', leave)],
  ['leave beside a base URL', both],
  ['token', tokens],
  ['identifiers', identifiers],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, world, setting, message) => expectProblem(world, setting, message));
});
