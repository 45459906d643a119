import { createRequire } from 'node:module';
import { faults } from '../../../reference/faults/index.ts';
import { comparisonReporters } from '../../../reporters/comparison/index.ts';
import { reporters } from '../../../reporters/index.ts';
import { matrixReporters } from '../../../reporters/matrix/index.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { pages } from '../reports/docs.ts';
import type { Command } from './commander.ts';

/** The part of omelette that is used; it has no types. Our own commands answer the shell: omelette would end this process. */
interface Scripts {
  readonly generateCompletionCode: () => string;
  readonly generateCompletionCodeFish: () => string;
}

const omelette = createRequire(import.meta.url)('omelette') as (program: string) => Scripts;

/** Without candidates of ours, bash completes names of files. */
const filesInBash =
  'if type complete &>/dev/null; then complete -o default -F _conformance_completion conformance; fi';

/** The script that a shell reads when it starts. @throws UsageError for an unknown shell */
export function completionScript(shell: string): string {
  const scripts = omelette('conformance');
  if (shell === 'bash') return `${scripts.generateCompletionCode()}\n${filesInBash}\n`;
  if (shell === 'zsh') return `${scripts.generateCompletionCode()}\n`;
  if (shell === 'fish') return `${scripts.generateCompletionCodeFish()}\n`;
  throw new UsageError(`completion ${shell} is not known. Expected bash, zsh or fish.`);
}

/** How these scripts call us: `--compbash --compgen 2 explain 'conformance explain put.'`. */
const asked = /^--comp(?:bash|zsh|fish)$/;

/** The line to complete; null for any other command line. */
export function lineToComplete([shell = '', compgen, , , ...line]: readonly string[]): string | null {
  return asked.test(shell) && compgen === '--compgen' ? line.join(' ') : null;
}

const ids = contract.requirements.map(({ id }) => id);
const names = (formats: readonly { readonly name: string }[]) => formats.map(({ name }) => name);

/** The values that an option may have; null where they cannot be listed. */
function valuesOf(command: string, option: string): readonly string[] | null {
  const formats: Readonly<Record<string, readonly string[]>> = {
    compare: names(comparisonReporters),
    matrix: names(matrixReporters),
  };
  const values: Readonly<Record<string, readonly string[]>> = {
    '--operation': names(contract.operations),
    '--reporter': formats[command] ?? names(reporters),
    '--fault': [...names(faults), ...ids],
    '--by': ['targets', 'runs'],
    '--format': ['text', 'json', 'markdown'],
    '--stale-waivers': ['fail', 'warn'],
    '--print': ['github', 'gitlab', 'shell'],
    '--seed-rules': ['unlimited'],
  };
  return values[option] ?? null;
}

const positional: Readonly<Record<string, readonly string[]>> = {
  docs: pages(),
  explain: ids,
  completion: ['bash', 'zsh', 'fish'],
};

/** Names of targets; none without a file that can be read. */
async function targetsIn(cwd: string, words: readonly string[]): Promise<readonly string[]> {
  const { readConfigFile } = await import('../../settings/config-file.ts');
  const at = words.lastIndexOf('--config');
  const read = await readConfigFile(cwd, at === -1 ? undefined : words[at + 1], 'referred');
  return read.ok ? [...read.file.targets.keys()] : [];
}

/** Commands that take targets which exist; `init` takes the name of a new one. */
const takingTargets = ['run', 'doctor'];

/** The words that may come at the end of the line. Nothing is sent, run or written. */
export async function candidates(program: Command, line: string, cwd: string): Promise<readonly string[]> {
  const words = line.split(/\s+/).slice(1);
  const current = words.pop() ?? '';
  const [name = '', ...before] = words;
  if (words.length === 0) return program.commands.map((command) => command.name());
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return [];
  const previous = before.at(-1) ?? '';
  const takesValue = command.options.some(({ long, required }) => long === previous && required);
  if (takesValue) {
    const isTarget = previous === '--target' && takingTargets.includes(name);
    const values = isTarget ? await targetsIn(cwd, words) : (valuesOf(name, previous) ?? []);
    const list = current.slice(0, current.lastIndexOf(',') + 1);
    return values.map((value) => list + value);
  }
  if (current.startsWith('-')) return command.options.flatMap(({ long }) => long ?? []);
  return positional[name] ?? [];
}
