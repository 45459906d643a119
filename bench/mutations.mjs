import { instrumented } from './mutations/instrumented.mjs';
import { testsOf } from './mutations/tests.mjs';
import { readFlags, runScript, wholeNumber } from './support/command-line.mjs';
import { showProgress } from './support/progress.mjs';
import { randomOf } from './support/random.mjs';

const usage = `Makes single edits of a room's code, one at a time, and says which test notices each.

  npm run mutations -- [--seed N] [--count N] [--room FOLDER] [--minutes N] [--tests TEXT]

  --seed     which of all the edits that Stryker knows are chosen; 1 by default
  --count    how many; 60 by default
  --room     the folder whose code is edited; src/judge by default
  --minutes  when no further edit is begun; 30 by default
  --tests    only test files with this in their path

All fast tests that load a file of the room are run once without an edit; then, for each edit, those that came by its
place, the fastest first, until one fails, which then has to pass without the edit. Files stay as they are: edits are
made while the code is loaded. Each line comes when it is known, so Ctrl-C loses none. Exits with 1 where an edit survived.
`;

function chosen(mutants, seed, count) {
  const next = randomOf(seed);
  const left = [...mutants];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(Math.floor(next() * left.length), 1);
    return one;
  });
}

function readOptions() {
  const values = readFlags({
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    room: { type: 'string', default: 'src/judge' },
    minutes: { type: 'string', default: '30' },
    tests: { type: 'string' },
  });
  if (values === null) return null;
  const number = (name) => wholeNumber(name, values[name], 100_000);
  const { room, tests } = values;
  return { seed: number('seed'), count: number('count'), minutes: number('minutes'), room, tests };
}

const longest = 60;

/** In one line of a Markdown table. */
function cell(text) {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

function words({ files, caught }) {
  if (caught !== null) return cell(`${caught.file.replace('tests/', '')}: ${caught.test}`);
  return files === 0 ? 'SURVIVED: no test comes by' : `SURVIVED ${files} files`;
}

async function main() {
  const options = readOptions();
  if (options === null) return process.stdout.write(usage);
  const { seed, count, minutes, room, tests: only } = options;
  const { files, mutants, plugin } = await instrumented(room);
  showProgress('the tests without an edit');
  const tests = await testsOf(files, plugin, { only });
  const end = performance.now() + minutes * 60_000;
  const print = (...cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  print('place', 'edit', 'noticed by');
  print('---', '---', '---');
  let [tried, caught] = [0, 0];
  for (const mutant of chosen(mutants, seed, count)) {
    if (performance.now() > end) break;
    showProgress(`${tried + 1} of ${count}: ${mutant.place}`);
    const result = await tests.catching(mutant);
    showProgress('');
    tried += 1;
    caught += result.caught === null ? 0 : 1;
    print(mutant.place, cell(`${mutant.from} → ${mutant.to}`), words(result));
  }
  await tests.close();
  process.stdout.write(
    `\n${caught} of ${tried} edits were noticed (${mutants.length} are known in ${room}; seed ${seed}; ${tests.files} test files load it)\n`,
  );
  for (const line of tests.unfit.values())
    process.stdout.write(`Not used, as it fails without an edit: ${line}\n`);
  process.exitCode = caught < tried ? 1 : 0;
}

await runScript(main, usage);
