const { appendFileSync } = require('node:fs');

/**
 * Preloaded (`--require`) into a process that is measured: notes, when it ends, its id, its maximum resident set in KiB and
 * its processor time in microseconds.
 */
process.on('exit', () => {
  const { BENCH_USAGE: file } = process.env;
  if (file === undefined) return;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  appendFileSync(file, `${process.pid} ${maxRSS} ${userCPUTime + systemCPUTime}\n`);
});
