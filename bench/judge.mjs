import { existsSync } from 'node:fs';
import { runScript, UsageError } from './support/command-line.mjs';
import { syntheticExchanges } from './support/exchanges.mjs';
import { summary } from './support/statistics.mjs';
import { table } from './support/table.mjs';

const usage = `Measures what judging costs, in processor time per exchange, in one pass and merged from eight, from 10 to 10,000 exchanges.

  node bench/judge.mjs
`;

const sizes = [10, 100, 1_000, 10_000];
/** Exchanges of one round at least, so that the clock has something to measure. */
const fewest = 1_000;
const rounds = 3;
const shards = 8;

const built = new URL('../build/src/', import.meta.url);

async function engine() {
  if (!existsSync(built)) throw new UsageError('nothing is built: npm run build');
  const [{ Judge }, { contract }] = await Promise.all([
    import(new URL('judge/judge.js', built)),
    import(new URL('operations/index.js', built)),
  ]);
  return () => new Judge(contract);
}

function inOnePass(make, exchanges) {
  const judge = make();
  for (const [key, exchange] of exchanges.entries()) judge.add(exchange, key);
  return judge.results((key) => exchanges[key]);
}

function merged(make, exchanges) {
  const judges = Array.from({ length: shards }, make);
  for (const [key, exchange] of exchanges.entries()) judges[key % shards].add(exchange, key);
  const [whole, ...others] = judges;
  for (const other of others) whole.merge(other);
  return whole.results((key) => exchanges[key]);
}

/** Processor time per exchange, microseconds: the least of the rounds, as other processes only ever add to it. */
function cost(run, make, exchanges) {
  const times = Math.ceil(fewest / exchanges.length);
  const samples = Array.from({ length: rounds }, () => {
    const begin = process.cpuUsage();
    for (let time = 0; time < times; time += 1) run(make, exchanges);
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / times / exchanges.length;
  });
  return summary(samples).minimum;
}

async function main() {
  const make = await engine();
  const all = syntheticExchanges(sizes.at(-1));
  inOnePass(make, all.slice(0, fewest));
  const costs = sizes.map((size) => {
    const exchanges = all.slice(0, size);
    return [size, cost(inOnePass, make, exchanges), cost(merged, make, exchanges)];
  });
  // Ten exchanges also pay for the making of the judge and its results.
  const [, base] = costs.find(([size]) => size === 100);
  const rows = costs.map(([size, one, many]) => [
    size.toLocaleString('en'),
    one.toFixed(0),
    (one / base).toFixed(2),
    many.toFixed(0),
  ]);
  process.stdout.write(
    `${table(['exchanges', 'µs each', '× 100 exchanges', `µs each, merged from ${shards}`], rows)}\n`,
  );
}

await runScript(main, usage);
