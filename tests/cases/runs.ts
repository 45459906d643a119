import { automationRuleId, putAnswer } from '../support/conforming.ts';
import { goodToken, type Script, sendPrepared } from '../support/service.ts';

/** Runs against a service, by what has to come of them: an exit code, and so many requests. golden/runs.txt has what they say. */

type Texts = Readonly<Record<string, string>>;

export interface RunRow {
  readonly code: number;
  /** Requests that reach the service; it listens for those that may not be sent, too. */
  readonly sent: number;
  readonly args?: string;
  /** Over settings that are right; an empty value takes one away, PORT is that of the service. */
  readonly env?: Texts;
  /** In the folder that it is run in. */
  readonly files?: Texts;
  readonly script?: Script;
}

/** Stands where no token may. */
export const token = 'pasted-twice-77';
export const gatewayKey = 'key-of-the-gateway-91';

const noRule = { CONFORMANCE_AUTOMATION_RULE_ID: '' };
const nothing = {
  ...noRule,
  ...{ CONFORMANCE_BASE_URL: '', CONFORMANCE_ACCESS_TOKEN: '' },
  ...{ CONFORMANCE_ENTITY_ID: '', CONFORMANCE_BUSINESS_DATA_TYPE_ID: '' },
};
/** 0.0.0.0 reaches this machine and is no loopback address: what is refused here would arrive. */
const elsewhere = { CONFORMANCE_BASE_URL: 'http://0.0.0.0:PORT', CONFORMANCE_ALLOW_HTTP: 'true' };
const nobody = { CONFORMANCE_BASE_URL: 'http://127.0.0.1:1' };

const refused = (env: Texts, args = '', files: Texts = {}): RunRow => ({
  code: 2,
  sent: 0,
  env,
  args,
  files,
});

/** The token is in a second setting as well. */
const twice = (env: Texts, files: Texts = {}) =>
  refused({ CONFORMANCE_ACCESS_TOKEN: token, ...env }, '', files);

/** The DELETE needs a rule: that of this command. */
const ruleOf = (code: number, command: string, more: Partial<RunRow> = {}): RunRow => ({
  ...more,
  code,
  sent: code === 0 ? 6 : 3,
  env: { ...noRule, CONFORMANCE_RULE_COMMAND: command, ...more.env },
});

/** A command that cleans up changes no exit code. */
const cleaned = (command: string): RunRow => ({
  code: 0,
  sent: 6,
  env: { CONFORMANCE_CLEANUP_COMMAND: command },
});

/** Two deviations of what is stated, and one of what is only shown. */
export const faulty: Script = (call, prepared, response) => {
  const body = prepared.body
    .replace('"enabled":true', call.operation === 'put' ? '"enabled":"true"' : '"enabled":true')
    .replace('"amount":16', '"amount":"16"')
    .replace('"updatedAt":"2025-01-06"', '"updatedAt":"2025-01-06 10:00:00"');
  sendPrepared({ ...prepared, body }, response);
};

/** Something else in place of the second response to the authorised PUT. */
function secondPut(change: (body: string) => { readonly status: number; readonly body: string }): Script {
  let answered = 0;
  return (call, prepared, response) => {
    if (call.operation === 'put' && call.credentials === 'authorised') answered += 1;
    const isIt = call.operation === 'put' && answered === 2;
    sendPrepared(isIt ? { ...prepared, ...change(prepared.body) } : prepared, response);
  };
}

const otherAmount = () =>
  secondPut((body) => ({ status: 200, body: body.replace('"amount":16', '"amount":"16"') }));

const sameRequestId: Script = (_, prepared, response) => {
  const body = prepared.body.replace(/"requestId":"[^"]+"/, `"requestId":"${putAnswer.requestId}"`);
  sendPrepared({ ...prepared, body }, response);
};

const unknownRule: Script = (call, prepared, response) =>
  sendPrepared(call.operation === 'delete' ? { ...prepared, status: 404, body: '{}' } : prepared, response);

