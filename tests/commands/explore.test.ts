import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answered, decided, decidedAnswers, dying, failing, flaky } from '../cases/explored.ts';
import { conformance, folderWith, temporaryFolder } from '../support/cli.ts';
import { type SmallService, startSmallService, type Traits } from '../support/explored-service.ts';
import { sampleOf } from '../support/properties.ts';
import { goodToken } from '../support/service.ts';
import type { Exchange } from '../support/subject.ts';
import { aimedAt, reportFolder, without } from './targets.ts';

/** `explore`: what arrives at small services, by their ledgers, what is concluded, and what is left in the folder. */

const answersName = 'conformance.answers.json';
const dangers = ['refusal', 'write', 'delete'];
const everything = ['--allow', dangers.join(), '--max-requests', '2000'];
const rulesAre: Record<string, string> = { CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1,rule-2' };
const ruleCommand = 'echo made >> $TEST_FOLDER/made; echo rule-$(wc -l < $TEST_FOLDER/made)';

const explore = (cwd: string, env: Record<string, string>, ...args: readonly string[]) =>
  conformance(['explore', ...args], { env, cwd });

// biome-ignore lint/suspicious/noExplicitAny: JSON that another program reads
const fileIn = (cwd: string, name = answersName): any =>
  existsSync(join(cwd, name)) ? JSON.parse(readFileSync(join(cwd, name), 'utf8')) : { found: {} };

const withRules = (service: SmallService, rules: Record<string, string> = rulesAre) => ({
  ...without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID'),
  ...rules,
});

/**
 * Explores, and holds what arrived to the plan: nothing that is not in it, and nothing twice under one name. What is told, is
 * told by the ends of ids: the answer, or why there is none.
 */
async function asked(service: SmallService, args = everything, cwd = temporaryFolder(), more = rulesAre) {
  const before = service.ledger.length;
  const { code, stdout } = await explore(cwd, withRules(service, more), ...args);
  const recorded = readFileSync(join(cwd, reportFolder, 'explore', 'exchanges.ndjson'), 'utf8');
  const [{ header }, ...others] = recorded
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const planned: string[] = header.plan.map(({ probe }: { probe: string }) => probe);
  const sent: Exchange[] = others.flatMap(({ line, exchange }) => (line === 'exchange' ? [exchange] : []));
  const ids = sent.map(({ id }) => id);
  const ledger = service.ledger.slice(before);
  expect(ids.filter((id) => !planned.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  // One that shows that nothing listens any more did not arrive.
  expect([ids.length, ids.length - 1]).toContain(ledger.length);
  expect(JSON.stringify(others) + stdout).not.toContain(goodToken);
  const found: [string, { answer: unknown; why?: string }][] = Object.entries(fileIn(cwd).found);
  const told = found.map(([id, { answer, why }]) => [id.replace('question.', ''), answer ?? why]);
  return {
    code,
    stdout,
    ledger,
    planned,
    sent,
    told: Object.fromEntries(told) as Readonly<Record<string, unknown>>,
  };
}

type Asked = Awaited<ReturnType<typeof asked>>;

async function askedOf(traits: Traits, args = everything): Promise<Asked> {
  await using service = await startSmallService(traits);
  return await asked(service, args);
}

/** Questions that requests of one's own answer. */
const isOwn = (id: string) => /^(?:put|delete|authorization|error)\./.test(id) && !/shape|envelope/.test(id);
const answersOf = ({ told }: Asked) => Object.fromEntries(Object.entries(told).filter(([id]) => isOwn(id)));

/** Some, others with each seed. */
const few = <Row>(rows: Readonly<Record<string, Row>>) => sampleOf(sampleOf(Object.entries(rows)));

let strict: Asked;
beforeAll(async () => {
  strict = await askedOf({});
});

const kinds = Object.entries(decided);

describe.each(kinds)('a service that is %s', (kind, { traits, optional }) => {
  let found: Asked;
  const cwd = temporaryFolder();
  beforeAll(async () => {
    await using service = await startSmallService(traits);
    found = await asked(service, everything, cwd);
    const ids = Object.keys(fileIn(cwd).found).filter((id) => fileIn(cwd).found[id].answer !== null);
    expect((await conformance(['explore', '--accept', ...ids], { cwd })).code).toBe(0);
    const env = withRules(service, { CONFORMANCE_AUTOMATION_RULE_ID: 'rule-3,rule-4' });
    await conformance(['run', '--gate-answers', '--reporter', 'json'], { cwd, env });
  });

  test('gives the answers that it was made with', () => {
    const fields = Object.keys(found.told).flatMap((id) => /^put\.required\.(.+)/.exec(id)?.[1] ?? []);
    const isOptional = (name: string) =>
      typeof optional === 'string' ? name !== 'name' : optional.includes(name);
    const required = fields.map((name) => [
      `put.required.${name}`,
      isOptional(name) ? 'optional' : 'required',
    ]);
    const at = kinds.findIndex(([name]) => name === kind);
    const others = Object.entries(decidedAnswers).map(([id, answers]) => [id, answers[at]]);
    expect(fields).toHaveLength(19);
    expect(found.told).toEqual({ ...found.told, ...Object.fromEntries([...required, ...others]) });
  });

  test('is not contradicted by a run', () => {
    const { answerFindings } = fileIn(cwd, join(reportFolder, 'report.json'));
    expect(answerFindings.filter(({ kind }: { kind: string }) => kind === 'contradicted')).toEqual([]);
  });
});

test.each(Object.entries(decidedAnswers))('%s has another answer for one of them', (_, answers) =>
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1),
);

const unsure = /^(?:could not be asked|answers differed|never asked)/;

test.each(few(flaky))('%s: the answers are those of the strict one', async (_, traits) =>
  expect(answersOf(await askedOf(traits))).toEqual(answersOf(strict)),
);

test.each(few(failing))('%s: no answer is another one', async (_, traits) => {
  const sure = Object.entries(answersOf(await askedOf(traits))).filter(
    ([, told]) => !unsure.test(String(told)),
  );
  expect(strict.told).toEqual({ ...strict.told, ...Object.fromEntries(sure) });
});

test.each(few(answered))('%s', async (_, [traits, answers]) =>
  expect({ ...answersOf(strict), ...answersOf(await askedOf(traits)) }).toMatchObject(answers),
);

test.each(few(dying))('%s, and nothing listens any more', async (_, [traits, after]) => {
  const one = await askedOf(traits);
  expect(one.code).toBe(3);
  expect(one.stdout).toContain(`Nothing more was sent: after the ${after}, nothing listens any more.`);
  expect(one.told['put.null-fields']).toContain('nothing listens any more');
});

test.each([1, 12, 40])('%i requests at most, though every third fails', async (most) => {
  const misdeed: Traits = { misdeed: ({ number }) => (number % 3 === 0 ? 500 : null) };
  const one = await askedOf(misdeed, ['--allow', dangers.join(), '--max-requests', `${most}`]);
  expect(one.ledger).toHaveLength(most);
  expect(Object.values(one.told).join()).toContain('--max-requests');
});

/** Every subset of the dangers. */
const permissions = Array.from({ length: 8 }, (_, number) =>
  dangers.filter((_danger, at) => (number & (2 ** at)) !== 0),
);

test.each(sampleOf(permissions.slice(1)).map((allowed) => [allowed.join(), allowed] as const))(
  'after a run, with permission for %s: nothing is done beyond it',
  async (allow, allowed) => {
    await using service = await startSmallService();
    const cwd = temporaryFolder();
    const env = withRules(service, { CONFORMANCE_AUTOMATION_RULE_ID: 'rule-8,rule-9' });
    await conformance(['run', '--reporter', 'json'], { cwd, env });
    const { sent, told, stdout } = await asked(service, ['--allow', allow, '--max-requests', '2000'], cwd);
    const served = sent.flatMap(({ response, operation }) => (response?.status === 200 ? [operation] : []));
    const done = ['write', 'delete'].filter((_, at) => served.includes(['put', 'delete'][at] ?? ''));
    expect(done).toEqual(allowed.filter((one) => one !== 'refusal'));
    expect(stdout.includes('Done at the service')).toBe(served.length > 0);
    const shown = { refusal: 'put.malformed-json', write: 'put.unicode', delete: 'delete.second-time' };
    const isAnswered = (id: string) => !unsure.test(String(told[id])) && !/allow/.test(String(told[id]));
    expect(Object.entries(shown).flatMap(([one, id]) => (isAnswered(id) ? [one] : []))).toEqual(allowed);
  },
);

test('a token that is not accepted is no refusal of what was changed', async () => {
  await using service = await startSmallService();
  const other = { ...rulesAre, CONFORMANCE_ACCESS_TOKEN: 'another-token-1' };
  const { told, ledger } = await asked(service, everything, temporaryFolder(), other);
  const required = Object.entries(told).filter(([id]) => id.startsWith('put.required'));
  expect(required.filter(([, one]) => !unsure.test(String(one)))).toEqual([]);
  expect(ledger.length).toBeLessThan(5);
});

test('a plan sends nothing, and says how many requests there are at most', async () => {
  await using service = await startSmallService();
  const cwd = temporaryFolder();
  const env = withRules(service, { CONFORMANCE_RULE_COMMAND: ruleCommand });
  const cleaning = { ...env, CONFORMANCE_CLEANUP_COMMAND: 'true' };
  const plan = (await explore(cwd, cleaning, '--plan')).stdout.replaceAll(/\s+/g, ' ');
  const [, first, again] = /(\d+) requests at most, and (\d+) more where each fails/.exec(plan) ?? [];
  expect(Number(first) + Number(again)).toBe(strict.planned.length);
  expect(plan).toContain('the command in CONFORMANCE_CLEANUP_COMMAND is run');
  expect(plan).toContain('ID-PRINTED-BY-CONFORMANCE_RULE_COMMAND');
  expect((await explore(cwd, env, '--plan', '--allow', 'refusal')).stdout).not.toMatch(
    /^write: |Afterwards|ID-PRINTED/m,
  );
  const rules = ['a'.repeat(32), 'b'.repeat(32)];
  const set = withRules(service, { CONFORMANCE_AUTOMATION_RULE_ID: rules.join() });
  const placesOf = async (allow: string) =>
    (await explore(cwd, set, '--plan', '--allow', allow)).stdout.match(/(?<=automationRule\/)\S+/g);
  expect(await placesOf('delete')).toEqual(rules);
  expect(await placesOf('refusal,delete')).toEqual(['id-that-does-not-exist', ...rules]);
  expect([service.ledger, readdirSync(cwd)]).toEqual([[], []]);
});

test("the operator's commands: a rule only where one may be used up, and what was written for the cleaning", async () => {
  await using service = await startSmallService();
  const cwd = temporaryFolder();
  const cleaning = 'cat > $TEST_FOLDER/left.json';
  const made = { CONFORMANCE_RULE_COMMAND: ruleCommand, CONFORMANCE_CLEANUP_COMMAND: cleaning };
  await asked(service, ['--allow', 'refusal,write', '--max-requests', '3'], cwd, made);
  expect(existsSync(join(cwd, 'made'))).toBe(false);
  const { effects } = fileIn(cwd, 'left.json');
  expect(effects).toHaveLength(3);
  expect(effects[0]).toMatchObject({ operation: 'put', state: 'confirmed', exchange: 'served.put-1' });
  expect((await asked(service, ['--allow', 'delete'], cwd, made)).told['delete.second-time']).toBe(
    'not-found',
  );
  expect(readFileSync(join(cwd, 'made'), 'utf8')).toBe('made\n');
});

test('what is declared is asked again, in the requests that showed it, and what differs is said', async () => {
  const cwd = temporaryFolder();
  const ids = ['limit.name', 'required.name', 'without-trailing-slash'].map((id) => `question.put.${id}`);
  const again = ['--again', '--allow', 'write'];
  await using first = await startSmallService(decided.strict.traits);
  const env = withRules(first);
  await asked(first, everything, cwd);
  expect((await explore(cwd, env, ...again)).code).toBe(2);
  expect((await explore(cwd, env, '--accept', ...ids)).code).toBe(0);
  const { ledger } = await asked(first, again, cwd);
  expect(ledger).toHaveLength(5);
  expect(fileIn(cwd).found['question.put.limit.name']).toMatchObject({ basis: 'observed', seen: 2 });
  expect(Object.keys(fileIn(cwd).declared)).toEqual(ids);
  await using changed = await startSmallService(decided.legacy.traits);
  const { code, stdout, told } = await asked(changed, again, cwd);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /name is declared as 64 is accepted; 65 is refused, but seen: 255 is accepted; 256 is refused\.$/m,
  );
  expect(stdout).toMatch(/slash is declared as refused, but seen: redirected\.$/m);
  expect(told['put.limit.name']).toBe('answers differed');
  const gated = await explore(cwd, withRules(changed), ...again, '--gate-answers');
  expect(gated.code).toBe(1);
});

test('answers are kept where they may be, and a file that cannot be used stays', async () => {
  const cwd = temporaryFolder();
  await explore(cwd, {}, '--reference', '--allow', 'refusal');
  expect(readdirSync(cwd)).toEqual([reportFolder]);
  await explore(cwd, {}, '--reference', '--allow', 'refusal', '--answers', 'mine.json');
  expect(readdirSync(cwd).sort()).toEqual([reportFolder, 'mine.json'].sort());
  await using service = await startSmallService();
  const odd = folderWith({ 'mine.json': '{"formatVersion":1,"found":{},"declared":{"question.none":{}}}' });
  const { code } = await explore(odd, withRules(service), ...everything, '--answers', 'mine.json');
  expect([code, service.ledger, readdirSync(odd)]).toEqual([2, [], ['mine.json']]);
});

test('of a strict service all is answered', () => {
  expect(strict.code).toBe(0);
  expect(Object.values(answersOf(strict)).filter((told) => /^could not|^answers/.test(String(told)))).toEqual(
    [],
  );
});
