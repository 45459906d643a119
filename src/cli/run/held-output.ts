import type { Io } from '../../output/io.ts';

/** Keeps what is printed until it is released, so that nothing else is printed in between. */
export interface HeldOutput {
  readonly io: Io;
  /** Prints what was kept, in order. */
  readonly release: () => void;
}

export function heldOutput(io: Io): HeldOutput {
  const prints: (() => void)[] = [];
  const held = (print: (text: string) => void) => (text: string) => void prints.push(() => print(text));
  return {
    io: {
      ...io,
      live: false,
      out: held(io.out),
      err: held(io.err),
      rendered: held(io.rendered),
      commands: held(io.commands),
      overwrite: () => undefined,
    },
    release: () => {
      for (const print of prints.splice(0)) print();
    },
  };
}
