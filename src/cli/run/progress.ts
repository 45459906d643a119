import type { Exchange } from '../../../schemas/types.ts';
import type { Io } from '../../output/io.ts';
import type { RunEvents } from '../../run/run.ts';
import { visible } from '../../text/escape.ts';
import { truncated } from '../../text/layout.ts';

/** Columns of a terminal that does not report its width. */
const usualColumns = 80;

function waitingText(why: string, seconds: number): string {
  return `waiting for the service, ${seconds} s at most: ${why}`;
}

/** How many of the requests that are planned got a response. */
function counting({ live, liveColumns = usualColumns, overwrite }: Io) {
  let [planned, answered] = [0, 0];
  const counted = (text: string) => `[${answered}/${planned}] ${text}`;
  return {
    planned: (requests: readonly unknown[]) => {
      planned += requests.length;
    },
    answered: () => {
      answered += 1;
    },
    counted,
    /** On a terminal only. A line that wraps could not be overwritten. */
    show: (text: string) => {
      if (live) overwrite(truncated(counted(text), liveColumns - 1));
    },
  };
}

function responseText({ id, response, failure, timings }: Exchange): string {
  const outcome = failure === undefined ? String(response?.status) : visible(failure.message);
  return `${id}: ${outcome} (${Math.round(timings.totalMs)} ms)`;
}

/**
 * Prints on standard error how far a run is: a line that is overwritten on a terminal, one per response elsewhere. It has
 * to end before anything else is printed.
 */
export function progressTo(io: Io): { readonly events: RunEvents; readonly end: () => void } {
  const { planned, answered, counted, show } = counting(io);
  let isOver = false;
  const events: RunEvents = {
    onCommandError: (line) => io.err(`${line}\n`),
    onLeft: (problem) => io.err(`conformance: ${problem}\n`),
    onUnreachable: (why, seconds) => io.err(`${waitingText(why, seconds)}\n`),
    onPlan: planned,
    onIntent: ({ id }) => show(`${id} …`),
    onExchange: (exchange) => {
      answered();
      const text = responseText(exchange);
      if (io.live) show(text);
      else io.err(`${counted(text)}\n`);
    },
  };
  const end = () => {
    if (io.live && !isOver) io.overwrite('');
    isOver = true;
  };
  return { events, end };
}