const silentDelete: Script = (call, prepared, response) => {
  if (call.operation !== 'delete') sendPrepared(prepared, response);
};

/** Stores one of two conditions, on a day that does not exist: both are only shown. */
const storesOne: Script = (_, prepared, response) => {
  const conditions = putAnswer.data.conditions.slice(0, 1);
  const data = { ...putAnswer.data, conditions, createdAt: '2025-02-30' };
  const isPut = prepared.body.includes('derivativeType');
  sendPrepared(isPut ? { ...prepared, body: JSON.stringify({ ...putAnswer, data }) } : prepared, response);
};
const body = {
  ...{ name: putAnswer.data.name, businessDataTypeId: 'bdt-1', derivativeType: 'FUTURE' },
  action: putAnswer.data.action,
  conditions: putAnswer.data.conditions.map((one) => ({ ...one, type: 'CURRENCY_FIAT', jsonPath: '$.a' })),
};
const shownCount = 'put.data.conditions:count';
const storing = (code: number, shown: string): RunRow => ({
  code,
  sent: 6,
  script: storesOne,
  env: { CONFORMANCE_REQUIRE_SHOWN: shown, CONFORMANCE_TRANSFORMER_FILE: 'body.json' },
  files: { 'body.json': JSON.stringify(body) },
});

const waiver = { id: 'put.data.name:type', owner: 'me', expires: '2999-01-01', reason: token };
const json = JSON.stringify({ status: 'success', data: { automationRuleId: 'a'.repeat(60) } });
const making = `touch $TEST_FOLDER/made; echo ${automationRuleId}`;

