import { existsSync } from 'node:fs';
import { runScript, UsageError } from './support/command-line.mjs';
import { secretTexts } from './support/secret-texts.mjs';
import { summary } from './support/statistics.mjs';
import { milliseconds, table } from './support/table.mjs';

const usage = `Measures what the search for secrets costs, in processor time per MiB: texts of each encoding, a long secret and short ones,
and a text four times as long, which is to cost no more per MiB.

  node bench/secrets.mjs
`;

const mebibyte = 1024 * 1024;
const rounds = 3;
/** Of these lengths, in characters. */
const secrets = ['q7Zk', 'q7ZkP2v', 'q7ZkP2vXw9Lr-T4mB8cY_f1Gh6Jn3Ds5Ae0U'];

const built = new URL('../build/src/secrets/redaction.js', import.meta.url);

/** Processor time per MiB, milliseconds: the least of the rounds, as other processes only ever add to it. */
function cost(redactor, text) {
  const samples = Array.from({ length: rounds }, () => {
    const begin = process.cpuUsage();
    redactor.contains(text);
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000 / (text.length / mebibyte);
  });
  return summary(samples).minimum;
}

async function main() {
  if (!existsSync(built)) throw new UsageError('nothing is built: npm run build');
  const { createRedactor } = await import(built);
  const redactors = secrets.map((value) => createRedactor([{ name: 'secret', value }]));
  const long = redactors.at(-1);
  const rows = Object.entries(secretTexts).map(([name, make]) => {
    const text = make(mebibyte);
    const costs = redactors.map((redactor) => cost(redactor, text));
    const more = cost(long, make(4 * mebibyte));
    return [name, ...costs.map(milliseconds), (more / costs.at(-1)).toFixed(2)];
  });
  const lengths = secrets.map(({ length }) => `${length} characters`);
  process.stdout.write(`${table(['', ...lengths, '4 MiB, × 1 MiB'], rows)}\n`);
}

await runScript(main, usage);
