import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { report } from '../unit/reporters/fixture.ts';

/** Command lines that are refused by what they say: exit 2, the words on standard error, and nothing else. */

const scoped = (operation: string) =>
  JSON.stringify({
    ...report,
    run: { ...report.run, scope: { ...report.run.scope, operations: [operation] } },
  });

const cwd = folderWith({
  there: '',
  text: 'no JSON\nat all\n',
  brace: '{',
  list: '[]',
  deep: '['.repeat(100),
  'no-answers': '{"formatVersion":1,"found":1,"declared":{}}',
  waivers: '{"waivers":[]}',
  'report.json': JSON.stringify(report),
  'put.json': scoped('put'),
  'delete.json': scoped('delete'),
  'odd.json': '{"formatVersion": 1}',
  'other.json': '{"formatVersion": 1}',
});
mkdirSync(join(cwd, 'empty'));

/** Each with its words; an empty value is one of `--flag=`. */
const lines: Readonly<Record<string, RegExp>> = {
  '': /^Usage: conformance/,
  rnu: /^conformance: unknown command 'rnu'\n\(Did you mean run\?\)\nSee conformance --help\.$/m,
  'help rnu': /^conformance: unknown command 'rnu'/m,
  'run --bsae-url http://127.0.0.1':
    /^conformance: unknown option '--bsae-url'\n\(Did you mean --base-url\?\)\nSee conformance run --help\.$/m,
  'run --reference --reporter jnuit':
    /--reporter\) on the command line contains "jnuit"; the formats are terminal, json, junit, markdown/,
  'run https://staging.example.test': /too many arguments for 'run'/,
  'run --access-token x': /unknown option '--access-token'/,
  'run --reference --history there': /CONFORMANCE_HISTORY \(--history\) .*there is not a folder/,
  'run --reference --watch --plan': /--plan and --watch contradict each other/,
  'init --access-token x': /unknown option '--access-token'/,
  'explore --reference --allow everything': /--allow must be refusal, write or delete/,
  'explain --format xml': /--format must be text, json or markdown, not "xml"/,
  'explain --operation post': /--operation must be put.*, not "post"/,
  'explain --side client': /--side must be response, request or both, not "client"/,
  'explain put:json --side both': /--side is about the list, and put:json is one requirement/,
  'completion csh': /Expected bash, zsh or fish/,
  'export yaml': /Expected openapi, overlay, json-schema or types/,
  'explore --list --plan': /--list and --plan contradict each other/,
  'export overlay': /conformance\.answers\.json does not exist/,
  'export overlay brace': /brace cannot be used: line 1 is not JSON/,
  'export overlay list': /list cannot be used/,
  'export overlay no-answers': /no-answers cannot be used/,
  'export overlay deep': /deep cannot be used/,
  'export overlay waivers': /waivers is a file of waivers/,
  'export openapi there': /there is only read for an overlay/,
  'waive missing.json': /missing\.json does not exist/,
  waive: /missing required argument/,
  compare: /missing required argument 'reports'/,
  'compare none.json': /none\.json does not exist/,
  'compare report.json': /report\.json is one report\. Expected a second one/,
  'compare report.json odd.json': /odd\.json does not have the form of a report, format version 1/,
  'compare put.json delete.json': /have no requirement in common .*put before, delete after/,
  'compare report.json report.json --reporter pdf':
    /--reporter contains "pdf"; the formats are terminal, json/,
  'compare none.json report.json': /none\.json does not exist/,
  'compare empty': /empty holds no report\. Expected the report\.json/,
  'compare *.nothing': /\*\.nothing holds no report/,
  'compare odd.json other.json':
    /odd\.json does not have the form of a report[\s\S]*\n.*other\.json does not/,
  'render missing.json': /missing\.json does not exist/,
  'render odd.json':
    /odd\.json does not have the form of a report, format version 1: its root must have required property/,
  'render text': /text is neither a report nor a recording: line 1 is not JSON/,
  'render report.json --reporter pdf': /--reporter contains "pdf"; the formats are terminal, json/,
  'render report.json --out text': /text is not a folder/,
  'render report.json --previous gone.json': /gone\.json does not exist/,
  'render report.json --json --quiet': /--quiet and --json contradict each other/,
  check: /missing required argument 'files'/,
  'check no.har': /no\.har does not exist\. Expected a file/,
  'check .': /\. is a folder\. Expected a file/,
  'check x/*.gz': /x\/\*\.gz matches no file/,
  'check - --format pcap': /--format must be har, ndjson, newman or recording, not "pcap"/,
  'check - --operation post': /--operation must be put.*, not "post"/,
  'check - --side left': /--side must be response, request or both, not "left"/,
  'check - --require put.data.nam:echo': /the nearest one is put\.data\.name:echo/,
  'check - --max-bad many': /--max-bad must be an integer from 0 to 1000000000, not "many"/,
  'check - --base-url staging': /--base-url must begin with https:\/\//,
  'check - --part-id 1': /--part-id is about parts/,
  'check - --partial p.json --strict': /--strict decides nothing about a part/,
  'check - --partial p.json': /--part-id N, the number of this part from 0 or from 1, and --parts N/,
  'check - --partial p.json --parts 4': /--partial FILE needs --part-id N/,
  'check - --partial p.json --parts 4 --part-id 5': /is beyond --parts 4/,
  'check - --partial p.json --part-id x': /--part-id must be an integer from 0 to 999999, not "x"/,
  'watch --upstream staging': /--upstream on the command line must begin with https:\/\/ or http:\/\//,
  'watch --upstream https://a:b@staging.example.com':
    /--upstream on the command line must not contain a user name/,
  'watch --upstream http://staging.example.com': /CONFORMANCE_ALLOW_HTTP/,
  watch: /required option '--upstream <url>'/,
  'watch --upstream=': /--upstream is set to an empty value/,
  'watch --upstream http://127.0.0.1:1 --port x': /--port must be an integer from 0 to 65535, not "x"/,
  'watch --upstream http://127.0.0.1:1 --allow-host b.example:4010': /b\.example:4010 is not a host name/,
  'watch --upstream http://127.0.0.1:1 --allow-host http://b.example':
    /http:\/\/b\.example is not a host name/,
  'watch --upstream http://127.0.0.1:1 --reporter x': /x/,
  'serve --fault no-such-fault': /there is no fault no-such-fault\. .*--fault list/,
  'serve --fault no-credential-check': /no-credentials-check/,
  'serve --fault delete.data.createdAt:fromat':
    /there is no fault delete\.data\.createdAt:fromat\. Did you mean delete\.data\.createdAt:format, /,
  'serve --port 65536': /--port must be an integer from 0 to 65535, not "65536"/,
  'serve --port -1': /--port/,
  'serve --seed-rules two': /--seed-rules must be an integer from 0 to 100000, not "two"/,
  'serve --token short': /--token must be 8 visible ASCII characters/,
  'serve --entity-id E': /--entity-id must be 32 lower-case hexadecimal/,
  'serve --latency -1': /--latency/,
  'serve --base-path api': /base-?path/i,
  'serve --prot 0': /Did you mean --port\?/,
};

test.each(Object.entries(lines))('conformance %s', async (line, words) => {
  const before = readdirSync(cwd);
  const args = line === '' ? [] : line.split(' ');
  const { code, stdout, stderr } = await conformance(args, { cwd, input: '' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(readdirSync(cwd)).toEqual(before);
});
