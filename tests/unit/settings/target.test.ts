import { describe, test } from 'vitest';
import { type Case, env, expectProblem, type World } from './load.ts';

const tokenFrom = (content: string | Uint8Array): World => ({
  environment: { CONFORMANCE_ACCESS_TOKEN: '', CONFORMANCE_ACCESS_TOKEN_FILE: 'token' },
  files: { token: content },
});

const urls: readonly Case[] = [
  ['missing', env('BASE_URL', ''), 'CONFORMANCE_BASE_URL (--base-url)', /is missing.*--reference/],
  [
    'no scheme',
    env('BASE_URL', 'staging.example.com'),
    'BASE_URL',
    /: write https:\/\/staging\.example\.com/,
  ],
  ['no scheme, on loopback', env('BASE_URL', '127.0.0.1:8080/api'), 'BASE_URL', /: write http:\/\/127/],
  ['one slash', env('BASE_URL', 'https:/staging.example.com'), 'BASE_URL', /must begin with/],
  ['other scheme', env('BASE_URL', 'ftp://staging.example.com'), 'BASE_URL', /must begin with/],
  ['file scheme', env('BASE_URL', 'file:///etc/passwd'), 'BASE_URL', /must begin with/],
  ['user name', env('BASE_URL', 'https://u@staging.example.com'), 'BASE_URL', /user name or password/],
  ['password', env('BASE_URL', 'https://u:pw@staging.example.com'), 'BASE_URL', /user name or password/],
  ['empty user name', env('BASE_URL', 'https://@staging.example.com'), 'BASE_URL', /user name or password/],
  ['query', env('BASE_URL', 'https://staging.example.com/?a=b'), 'BASE_URL', /query/],
  ['empty query', env('BASE_URL', 'https://staging.example.com?'), 'BASE_URL', /query/],
  ['fragment', env('BASE_URL', 'https://staging.example.com/#'), 'BASE_URL', /fragment/],
  ['dots', env('BASE_URL', 'https://staging.example.com/a/../b'), 'BASE_URL', /\. or \.\. in its path/],
  ['encoded dots', env('BASE_URL', 'https://staging.example.com/%2E%2e/b'), 'BASE_URL', /in its path/],
  ['space', env('BASE_URL', ' https://staging.example.com'), 'BASE_URL', /white space/],
  ['line feed', env('BASE_URL', 'https://staging\n.example.com'), 'BASE_URL', /white space/],
  ['backslash', env('BASE_URL', 'https://staging.example.com\\@evil/'), 'BASE_URL', /backslash/],
  ['invisible', env('BASE_URL', 'https://staging\u00ad.example.com'), 'BASE_URL', /cannot be seen/],
  ['two slashes', env('BASE_URL', 'https://staging.example.com//api'), 'BASE_URL', /https:\/\/host\/path/],
  ['many slashes', env('BASE_URL', 'https://h.example.com///a/b/'), 'BASE_URL', /more than one slash/],
  ['no host', env('BASE_URL', 'https:///path'), 'BASE_URL', /no host and port/],
  ['nothing after', env('BASE_URL', 'https://'), 'BASE_URL', /no host and port/],
  ['bad port', env('BASE_URL', 'https://staging.example.com:99999'), 'BASE_URL', /no host and port/],
  ['port 0', env('BASE_URL', 'https://staging.example.com:0'), 'BASE_URL', /no host and port/],
];

const leave: readonly Case[] = [
  ['none', env('ALLOW_WRITES_TO', ''), 'ALLOW_WRITES_TO', /a run writes to staging\.example\.com only if/],
  ['another host', env('ALLOW_WRITES_TO', 'test.example.com'), 'ALLOW_WRITES_TO', /one of the two is wrong/],
  [
    'another port',
    env('ALLOW_WRITES_TO', 'staging.example.com:8443'),
    'ALLOW_WRITES_TO',
    /one of the two is wrong/,
  ],
  ['a parent', env('ALLOW_WRITES_TO', 'example.com'), 'ALLOW_WRITES_TO', /one of the two is wrong/],
  [
    'a dot more',
    env('ALLOW_WRITES_TO', 'staging.example.com.'),
    'ALLOW_WRITES_TO',
    /one of the two is wrong/,
  ],
  ['a URL', env('ALLOW_WRITES_TO', 'https://staging.example.com'), 'ALLOW_WRITES_TO', /host or host:port/],
  ['a user', env('ALLOW_WRITES_TO', 'u@staging.example.com'), 'ALLOW_WRITES_TO', /host or host:port/],
  ['a wildcard', env('ALLOW_WRITES_TO', '*.example.com'), 'ALLOW_WRITES_TO', /host or host:port/],
  ['a path', env('ALLOW_WRITES_TO', 'staging.example.com/api'), 'ALLOW_WRITES_TO', /host or host:port/],
  ['a gap', env('ALLOW_WRITES_TO', 'staging.example.com,'), 'ALLOW_WRITES_TO', /host or host:port/],
  ['a bad port', env('ALLOW_WRITES_TO', 'staging.example.com:99999'), 'ALLOW_WRITES_TO', /host or host:port/],
  [
    'a port that the base URL has and the leave has not',
    env('BASE_URL', 'https://staging.example.com:8443'),
    'ALLOW_WRITES_TO',
    /host is staging\.example\.com:8443/,
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
  [
    'two lines',
    tokenFrom('12345678\n12345678\n'),
    'ACCESS_TOKEN_FILE',
    /line break .*at its end are dropped/,
  ],
  ['not UTF-8', tokenFrom(Uint8Array.of(0xff, 0xfe)), 'ACCESS_TOKEN_FILE', /not text in UTF-8/],
  ['empty command', env('ACCESS_TOKEN_COMMAND', '  '), 'ACCESS_TOKEN_COMMAND', /white space only/],
];

const identifiers: readonly Case[] = [
  ['no entity', env('ENTITY_ID', ''), 'CONFORMANCE_ENTITY_ID (--entity-id)', /is missing/],
  ['entity with slash', env('ENTITY_ID', 'a/b'), 'ENTITY_ID', /slash/],
  ['dots', env('ENTITY_ID', '..'), 'ENTITY_ID', /dot segment/],
  ['no data type', env('BUSINESS_DATA_TYPE_ID', ''), 'BUSINESS_DATA_TYPE_ID', /no transformer file sets it/],
  ['data type with line feed', env('BUSINESS_DATA_TYPE_ID', 'a\n'), 'BUSINESS_DATA_TYPE_ID', /control/],
  [
    'rule with %',
    env('AUTOMATION_RULE_ID', 'a,b%2fc'),
    'AUTOMATION_RULE_ID',
    /identifier 2 of 2 holds one of/,
  ],
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
  ['base URL', urls],
  ['leave to write', leave],
  ['token', tokens],
  ['identifiers', identifiers],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, world, setting, message) => expectProblem(world, setting, message));
});
