import { resolve } from 'node:path';
import type { Report, Waiver } from '../../../schemas/types.ts';
import { asUmaskSays, createFile } from '../../files/write.ts';
import { path } from '../../kinds/kinds.ts';
import { refusing } from '../../output/exit.ts';
import { readReport } from '../../output/report-file.ts';
import { type DraftedWaivers, draftExpiry, draftWaivers } from '../../report/draft-waivers.ts';
import { shellWord } from '../../text/escape.ts';
import { plural } from '../../text/plural.ts';
import { programName } from '../options/command-line.ts';
import { command, option } from '../options/option.ts';

/** Never over a file that is there: reasons and owners were written by hand. @throws UsageError */
function writeNew(path: string, given: string, text: string): void {
  refusing(
    () => createFile(path, text, asUmaskSays),
    ({ code = '' }) => {
      const problem =
        code === 'EEXIST' ? 'already exists, and is not overwritten' : `cannot be written (${code})`;
      return `--out ${given} ${problem}. Choose another file, for example --out new.waivers.json; it holds the waivers of the run as well, so it can take the place of the old one.`;
    },
  );
}

function counted(waivers: readonly unknown[], what: string): readonly string[] {
  return waivers.length === 0 ? [] : [`${plural(waivers.length, 'waiver')} ${what}`];
}

function summary(
  file: string,
  { added, kept, stale, expired }: DraftedWaivers,
  { traffic }: Pick<Report, 'traffic'>,
  command: string,
): string {
  const counts = [
    ...counted(added, 'to be filled in'),
    ...counted(kept, 'kept'),
    ...counted(stale, `no longer needed and left out (${stale.join(', ')})`),
    ...counted(expired, `expired and left out (${expired.join(', ')})`),
  ].join(', ');
  const next =
    added.length === 0
      ? ''
      : 'Write a reason and an owner into each, and remove those that should not be accepted. Until then, the file is refused.\n';
  const judged = `${command} ${traffic === undefined ? 'run' : 'check'}`;
  return `${file} written: ${counts}.\n${next}Then: ${judged} --waivers ${shellWord(file)}\n`;
}

/** Writes waivers for what deviates in a report. */
export const waive = command({
  options: {
    out: option('reports', path('file', 'a file'), 'The new file.', {
      default: 'conformance.waivers.json',
      example: 'new.waivers.json',
    }),
  },
  examples: ['waive conformance-report/report.json --out new.waivers.json'],
  async act({ words: [file = ''], options: { out }, invocation: { cwd, io, command: start = programName } }) {
    const report = await readReport(file, cwd);
    const drafted = draftWaivers(report, draftExpiry(Date.now()));
    const waivers: readonly Waiver[] = [...drafted.kept, ...drafted.added];
    if (drafted.added.length + drafted.stale.length + drafted.expired.length === 0) {
      io.out(`${file} has no deviation that needs a waiver; nothing was written.\n`);
      return;
    }
    writeNew(resolve(cwd, out), out, `${JSON.stringify({ waivers }, null, 2)}\n`);
    io.out(summary(out, drafted, report, start));
  },
});
