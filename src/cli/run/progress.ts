import type { Exchange } from '../../model/exchange.ts';
import type { Io } from '../../output/io.ts';
import type { RunEvents } from '../../run/run.ts';
import { visible } from '../../text/escape.ts';
import { truncated } from '../../text/layout.ts';

/** Columns of a terminal that does not report its width. */
const usualColumns = 80;

function outcomeOf({ response, failure }: Exchange): string {
  return failure === undefined ? String(response?.status) : visible(failure.message);
}

/** Says that the run waits for the service. */
export function waitingText(why: string, seconds: number): string {
  return `waiting for the service, ${seconds} s at most: ${why}\n`;
}

/**
 * Prints on standard error how far a run is: a line that is overwritten on a terminal, one per response elsewhere. It has
 * to end before anything else is printed.
 */
export function progressTo(io: Io): { readonly events: RunEvents; readonly end: () => void } {
  const widest = (io.liveColumns ?? usualColumns) - 1;
  /** A line that wraps could not be overwritten. */
  const overwrite = (line: string) => io.overwrite(truncated(line, widest));
  let planned = 0;
  let isOver = false;
  let answered = 0;
  const events: RunEvents = {
    onCommandError: (line) => io.err(`${line}\n`),
    onLeft: (problem) => io.err(`conformance: ${problem}\n`),
    onUnreachable: (why, seconds) => io.err(waitingText(why, seconds)),
    onPlan: (plan) => {
      planned = plan.length;
    },
    onIntent: ({ id }) => {
      if (io.live) overwrite(`[${answered}/${planned}] ${id} …`);
    },
    onExchange: (exchange) => {
      answered += 1;
      const took = Math.round(exchange.timings.totalMs);
      const line = `[${answered}/${planned}] ${exchange.id}: ${outcomeOf(exchange)} (${took} ms)`;
      if (io.live) overwrite(line);
      else io.err(`${line}\n`);
    },
  };
  const end = () => {
    if (io.live && !isOver) io.overwrite('');
    isOver = true;
  };
  return { events, end };
}
