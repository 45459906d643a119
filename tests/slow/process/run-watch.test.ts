import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withTriggers } from '../../../src/cli/run/run-triggers.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { runs } from '../../support/properties.ts';

/**
 * What starts a run: the watch over a real file system, with a task in place of the runs. No event is proven by a later one
 * that is: the file `canary`, whose change comes after all that happened before.
 */

interface Checkout {
  readonly cwd: string;
  /** What was named since it was asked for last, once the canary was, and what is expected. */
  readonly seen: (...expected: readonly string[]) => Promise<readonly string[]>;
  /** What happens before each run: the watch begins anew. */
  readonly quiet: () => Promise<void>;
}

/** `src` is watched, and what runs write to is `out` and `src/own/history`; `shared` is a folder that links lead to. */
async function watched(paths: readonly string[], task: (checkout: Checkout) => Promise<void>, cwd = made()) {
  const ownFolders = ['out', 'src/own/history'].map((name) => join(cwd, name));
  const given = { paths, ownFolders, cwd, keys: new PassThrough(), warn: () => undefined };
  await withTriggers(given, async (triggers) => {
    const { listen } = triggers;
    const quiet = () => triggers.quiet(200);
    const told: string[] = [];
    listen((what) => void told.push(what.replace(/ changed$/, '')));
    let changes = 0;
    const seen = async (...expected: readonly string[]) => {
      changes += 1;
      writeFileSync(join(cwd, 'src/canary'), `${changes}`);
      const wanted = expect.arrayContaining(['src/canary', ...expected]);
      await expect.poll(() => told, { timeout: 60_000, interval: 5 }).toEqual(wanted);
      // Removals are told after a tenth of a second, in case the file comes back.
      await quiet();
      return [...new Set(told.splice(0))].filter((path) => path !== 'src/canary');
    };
    await task({ cwd, seen, quiet });
  });
}

function made(): string {
  const cwd = temporaryFolder();
  for (const folder of ['src/a', 'src/own', 'shared/b']) mkdirSync(join(cwd, folder), { recursive: true });
  for (const file of ['src/canary', 'src/a/file', 'shared/b/file']) writeFileSync(join(cwd, file), '');
  return cwd;
}

/** Writes as a run does: new under a name of its own, then renamed into place. */
function writeReport(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.0123.tmp'), `${Math.random()}`);
  renameSync(join(folder, '.0123.tmp'), join(folder, 'report.json'));
}

describe('its own reports start no run', () => {
  test('in folders that are there from the start, and made later', async () => {
    const cwd = made();
    mkdirSync(join(cwd, 'out'));
    await watched(
      ['src'],
      async ({ seen }) => {
        writeReport(join(cwd, 'out'));
        writeReport(join(cwd, 'src/own/history'));
        expect(await seen()).toEqual([]);
        rmSync(join(cwd, 'out'), { recursive: true });
        writeReport(join(cwd, 'out'));
        expect(await seen()).toEqual([]);
      },
      cwd,
    );
  });

  test('through a link above the folder, which leads somewhere else later', async () => {
    const cwd = made();
    rmSync(join(cwd, 'src/own'), { recursive: true });
    mkdirSync(join(cwd, 'src/elsewhere'));
    symlinkSync('elsewhere', join(cwd, 'src/own'));
    await watched(
      ['.'],
      async ({ seen }) => {
        writeReport(join(cwd, 'src/own/history'));
        expect(await seen()).toEqual([]);
        writeFileSync(join(cwd, 'src/elsewhere/file'), '');
        expect(await seen('src/elsewhere/file')).toEqual(['src/elsewhere/file']);
      },
      cwd,
    );
  });
});

