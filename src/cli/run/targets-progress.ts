import type { Io } from '../../output/io.ts';
import type { RunEvents } from '../../run/run.ts';
import { truncated } from '../../text/layout.ts';
import { waitingText } from './progress.ts';

/** Columns of a terminal that does not say how many it has. */
const usualColumns = 80;

/** Shows on standard error the progress of several runs at a time. */
export interface TargetsProgress {
  readonly eventsOf: (target: string) => RunEvents;
  /** A line of its own. */
  readonly tell: (line: string) => void;
  /** To be called before anything else is printed. */
  readonly end: () => void;
}

/** One line that is overwritten on a terminal; elsewhere a line when a target begins and when it is done. */
export function progressOfTargets(io: Io): TargetsProgress {
  const widest = (io.liveColumns ?? usualColumns) - 1;
  let [planned, answered] = [0, 0];
  const show = (text: string) => {
    if (io.live) io.overwrite(truncated(text, widest));
  };
  const end = () => show('');
  const tell = (line: string) => {
    end();
    io.err(`${line}\n`);
  };
  const eventsOf = (target: string): RunEvents => ({
    onCommandError: (line) => tell(`${target}: ${line}`),
    onLeft: (problem) => tell(`${target}: ${problem}`),
    onUnreachable: (why, seconds) => tell(`${target}: ${waitingText(why, seconds).trimEnd()}`),
    onPlan: ({ length }) => {
      planned += length;
      tell(`${target}: ${length} ${length === 1 ? 'request' : 'requests'}`);
    },
    onIntent: ({ id }) => show(`[${answered}/${planned}] ${target}: ${id} …`),
    onExchange: ({ id }) => {
      answered += 1;
      show(`[${answered}/${planned}] ${target}: ${id}`);
    },
  });
  return { eventsOf, tell, end };
}
