import { describe, expect, test } from 'vitest';
import { run } from '../commands/targets.ts';
import { contract, requirements, requirementsOf } from '../support/engine.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { goodToken } from '../support/service.ts';
import { aimedAt } from './aimed-at.ts';
import { everythingOf, problemsLeftBy } from './left-behind.ts';
import { hostileServices, startHostile, type Victim } from './services.ts';

/** Long enough for every answer that comes, however busy the machine is; what never comes takes the short one. */
const patient = ['--timeout-ms', '100000'];
const short = ['--timeout-ms', '1200', '--operation', 'put'];

const everyRequest = contract.operations.flatMap(({ method }) => [method, method, method]).sort();

type Met = (typeof hostileServices)[number];

/** Runs against a hostile service; no output holds the token. */
async function met({ answer, waits }: Met, victim: Victim, formats = {}) {
  const service = await startHostile({ answer }, victim);
  try {
    const ended = await run(waits ? short : patient, { env: { ...aimedAt(service), ...formats } });
    const texts = everythingOf(ended);
    for (const name of Object.keys(texts)) expect(texts[name]?.includes(goodToken), name).toBe(false);
    return { ...ended, methods: service.requests.map((line) => line.split(' ')[0]).sort() };
  } finally {
    service.close();
  }
}

const waiting = hostileServices.filter(({ waits }) => waits);
const answering = hostileServices.filter(({ waits }) => !waits);

describe('whatever a service responds to the authorised PUT, the run ends, names the cause, and judges the rest', () => {
  async function named(hostile: Met): Promise<Awaited<ReturnType<typeof met>>> {
    const ended = await met(hostile, 'authorised put');
    expect(problemsLeftBy(ended)).toEqual([]);
    const { code, stdout, stderr, report } = ended;
    expect(code, stderr).toBe(hostile.exitCode);
    expect(report().summary.exitCode).toBe(hostile.exitCode);
    expect(stdout + JSON.stringify(report())).toMatch(hostile.says);
    return ended;
  }

  test.concurrent.each(waiting)('$name', async (hostile) =>
    expect((await named(hostile)).methods).toEqual(['PUT', 'PUT', 'PUT']),
  );

  test.each(sampleOf(answering))('$name', async (hostile) => {
    const { report, methods } = await named(hostile);
    expect(methods).toEqual(everyRequest);
    const learned = report().requirements.filter(
      ({ operation, verdict }) => operation !== 'put' && verdict === 'conforms',
    );
    const others = contract.operations.length - 1;
    const asked = requirements.length - requirementsOf('put').length;
    expect(learned.length).toBeGreaterThanOrEqual(asked - others);
  });
});

/** Redirects differ in a number only. */
const different = hostileServices.filter(({ name }) => !/redirect (?:301|302|303|308)/.test(name));

/** What other formats make of the same answers was looked at above. */
const oneFormat = { CONFORMANCE_REPORTER: 'json' };

test.each(sampleOf(different, gateTakesAFifth))(
  'whatever a service responds to everybody, nothing conforms that was not seen: $name',
  async (hostile) => {
    const { code, report, methods } = await met(hostile, 'everyone', oneFormat);
    expect([1, 3]).toContain(code);
    expect(report().summary.reasons[0]).not.toBe('');
    expect(new Set(methods).size).toBe(hostile.waits ? 1 : contract.operations.length);
  },
);
