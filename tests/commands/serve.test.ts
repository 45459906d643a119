import { describe, expect, onTestFinished, test } from 'vitest';
import { type Fault, failures, faults } from '../../reference/faults.ts';
import { conformance, startConformance, startHere } from '../support/cli.ts';
import { startService } from '../support/service.ts';
import { contract } from '../support/subject.ts';
import { deviating, run } from './targets.ts';

/** `conformance serve`: the reference service for people who write clients, and what a run reports of each of its faults. */

/** Served in this process until the test ends. */
async function serving(line = '') {
  const words = line.split(' ').filter((word) => word !== '');
  const started = await startHere(['serve', '--port', '0', ...words]);
  const dotenv = await started.printed('stdout', /^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m);
  const lines = dotenv.trimEnd().split('\n');
  const env = Object.fromEntries(lines.map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const stop = () => {
    started.signal('SIGTERM');
    return started.ended;
  };
  onTestFinished(async () => void (await stop()));
  const entity = `${env['CONFORMANCE_BASE_URL']}/entity/${env['CONFORMANCE_ENTITY_ID']}`;
  const headers = { authorization: `Bearer ${env['CONFORMANCE_ACCESS_TOKEN']}` };
  const remove = (rule = env['CONFORMANCE_AUTOMATION_RULE_ID']) =>
    fetch(`${entity}/automationRule/${rule}`, { method: 'DELETE', headers });
  return { env, stop, entity, remove };
}

test('it prints the lines of a .env file and nothing else on standard output', async () => {
  const { env, stop } = await serving('--seed-rules 3');
  const { code, stdout, stderr } = await stop();
  expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, Object.keys(env).length]);
  expect(
    Object.keys(env)
      .slice(0, 3)
      .map((name) => name.replace('CONFORMANCE_', '')),
  ).toEqual('BASE_URL ACCESS_TOKEN ENTITY_ID'.split(' '));
  expect(env['CONFORMANCE_AUTOMATION_RULE_ID']).toMatch(/^[0-9a-f]{32},[0-9a-f]{32},[0-9a-f]{32}$/);
  expect(stderr).toMatch(/^The reference service listens on http:\/\/127\.0\.0\.1:\d+; Ctrl-C ends it\./);
});

test('it responds below --base-path', async () => {
  const { env, entity, remove } = await serving('--base-path /api/v1');
  expect(env['CONFORMANCE_BASE_URL']).toMatch(/\/api\/v1$/);
  expect((await fetch(`${entity}/automationRule/x`, { method: 'DELETE' })).status).toBe(401);
  expect((await remove('x')).status).toBe(404);
});

