import type { Command } from '../options/commander.ts';
import { withPrinted } from '../options/printed.ts';
import type { Finish, Invocation } from '../program.ts';
import type { CompareFlags } from './compare.ts';
import type { MatrixFlags } from './matrix.ts';
import type { RenderFlags } from './render.ts';
import type { WaiveOptions } from './waive.ts';

export function addRender(program: Command, invocation: Invocation, finish: Finish): void {
  withPrinted(program.command('render'))
    .argument('<file>', 'report.json, or exchanges.ndjson, which is judged anew')
    .description('write the reports again from a report or a recording; sends nothing')
    .option('--reporter <names>', 'formats to produce; all of them without it')
    .option('--out <folder>', 'folder for the reports; that of the file without it')
    .option('--waivers <file>', 'waivers to judge a recording with, in place of those that the run had')
    .option('--previous <file>', 'report of an earlier run, to tell what changed since')
    .action(async (file: string, options: RenderFlags) => {
      const { render } = await import('./render.ts');
      finish(await render(file, options, invocation));
    });
}

export function addWaive(program: Command, invocation: Invocation, finish: Finish): void {
  program
    .command('waive')
    .argument('<file>', 'report.json, or exchanges.ndjson, which is judged anew')
    .description('write waivers for what deviates, with reason and owner left to fill in; sends nothing')
    .option('--out <file>', 'a file that does not exist yet; conformance.waivers.json without it')
    .action(async (file: string, options: WaiveOptions) => {
      const { waive } = await import('./waive.ts');
      finish(await waive(file, options, invocation));
    });
}

export function addCompare(program: Command, invocation: Invocation, finish: Finish): void {
  program
    .command('compare')
    .argument('<before>', 'report.json of the earlier run, or its recording')
    .argument('<after>', 'report.json of the later run, or its recording')
    .description('tell what changed from one run to another; exit 1 when a stated requirement got worse')
    .option('--reporter <names>', 'terminal, json, markdown, html; terminal without it, all with --out')
    .option('--out <folder>', "folder for the files; the later report's without it")
    .option('--strict', 'exit 1 as well when a requirement got worse that is only shown')
    .action(async (before: string, after: string, options: CompareFlags) => {
      const { compare } = await import('./compare.ts');
      finish(await compare([before, after], options, invocation.cwd, invocation.io));
    });
}

export function addMatrix(program: Command, invocation: Invocation, finish: Finish): void {
  program
    .command('matrix')
    .argument('<reports...>', 'report.json or recordings, folders that hold some, or patterns')
    .description('show the reports of several targets or runs side by side: what differs, and since when')
    .option('--by <columns>', 'targets or runs: what a column is; targets by default if there are several')
    .option('--reporter <names>', 'terminal, json, markdown, html; terminal without it, all with --out')
    .option('--out <folder>', 'folder for the files; by default the nearest folder that holds all reports')
    .action(async (reports: string[], options: MatrixFlags) => {
      const { matrix } = await import('./matrix.ts');
      finish(await matrix(reports, options, invocation.cwd, invocation.io));
    });
}
