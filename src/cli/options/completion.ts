import { reporterNames } from '../../../reporters/index.ts';
import { UsageError } from '../../output/exit.ts';
import { commands, type ListedCommand } from '../commands.ts';
import { type Flag, flagsOf } from './flags.ts';
import { command } from './option.ts';

/**
 * What each shell reads when it starts. All of them ask `conformance --complete LINE`, with the line up to the cursor, and
 * complete names of files where nothing is offered. bash takes `:` and `=` for the ends of words, so what is before the
 * last of them in the word is left out there. Written here, as no library does it: the script of @bomb.sh/tab (0.0.22) for
 * bash needs the package bash-completion and evaluates what was typed; omelette has had no release since 2024.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `_conformance_completion() {
  local line="\${COMP_LINE:0:COMP_POINT}" word before one
  word="\${line##*[[:space:]]}"
  before="\${word%"\${word##*[:=]}"}"
  COMPREPLY=()
  while IFS= read -r one; do
    [[ "$one" == "$word"* ]] && COMPREPLY+=("\${one#"$before"}")
  done < <(conformance --complete "$line" 2>/dev/null </dev/null)
}
complete -o default -F _conformance_completion conformance
`,
  zsh: `#compdef conformance
_conformance() {
  local -a found
  found=("\${(@f)$(conformance --complete "\${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null </dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
if (( ! \${+functions[compdef]} )); then autoload -Uz compinit; compinit -i; fi
compdef _conformance conformance
`,
  fish: `function _conformance_completion
  set -l found (conformance --complete (commandline -cp | string collect) 2>/dev/null </dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c conformance -f -a '(_conformance_completion)'
`,
};

export const completion = command({
  options: {},
  firstWords: Object.keys(scripts),
  examples: [
    'completion bash >> ~/.bashrc',
    'completion zsh >> ~/.zshrc',
    'completion fish > ~/.config/fish/completions/conformance.fish',
  ],
  act: async ({ words: [shell = ''], invocation: { io } }) => {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script === undefined)
      throw new UsageError(`completion ${shell} is not known. Expected bash, zsh or fish.`);
    io.out(script);
  },
});

function named(flags: readonly Flag[], spelling: string): Flag | undefined {
  return flags.find(({ flag, short }) => flag === spelling || short === spelling);
}

/** Values of a flag; after a comma, those of the next item of a list. */
function valuesOf({ kind }: Flag, current: string): readonly string[] {
  const values = kind.choices ?? kind.values?.({ reporters: reporterNames }) ?? [];
  const list = current.slice(0, current.lastIndexOf(',') + 1);
  return values.map((value) => list + value);
}

async function candidatesOf({ load }: ListedCommand, words: readonly string[], current: string) {
  const declared = await load();
  const flags = await flagsOf(declared);
  const before = named(flags, words.at(-1) ?? '');
  const takesValue = before !== undefined && before.kind.placeholder !== null;
  if (takesValue && before.several !== 'words') return valuesOf(before, current);
  const [, spelling = '', value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  const joined = named(flags, spelling);
  if (joined !== undefined && value !== undefined)
    return valuesOf(joined, value).map((one) => `${spelling}=${one}`);
  if (current.startsWith('-')) return [...flags.map(({ flag }) => flag), '--help'];
  return declared.firstWords ?? [];
}

/** The words that may come at the end of the line. Nothing is sent, run or written. */
export async function candidates(line: string): Promise<readonly string[]> {
  const [, name = '', ...words] = line.split(/\s+/);
  const current = words.pop();
  if (current === undefined) return commands.map((one) => one.name);
  const listed = commands.find((one) => one.name === name);
  return listed === undefined ? [] : candidatesOf(listed, words, current);
}
