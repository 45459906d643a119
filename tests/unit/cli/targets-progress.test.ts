import { expect, test } from 'vitest';
import { progressOfTargets } from '../../../src/cli/run/progress.ts';
import type { Exchange, Probe } from '../../../src/model/exchange.ts';
import { fakeIo } from '../../support/io.ts';

const plan = Array.from({ length: 3 }, (_, at) => ({
  probe: `p-${at}`,
  method: 'PUT',
  path: '/',
  purpose: '',
}));

function told(live: boolean): string {
  const io = fakeIo({ live, liveColumns: 24 });
  const progress = progressOfTargets(io);
  const [one, two] = [progress.eventsOf('one'), progress.eventsOf('two')];
  one.onPlan?.(plan);
  two.onPlan?.(plan);
  one.onIntent?.({ id: 'put-1' } as Probe);
  one.onCommandError?.('from a command');
  two.onExchange?.({ id: 'put-authorised-of-two' } as Exchange);
  progress.end();
  return io.errors();
}

test('a line of its own where nothing can be overwritten', () =>
  expect(told(false)).toBe('one: 3 requests\ntwo: 3 requests\none: from a command\n'));

test('one line for all on a terminal, no longer than it is wide', () => {
  const lines = told(true).split('\r\u001b[2K');
  expect(lines).toContain('[0/6] one: put-1 …');
  expect(lines).toContain('[1/6] two: put-authori…');
  expect(lines.at(-1)).toBe('');
});