export const runs: Readonly<Record<string, RunRow>> = {
  'nothing is configured': refused(nothing),
  'nothing, for the PUT alone': refused(nothing, '--operation put'),
  'a rule that changes the path': refused({ CONFORMANCE_AUTOMATION_RULE_ID: '..' }),
  'a host that nobody allowed': refused(elsewhere),
  'a host that nobody allowed, watching': refused(elsewhere, '--watch .'),
  'a token command that fails': refused({
    CONFORMANCE_ACCESS_TOKEN: '',
    CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7',
  }),
  'a token command that prints too little': refused({
    CONFORMANCE_ACCESS_TOKEN: '',
    CONFORMANCE_ACCESS_TOKEN_COMMAND: 'echo s3cret',
  }),
  'a token that is a word of the document': refused({ CONFORMANCE_ACCESS_TOKEN: 'conditions' }),
  'a token in the base URL': twice({ CONFORMANCE_BASE_URL: `http://127.0.0.1:PORT/${token}` }),
  'a token for an entity': twice({ CONFORMANCE_ENTITY_ID: token }),
  'a token that is encoded': twice({
    CONFORMANCE_BUSINESS_DATA_TYPE_ID: `x-${Buffer.from(token).toString('base64url')}`,
  }),
  'a token for a second rule': twice({ CONFORMANCE_AUTOMATION_RULE_ID: `rule-1,${token}` }),
  'a token in the body that is sent': twice(
    { CONFORMANCE_TRANSFORMER_FILE: 'put.json' },
    { 'put.json': JSON.stringify({ name: `made with ${token}`, businessDataTypeId: 'bdt-1' }) },
  ),
  'a token in a waiver': twice(
    { CONFORMANCE_WAIVERS_FILE: 'waivers.json' },
    { 'waivers.json': JSON.stringify({ waivers: [waiver] }) },
  ),
  'a token of a command, for an entity': refused({
    CONFORMANCE_ACCESS_TOKEN: '',
    CONFORMANCE_ACCESS_TOKEN_COMMAND: `echo ${token}`,
    CONFORMANCE_ENTITY_ID: token,
  }),
  'a folder for reports that is a file': refused({}, '--out taken', { taken: 'mine' }),
  'all as it should be, into a folder below others': { code: 0, sent: 6, args: '--out build/reports/c' },
  'a host that is allowed': {
    code: 0,
    sent: 6,
    env: { ...elsewhere, CONFORMANCE_ALLOW_WRITES_TO: '0.0.0.0:PORT' },
  },
  'what the operator left out is not missed': {
    code: 0,
    sent: 1,
    args: '--operation put --no-unauthorized',
    env: noRule,
  },
  'deviations; reports of an earlier run go, other files stay': {
    code: 1,
    sent: 6,
    script: faulty,
    args: '--reporter json',
    files: {
      'conformance-report/junit.xml': 'old',
      'conformance-report/report.md': 'old',
      'conformance-report/notes.txt': 'mine',
      'conformance-report/exchanges.5d0c8e21a7f3.ndjson': '{"line":"run"}\n{"line":"intent"}\n',
    },
  },
  'deviations under --strict': { code: 1, sent: 6, script: faulty, args: '--strict' },
  'nobody listens': { code: 3, sent: 0, env: nobody },
  'nobody listens, and that is waited for': { code: 3, sent: 0, env: nobody, args: '--wait 1' },
  'every connection is closed': {
    code: 3,
    sent: 7,
    args: '--repeat 2',
    script: (_call, _prepared, _response, socket) => void socket.destroy(),
  },
  'no rule is named': { code: 3, sent: 3, env: noRule },
  'a mistyped rule, 404 to everyone': { code: 3, sent: 6, script: unknownRule },
  'a DELETE without a response in time': {
    code: 3,
    sent: 6,
    script: silentDelete,
    args: '--timeout-ms 1500',
  },
  'one of three responses deviates': { code: 1, sent: 8, script: otherAmount(), args: '--repeat 3' },
  'the same service, asked once': { code: 0, sent: 6, script: otherAmount() },
  'a requestId that comes back': { code: 1, sent: 7, script: sameRequestId, args: '--repeat 2 --strict' },
  'one of three responses is a failure': {
    code: 3,
    sent: 8,
    args: '--repeat 3',
    script: secondPut(() => ({ status: 503, body: '' })),
  },
  'shown requirements that deviate': storing(0, ''),
  'one of them is required': storing(1, shownCount),
  'both are required': storing(1, `${shownCount}, put.data.createdAt:format`),
  'a rule command': ruleOf(0, making),
  'a rule command from a file that is named': {
    code: 0,
    sent: 6,
    env: noRule,
    args: '--env-file of.env',
    files: { 'of.env': `CONFORMANCE_RULE_COMMAND="${making}"\n` },
  },
  'a rule command that prints nothing, for the DELETE alone': {
    ...ruleOf(3, 'true', { args: '--operation delete' }),
    sent: 0,
  },
  'a rule command that prints JSON': ruleOf(3, `printf '%s' '${json}'`),
  'a rule command that prints HTML': ruleOf(3, 'echo "<html>Sign in</html>"'),
  'a rule command that prints null': ruleOf(3, 'echo null'),
  'a rule command that prints a sentence': ruleOf(3, 'echo made rule 17'),
  'a rule command that fails': ruleOf(3, 'echo "curl: (22) error: 500" >&2; exit 22'),
  'a rule command that prints the token': ruleOf(3, `echo ${goodToken}; echo ${goodToken} >&2`),
  'a rule command that prints secrets in JSON': ruleOf(
    3,
    `echo '{"sent":"Bearer ${goodToken}","key":"${gatewayKey}"}'`,
    { env: { CONFORMANCE_HEADERS_FILE: 'h.txt' }, files: { 'h.txt': `X-Gateway-Key: ${gatewayKey}\n` } },
  ),
  'a rule command that tells the token': ruleOf(
    0,
    `echo "> Bearer ${goodToken}" >&2; echo ${automationRuleId}`,
  ),
  'a command that cleans up and fails': cleaned(`echo "has ${goodToken}" >&2; exit 7`),
  'a command that cleans up and reads nothing': cleaned('exec 0<&-; exit 1'),
};
