import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isAsked as isAskedFor } from '../../src/explore/probes.ts';
import { answered, decided, dying, failing, flaky } from '../cases/explored.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { type SmallService, startSmallService, type Traits } from '../support/explored-service.ts';
import { contract } from '../support/subject.ts';
import { aimedAt, reportFolder, without } from './targets.ts';

/** What `explore` says of small services that fail, and what it sends them. */

const allowed = 'refusal,write,delete';
const ruleCommand = 'echo made >> $TEST_FOLDER/made; echo rule-$(wc -l < $TEST_FOLDER/made)';

interface Asked {
  readonly code: number | null;
  readonly stdout: string;
  readonly ledger: SmallService['ledger'];
  /** How often the command for rules was run. */
  readonly made: number;
  /** By the ends of ids: the answer, or why there is none. */
  readonly told: Readonly<Record<string, unknown>>;
  /** Ids of requests: of the plan in the recording, and of those that were sent. */
  readonly planned: readonly string[];
  readonly sent: readonly string[];
}

async function asked(traits: Traits, most = 2_000, allow = allowed): Promise<Asked> {
  const cwd = temporaryFolder();
  await using service = await startSmallService(traits);
  const env = {
    ...without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID'),
    CONFORMANCE_RULE_COMMAND: ruleCommand,
  };
  const args = ['explore', '--allow', allow, '--max-requests', String(most), '--answers', 'found.json'];
  const { code, stdout } = await conformance(args, { env, cwd });
  const lines = readFileSync(join(cwd, reportFolder, 'explore', 'exchanges.ndjson'), 'utf8')
    .trim()
    .split('\n');
  const [{ header }, ...others] = lines.map((line) => JSON.parse(line));
  const file = join(cwd, 'found.json');
  const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).found : {};
  const made = join(cwd, 'made');
  return {
    code,
    stdout,
    ledger: service.ledger,
    made: existsSync(made) ? readFileSync(made, 'utf8').trim().split('\n').length : 0,
    told: Object.fromEntries(
      Object.entries<{ answer: unknown; why?: string }>(found)
        .filter(([id]) => id.startsWith('question.'))
        .map(([id, { answer, why }]) => [id.replace('question.', ''), answer ?? why]),
    ),
    planned: header.plan.map(({ probe }: { probe: string }) => probe),
    sent: others.flatMap(({ line, exchange }) => (line === 'exchange' ? exchange.id : [])),
  };
}

/** Nothing was sent that is not in the plan, and nothing twice under one name. */
function expectPlanned({ planned, sent, ledger }: Asked): void {
  expect(sent.filter((id) => !planned.includes(id))).toEqual([]);
  expect(new Set(sent).size).toBe(sent.length);
  expect(ledger.length).toBeLessThanOrEqual(sent.length);
}

/** Questions that requests of one's own answer. */
const isAsked = ([id]: [string, unknown]) =>
  /^(?:put|delete|authorization|error)\./.test(id) && !/shape|envelope/.test(id);
const answersOf = ({ told }: Asked) => Object.fromEntries(Object.entries(told).filter(isAsked));

