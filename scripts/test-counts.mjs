import { existsSync, readFileSync } from 'node:fs';

/** Prints "passed failed" of a vitest JSON report; a report that is not there is one failure. */
const [path = ''] = process.argv.slice(2);
const counts = existsSync(path)
  ? JSON.parse(readFileSync(path, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 1 };
process.stdout.write(`${counts.numPassedTests} ${counts.numFailedTests}\n`);
