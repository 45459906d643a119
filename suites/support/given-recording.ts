import type { Recording } from '../../src/model/recording.ts';

let given: Recording | undefined;

/** Lets the suites of this thread judge a recording; without it they take the one that vitest provides. */
export function giveRecording(recording: Recording): void {
  given = recording;
}

/** The recording that the suites judge. */
export async function givenRecording(): Promise<Recording> {
  if (given !== undefined) return given;
  const { inject } = await import('vitest');
  return inject('recording');
}