describe('is watched', () => {
  test('a folder that is named by a link', async () => {
    const cwd = made();
    symlinkSync('src', join(cwd, 'link'));
    await watched(
      ['link'],
      async ({ seen }) => {
        writeFileSync(join(cwd, 'src/a/file'), 'edited');
        expect(await seen('src/a/file')).toEqual(['src/a/file']);
      },
      cwd,
    );
  });

  test.each(['src/a', 'src'])('%s, removed and made again at once', async (folder) => {
    await watched(['src'], async ({ cwd, seen }) => {
      for (const round of [1, 2, 3]) {
        rmSync(join(cwd, folder), { recursive: true });
        mkdirSync(join(cwd, 'src/a'), { recursive: true });
        expect((await seen()).length).toBeGreaterThan(0);
        writeFileSync(join(cwd, 'src/a/file'), `${round}`);
        expect(await seen('src/a/file')).toEqual(['src/a/file']);
      }
    });
  });

  test('a folder that was away while the watch began anew', async () => {
    await watched(['src'], async ({ cwd, seen, quiet }) => {
      renameSync(join(cwd, 'src'), join(cwd, 'away'));
      await quiet();
      renameSync(join(cwd, 'away'), join(cwd, 'src'));
      await seen();
      writeFileSync(join(cwd, 'src/a/file'), 'edited');
      expect(await seen('src/a/file')).toEqual(['src/a/file']);
    });
  });
});

test('a folder whose name begins with that of another', async () => {
  const cwd = made();
  mkdirSync(join(cwd, 'src-common'));
  await watched(
    ['src', 'src-common'],
    async ({ seen }) => {
      writeFileSync(join(cwd, 'src-common/file'), '');
      expect(await seen('src-common/file')).toEqual(['src-common/file']);
    },
    cwd,
  );
});

test('a file that was away while the watch began anew, then moved into its place', async () => {
  const cwd = made();
  writeFileSync(join(cwd, 'service.js'), '');
  await watched(
    ['src/canary', 'service.js'],
    async ({ seen }) => {
      renameSync(join(cwd, 'service.js'), join(cwd, 'away.js'));
      expect(await seen('service.js')).toEqual(['service.js']);
      renameSync(join(cwd, 'away.js'), join(cwd, 'service.js'));
      expect(await seen('service.js')).toEqual(['service.js']);
    },
    cwd,
  );
});

const places = ['src', 'src/a', 'src/a/c', 'src/own'];
const step = fc.oneof(
  fc.record({ remove: fc.constantFrom('src/a', 'src/a/c', 'out') }),
  fc.record({ remake: fc.constantFrom('src/a', 'src') }),
  fc.record({ move: fc.constant('src/a'), to: fc.constantFrom('src/m', 'shared/m') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does a step where it can be done: the file system refuses the others. */
function take(one: Step, cwd: string): void {
  const at = (path: string) => join(cwd, path);
  try {
    if ('remove' in one) rmSync(at(one.remove), { recursive: true });
    else if ('move' in one) renameSync(at(one.move), at(one.to));
    else {
      rmSync(at(one.remake), { recursive: true });
      mkdirSync(at(one.remake));
    }
  } catch {
    // There is nothing to remove, or something in the way.
  }
  mkdirSync(at('src'), { recursive: true });
}

test('whatever was removed, made again and moved: a save starts a run, a report none', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
    await watched(['src'], async ({ cwd, seen }) => {
      for (const one of steps) {
        take(one, cwd);
        await seen();
        writeReport(join(cwd, 'out'));
        writeReport(join(cwd, 'src/own/history'));
        expect(await seen()).toEqual([]);
        for (const place of places) {
          mkdirSync(join(cwd, place), { recursive: true });
          writeFileSync(join(cwd, place, 'probe'), '');
        }
        await seen();
        for (const place of places) writeFileSync(join(cwd, place, 'probe'), `${Math.random()}`);
        const expected = places.map((place) => `${place}/probe`);
        expect([...(await seen(...expected))].sort()).toEqual(expected.sort());
      }
    });
  });
  await fc.assert(property, runs(0.02));
});