test.each(['--fault not-json,put-open', '--fault not-json --fault put-open'])(
  'several faults, and the problems of a request in the log: %s',
  async (flags) => {
    const { entity, stop } = await serving(flags);
    const answer = await fetch(`${entity}/valuation/derivative/fact/transformer/`, {
      method: 'PUT',
      body: JSON.stringify({ conditions: Array.from({ length: 12 }, () => ({})) }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(422);
    const lines = (await stop()).stderr.split('\n');
    const at = lines.findIndex((line) => line.includes(' → 422'));
    expect(lines[at]).toMatch(/^PUT \S+ → 422.* \(section 2\.2; /);
    const problems = lines.slice(at + 1).filter((line) => line.startsWith('  '));
    expect([problems.length, problems.filter((line) => line.startsWith('  /')).length]).toEqual([11, 10]);
  },
);

test('a request without a response is in the log as well', async () => {
  const { remove, stop } = await serving('--fault dropped-connection');
  await expect(remove()).rejects.toThrow();
  expect((await stop()).stderr).toContain(' → no response, with dropped-connection (');
});

test('a log of what was asked, own token and entity, and faults that Enter switches', async () => {
  const entity = 'ab'.repeat(16);
  const own = ['--token', 'token-of-a-client', '--entity-id', entity, '--seed-rules', 'unlimited'];
  const process = startConformance(['serve', '--port', '0', '--fault', 'not-json', ...own], { typed: true });
  const dotenv = await process.printed('stdout', /^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m);
  expect(dotenv).toContain(`CONFORMANCE_ACCESS_TOKEN=token-of-a-client\nCONFORMANCE_ENTITY_ID=${entity}\n`);
  const [base = '', rule = ''] = ['BASE_URL', 'AUTOMATION_RULE_ID'].map(
    (name) => new RegExp(`^CONFORMANCE_${name}=(.*)$`, 'm').exec(dotenv)?.[1],
  );
  const url = `${base}/entity/${entity}/automationRule/${rule}`;
  const headers = { authorization: 'Bearer token-of-a-client' };
  const remove = async () => (await fetch(url, { method: 'DELETE', headers })).text();
  await process.printed('stderr', 'Enter switches');
  expect(await remove()).toMatch(/^<!doctype/);
  process.type('\n');
  await process.printed('stderr', 'Faults off');
  expect(await remove()).toMatch(/^{/);
  process.signal('SIGTERM');
  const { code, stderr } = await process.ended;
  expect(code).toBe(0);
  expect(stderr).toContain(`/automationRule/${rule} → 200, with not-json (section 4.2: automation rule)\n`);
  expect(stderr).toContain(`/automationRule/${rule} → 200 (section 4.2: automation rule)\n`);
  expect(stderr).not.toContain('token-of-a-client');
});

test('a port that is taken: exit 2, and how to get another', async () => {
  await using other = await startService();
  const { port } = new URL(other.baseUrl);
  const { code, stdout, stderr } = await conformance(['serve', '--port', port]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`port ${port} is taken.*--port 0`, 's'));
});

/** Rows that an example, a remark or a standard's advice supports, by hand; every other row is stated. */
const shownRows = [
  /^\w+:(byte-order-mark|unique-keys)$/,
  /^\w+\.requestId:uniqueness$/,
  /^put\.data\.conditions:count$/,
  /^put\.data\.conditions\.each\.(column|columnType|operator|value):echo$/,
  /^put\.data\.conditions\.each\.type:value$/,
  /^put\.data\.action\.\w+:echo$/,
  /^put\.data\.action\.timezone:format$/,
  /^put\.data\.entityId:echo$/,
  /^put\.data\.(derivativeFactTransformerId|entityId|businessDataTypeId):value$/,
  /^put\.data\.(created|updated|deleted)At:format$/,
  /^delete\.data\.updatedAt:format$/,
  /^delete\.data\.(automationRuleId|entityId):echo$/,
];
const isShown = ({ trips }: Fault) => trips.every((id) => shownRows.some((row) => row.test(id)));

test('--fault list: every named fault with what it does and what it trips, and that ids work', async () => {
  const { code, stdout, stderr } = await conformance(['serve', '--fault', 'list']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [list = '', more] = stdout.split('\n\n');
  expect(more).toMatch(/^The id of any requirement works too.*--fault delete\.data\.createdAt:format/s);
  const words = (one: Fault) => [one.name, isShown(one) ? 'shown' : 'stated', one.description];
  expect(list.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ...faults.flatMap((one) => [words(one), [one.trips.join(' ')]]),
    ...failures.flatMap(({ name, description }) => [
      [name, 'failure', description],
      ['no requirement: a run is incomplete'],
    ]),
  ]);
});

/** What runs against a service with these faults report: without --strict and, where that finds nothing that fails, with it. */
async function judged(asked: readonly string[], ...flags: readonly string[]) {
  const { env } = await serving(`--seed-rules unlimited ${asked.map((name) => `--fault ${name}`).join(' ')}`);
  const given = ['--reporter', 'json', ...flags];
  const lenient = await run(given, { env });
  const strict = lenient.code === 0 ? [await run([...given, '--strict'], { env })] : [];
  const report = lenient.report();
  return {
    report,
    deviating: deviating(report).toSorted(),
    codes: [lenient, ...strict].map(({ code }) => code),
  };
}

test.each(faults)('a fault is reported as what it is, and nothing else is: $name', async (fault) => {
  const found = await judged([fault.name]);
  expect(found.deviating).toEqual([...fault.trips].sort());
  expect(found.codes).toEqual(isShown(fault) ? [0, 1] : [1]);
});

/** What a run says of each failure: which it is, and whose. */
const said: Readonly<Record<string, RegExp>> = {
  'internal-error': /The service returned 500.*find out why the service failed/,
  'too-many-requests': /the service returned 429 .*By whoever runs this check: send requests more slowly/,
  'bad-gateway': /every response is 502, so a gateway probably responded/,
  'no-response': /No response from .*but no response within 1500 ms/,
  'dropped-connection': /No response from .*closed the connection without a response/,
};

test.each(failures)('a failure breaks no requirement, and is named: $name', async ({ name }) => {
  const found = await judged([name], '--timeout-ms', name === 'no-response' ? '1500' : '60000');
  expect([found.deviating, found.codes]).toEqual([[], [3]]);
  expect(JSON.stringify(found.report.conclusion)).toMatch(said[name] ?? /^$/);
});

test('no fault: everything conforms that is exercised', async () => {
  const { report, codes } = await judged([]);
  const others = report.requirements.filter(({ verdict }) => verdict !== 'conforms');
  expect(others.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['put.data.deletedAt:format', 'not-exercised'],
  ]);
  expect(codes).toEqual([0, 0]);
});

describe('several faults at once', () => {
  const ofOne = ['put.data.name:type', 'put.data.action:presence', 'put:unique-keys', 'put:byte-order-mark'];
  const nested = ['put.data:presence', 'put.data.action:presence', 'put.data.action.amount:type'];
  const missing = contract.operations.map(({ name }) => `${name}.data:presence`);
  test.each([
    ['fields first, then the whole response', ofOne, ofOne],
    ['however they are ordered', ofOne.toReversed(), ofOne],
    ['members that lie inside one another: the outer one decides', nested, ['put.data:presence']],
    [
      'names and ids',
      ['data-missing', 'put.data.name:type', 'delete.data.name:type', 'put-open'],
      [...missing, 'put:authorization'],
    ],
  ])('%s', async (_, asked, expected) =>
    expect((await judged(asked)).deviating).toEqual(expected.toSorted()),
  );
});