describe.concurrent('of a small service', () => {
  let strict: Asked;
  beforeAll(async () => {
    strict = await asked({});
  });

  test('that is strict: all is answered, and each rule is made when it is needed', () => {
    expect(strict.code).toBe(0);
    expect(strict.made).toBe(1);
    const without = Object.entries(answersOf(strict)).filter(([, told]) =>
      /^could not|^answers/.test(String(told)),
    );
    expect(without).toEqual([]);
    expect(strict.told).toMatchObject({
      'put.malformed-json': 'refused',
      'put.required.name': 'required',
      'put.required.conditions.jsonPath': 'optional',
      'delete.unknown-id': 'not-found',
      'delete.second-time': 'not-found',
      'error.names-field': 'always',
    });
    expectPlanned(strict);
  });

  test.each(Object.entries(decided))(
    'that is %s: each answer is the one that it was made with',
    async (_, one) => {
      const found = await asked(one.traits);
      const fields = Object.keys(found.told).flatMap((id) => /^put\.required\.(.+)/.exec(id)?.[1] ?? []);
      const optional =
        one.optional === 'all but the name' ? fields.filter((name) => name !== 'name') : one.optional;
      const required = fields.map((name) => [
        `put.required.${name}`,
        optional.includes(name) ? 'optional' : 'required',
      ]);
      const expected = { ...Object.fromEntries(required), ...one.answers };
      expect(fields).toHaveLength(19);
      expect(Object.fromEntries(Object.keys(expected).map((id) => [id, found.told[id]]))).toEqual(expected);
      expectPlanned(found);
    },
  );

  test('each question that is asked has another answer for one of the services than for the others', () => {
    const all = Object.values(decided).map(({ answers }) => answers);
    const ids = contract.questions.filter(isAskedFor).map(({ id }) => id.replace('question.', ''));
    for (const answers of all)
      expect(Object.keys(answers).sort()).toEqual(
        [...ids.filter((id) => !id.startsWith('put.required.')), 'put.success-status'].sort(),
      );
    const alike = Object.keys(all[0] ?? {}).filter(
      (id) => new Set(all.map((answers) => JSON.stringify(answers[id]))).size < 2,
    );
    expect(alike).toEqual([]);
  });

  test.each(Object.entries(flaky))('%s: the answers are those of the strict one', async (_, traits) => {
    const one = await asked(traits);
    expect(answersOf(one)).toEqual(answersOf(strict));
    expectPlanned(one);
  });

  test.each(Object.entries(failing))('%s: no answer is another one', async (_, traits) => {
    const one = await asked(traits);
    const others = Object.entries(answersOf(one)).filter(
      ([id, told]) =>
        !/^(?:could not be asked|answers differed|never asked)/.test(String(told)) &&
        JSON.stringify(told) !== JSON.stringify(strict.told[id]),
    );
    expect(others).toEqual([]);
    expectPlanned(one);
  });

  test.each(Object.entries(answered))('%s', async (_, [traits, answers]) => {
    const one = await asked(traits);
    expect({ ...answersOf(strict), ...answersOf(one) }).toMatchObject(answers);
    expectPlanned(one);
  });

  test.each(Object.entries(dying))('%s, and nothing listens any more', async (_, [traits, after]) => {
    const one = await asked(traits);
    expect(one.code).toBe(3);
    expect(one.stdout).toContain(`\nNothing more was sent: after the ${after}, nothing listens any more.\n`);
    // The one that shows it did not arrive.
    expect(one.sent.length - one.ledger.length).toBeLessThanOrEqual(1);
    const later = Object.entries(answersOf(one)).filter(([id]) => id === 'put.null-fields');
    expect(later).toEqual([['put.null-fields', expect.stringContaining('nothing listens any more')]]);
    expectPlanned(one);
  });

  test.each([5, 12, 40, 90])('every third request: 500, and %i requests at most', async (most) => {
    const one = await asked({ misdeed: ({ number }) => (number % 3 === 0 ? 500 : null) }, most);
    expect(one.ledger.length).toBeLessThanOrEqual(most);
    expectPlanned(one);
  });

  test('a plan says how many requests there are at most, and that a command is run', async () => {
    const cwd = temporaryFolder();
    await using service = await startSmallService();
    const rest = without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');
    const env = { ...rest, CONFORMANCE_RULE_COMMAND: ruleCommand };
    const { stdout } = await conformance(['explore', '--plan'], { env, cwd });
    const words = stdout.replaceAll(/\s+/g, ' ');
    const [, first, again] = /(\d+) requests at most, and (\d+) more where each fails/.exec(words) ?? [];
    expect(Number(first) + Number(again)).toBe(strict.planned.length);
    expect(words).toMatch(/DELETE \S+ID-PRINTED-BY-CONFORMANCE_RULE_COMMAND /);
    expect(service.ledger).toEqual([]);
  });
});
