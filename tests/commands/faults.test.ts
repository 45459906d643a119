import { describe, expect, test } from 'vitest';
import { type Fault, failures, faults } from '../../reference/faults.ts';
import { faultsAskedFor } from '../../src/cli/setup/faults.ts';
import { strengthOf } from '../cases/faults.ts';
import { contract, reportOf } from '../support/engine.ts';
import { runReference } from '../support/reference-run.ts';
import type { Recording } from '../support/subject.ts';

/** Every fault that `conformance serve --fault NAME` offers by name is reported as what it is, and nothing else is. */

/** The exit code of the same exchanges under --strict. */
function strictExitCode(recording: Recording): number {
  const { header } = recording;
  const options = { ...header.options, strict: true };
  return reportOf({ ...recording, header: { ...header, options } }).summary.exitCode;
}

async function expectTripped(fault: Fault): Promise<void> {
  const { name, trips } = fault;
  const { deviating, report, recording } = await runReference(faultsAskedFor([name]));
  expect([...deviating].sort()).toEqual([...trips].sort());
  expect(report.summary.exitCode).toBe(strengthOf(fault) === 'stated' ? 1 : 0);
  expect(strictExitCode(recording)).toBe(1);
}

function faultsOf(strength: ReturnType<typeof strengthOf>): readonly Fault[] {
  return faults.filter((fault) => strengthOf(fault) === strength);
}

test.each(faultsOf('stated'))('a fault of a stated requirement ends with exit 1: $name', expectTripped);

test.each(faultsOf('shown'))(
  'a fault of a shown requirement ends with exit 0, and with 1 under --strict: $name',
  expectTripped,
);

/** What a run says of each failure: which it is, and whose. */
const said: Readonly<Record<string, RegExp>> = {
  'internal-error': /the service failed.*the service returned 500/,
  'too-many-requests': /the service returned 429 .*By whoever runs this check: send requests more slowly/,
  'bad-gateway': /every response is 502, so a gateway probably responded/,
  'no-response': /No response from .*but no response within 300 ms/,
  'dropped-connection': /No response from .*closed the connection without a response/,
};

test.each(failures)(
  'a failure ends with exit 3, breaks no requirement, and is named: $name',
  async ({ name }) => {
    const timeoutMs = name === 'no-response' ? 300 : 10_000;
    const { deviating, report } = await runReference(faultsAskedFor([name]), { timeoutMs });
    expect([deviating, report.summary.exitCode]).toEqual([[], 3]);
    expect(Object.keys(said)).toContain(name);
    expect(JSON.stringify(report.conclusion)).toMatch(said[name] ?? /^$/);
  },
);

test('no fault: everything conforms that is exercised', async () => {
  const { report, recording } = await runReference(faultsAskedFor([]));
  const others = report.requirements.filter(({ verdict }) => verdict !== 'conforms');
  expect(others.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['put.data.deletedAt:format', 'not-exercised'],
  ]);
  expect([report.summary.exitCode, strictExitCode(recording)]).toEqual([0, 0]);
});

describe('several faults at once', () => {
  test('of one response: fields first, then the whole response, however they are ordered', async () => {
    const ids = ['put.data.name:type', 'put.data.action:presence', 'put:unique-keys', 'put:byte-order-mark'];
    for (const asked of [ids, ids.toReversed()]) {
      const { deviating } = await runReference(faultsAskedFor(asked));
      expect([...deviating].sort()).toEqual([...ids].sort());
    }
  });

  test('of members that lie inside one another: the outer one decides', async () => {
    const { deviating } = await runReference(
      faultsAskedFor(['put.data:presence', 'put.data.action:presence', 'put.data.action.amount:type']),
    );
    expect(deviating).toEqual(['put.data:presence']);
  });

  test('named ones and ids', async () => {
    const asked = faultsAskedFor(['data-missing', 'put.data.name:type', 'delete.data.name:type', 'put-open']);
    const { deviating } = await runReference(asked);
    const missing = contract.operations.map(({ name }) => `${name}.data:presence`);
    expect([...deviating].sort()).toEqual([...missing, 'put:authorization'].sort());
  });
});
