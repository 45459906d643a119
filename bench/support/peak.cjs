const { appendFileSync } = require('node:fs');

/** Preloaded (`--require`) into a process that is measured: notes its maximum resident set when it ends, in KiB. */
process.on('exit', () => {
  const { BENCH_PEAKS: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${process.pid} ${process.resourceUsage().maxRSS}\n`);
});
