import { existsSync } from 'node:fs';
import { runScript, UsageError } from './support/command-line.mjs';
import { randomOf } from './support/random.mjs';
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

const words = 'transformer entity rule priority enabled status journal type value operator'.split(' ');

/** Parts that are made one after the other until there are enough characters. */
function filled(make) {
  return (length) => {
    const random = randomOf(7);
    const next = (below) => Math.floor(random() * below);
    const parts = [];
    for (let total = 0; total < length; total += parts.at(-1).length) parts.push(make(next));
    return parts.join('').slice(0, length);
  };
}

const sentence = (next) => `${Array.from({ length: 8 }, () => words[next(words.length)]).join(' ')}. `;
const bytes = (next, length) => Buffer.from(Array.from({ length }, () => next(256)));
const percent = (text) =>
  text.replaceAll(/[\s\S]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
const base64 = (text) => Buffer.from(text).toString('base64');

/** By name, what makes a text of so many characters. */
const texts = {
  'ordinary JSON': filled(
    (next) => `${JSON.stringify({ name: sentence(next), column: next(99) }, null, 2)},\n`,
  ),
  'random Base64': filled((next) => bytes(next, 3000).toString('base64')),
  'Base64 of text, four deep': (length) =>
    [base64, base64, base64, base64]
      .reduce((text, encode) => encode(text), filled(sentence)(length / 3))
      .slice(0, length),
  backslashes: (length) => '\\'.repeat(length),
  'percent-encoded text': filled((next) => percent(sentence(next))),
};

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
  const rows = Object.entries(texts).map(([name, make]) => {
    const text = make(mebibyte);
    const costs = redactors.map((redactor) => cost(redactor, text));
    const more = cost(long, make(4 * mebibyte));
    return [name, ...costs.map(milliseconds), (more / costs.at(-1)).toFixed(2)];
  });
  const lengths = secrets.map(({ length }) => `${length} characters`);
  process.stdout.write(`${table(['', ...lengths, '4 MiB, × 1 MiB'], rows)}\n`);
}

await runScript(main, usage);
