import { type Io, printingTo } from '../../src/output/io.ts';

export interface FakeIo extends Io {
  readonly printed: () => string;
  readonly errors: () => string;
}

/** Collects what a command prints. */
export function fakeIo(changes: Partial<Io> = {}): FakeIo {
  const out: string[] = [];
  const err: string[] = [];
  return {
    ...printingTo(
      (text) => void out.push(text),
      (text) => void err.push(text),
    ),
    colour: false,
    columns: 80,
    live: false,
    annotations: false,
    ...changes,
    printed: () => out.join(''),
    errors: () => err.join(''),
  };
}
