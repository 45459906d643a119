import { recordingLineProblem } from '../../output/written-files.ts';
import { judgeShare, type ShareFindings, type TrafficOptions } from '../../traffic/read-traffic.ts';
import type { Piece } from '../../traffic/shares.ts';
import { fileOpener } from '../../traffic/sources.ts';

/** What can be said to another thread of the options, and of a piece, whose source is a file. */
export type Told = Pick<TrafficOptions, 'operations' | 'baseUrl' | 'headersComplete' | 'side' | 'format'>;
export type ToldPiece = Omit<Piece, 'source'> & { readonly name: string; readonly file: string };

export function judgeTold(task: {
  readonly options: Told;
  readonly pieces: readonly ToldPiece[];
}): Promise<ShareFindings> {
  const share = task.pieces.map(({ name, file, ...piece }) => ({
    ...piece,
    source: { name, file, bytes: null, open: fileOpener(file) },
  }));
  const check = (value: unknown) => recordingLineProblem(value);
  return judgeShare(share, { ...task.options, check });
}
