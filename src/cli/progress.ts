import { visible } from '../../reporters/support/escape.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Io } from './io.ts';
import type { Progress } from './probing.ts';

const clearLine = '\r\u001b[2K';

function outcomeOf({ response, failure }: Exchange): string {
  return failure === undefined ? String(response?.status) : visible(failure.message);
}

/** Tells on standard error how far a run is: a line that is overwritten on a terminal, one per answer elsewhere. */
export function progressTo(io: Io): { readonly on: Progress; readonly end: () => void } {
  let planned = 0;
  let answered = 0;
  const on: Progress = (message) => {
    if (message.kind === 'plan') planned = message.plan.length;
    if (message.kind === 'intent' && io.live)
      io.err(`${clearLine}[${answered}/${planned}] ${message.probe} …`);
    if (message.kind !== 'exchange') return;
    answered += 1;
    const { exchange } = message;
    const line = `[${answered}/${planned}] ${exchange.id}: ${outcomeOf(exchange)} (${Math.round(exchange.timings.totalMs)} ms)`;
    io.err(io.live ? clearLine + line : `${line}\n`);
  };
  return { on, end: () => io.err(io.live ? clearLine : '') };
}
