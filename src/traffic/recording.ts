import type { Exchange } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { LineCheck } from '../model/recording.ts';
import { jsonValue } from './json-text.ts';
import { LineCutter } from './lines.ts';
import type { Reader, Taker } from './taker.ts';

interface RecordedLine {
  readonly line: string;
  readonly exchange: Exchange;
}

/** Reads what a run of this suite wrote. Each line is checked against its schema, as anybody may have written it. */
export function recordingReader(taker: Taker, check: LineCheck): Reader {
  const read = (text: string, number: number): void => {
    const value = jsonValue(text);
    const problem = value === undefined ? null : check(value);
    if (value === undefined) taker.bad('is no JSON: it was cut', number);
    else if (problem !== null) taker.bad(`is no line of a recording: ${problem}`, number);
    else if ((value as RecordedLine).line === 'exchange')
      taker.exchange((value as RecordedLine).exchange, number);
  };
  const cutter = new LineCutter({ line: read, bad: taker.bad }, limits.lineBytes);
  return {
    write: (block) => {
      cutter.write(block);
      return true;
    },
    end: () => cutter.end(),
  };
}
