import { describe, expect, test } from 'vitest';
import { conformingServices, otherServices, type ServiceRow } from '../cases/services.ts';
import { requestCount } from '../support/conforming.ts';
import { sampleOf } from '../support/properties.ts';
import { runScript, type TargetRun } from '../support/run-target.ts';
import { reporters } from '../support/subject.ts';

/** Whole runs: what reaches a service, counted on the service's side, and what is said of it. */

const sendsWhatIsPlanned = ({ calls, report }: TargetRun) => {
  const planned = report.plan.map(({ method, path }) => `${method} ${path}`);
  for (const { method, path } of calls) {
    const at = planned.indexOf(`${method} ${path}`);
    expect(at, `${method} ${path}`).toBeGreaterThanOrEqual(0);
    planned.splice(at, 1);
  }
};

const named = (row: ServiceRow) => [row[0], row] as const;

test.each(sampleOf(conformingServices).map(named))(
  'a service that conforms: %s',
  async (_, [, script, settings]) => {
    const run = await runScript(script, settings);
    const stated = run.report.requirements.filter(
      (one) => one.strength === 'stated' && one.verdict === 'deviates',
    );
    expect(stated.map(({ id, evidence }) => ({ id, evidence }))).toEqual([]);
    expect(run.report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    sendsWhatIsPlanned(run);
  },
);

describe('other services', () => {
  test('are sent, and said to do, what the golden file has', async () => {
    const lines: string[] = [];
    for (const [name, script, settings] of otherServices) {
      const run = await runScript(script, settings);
      sendsWhatIsPlanned(run);
      const { summary, effects, unanswered } = run.report;
      const sent = ['PUT', 'DELETE'].map((method) => {
        const calls = run.calls.filter((call) => call.method === method);
        return `${method} ${calls.map(({ credentials }) => credentials).join(' ') || 'never'}`;
      });
      const done = effects.map(({ operation, state }) => `${operation} ${state}`).sort();
      lines.push(
        `${name}: exit ${summary.exitCode}, action by ${summary.actor}, ${unanswered.length} without success`,
        `  sent ${sent.join('; ')}; effects: ${done.join(', ') || 'none'}`,
        `  ${run.deviating.length > 0 ? `${run.deviating.join(' ')}: ` : ''}${summary.reasons[0]?.replace(/:\d+/, ':PORT')}`,
      );
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/contract/services.txt');
  });

  test('that serve whoever asks are said to do so in every format', async () => {
    const [, script] = otherServices[0] ?? [];
    const { report } = await runScript(script);
    for (const { name, load } of reporters) {
      const text = (await load())(report, { colour: false, columns: 200 });
      expect(text.replaceAll(/\s+/g, ' '), name).toContain('requests without credentials are served');
    }
  });
});

test('each request names the run, carries the headers of the headers file, and asks for no coding', async () => {
  const headers = [['X-Gateway-Key', 'gateway-secret-1']] as const;
  const { calls, report, recording } = await runScript(undefined, { headers });
  expect(calls).toHaveLength(requestCount);
  for (const call of calls)
    expect(call.headers).toMatchObject({
      'user-agent': `t/0 (run ${report.run.id})`,
      'accept-encoding': 'identity',
      'x-gateway-key': 'gateway-secret-1',
      connection: 'close',
      ...(call.method === 'PUT' && { 'content-type': 'application/json' }),
    });
  expect(JSON.stringify(recording)).not.toContain('gateway-secret-1');
});
