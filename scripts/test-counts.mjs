import { existsSync, readFileSync } from 'node:fs';

/**
 * Prints "passed failed" of a vitest JSON report, and on standard error what failed and why; a report that is not there
 * is one failure.
 */
const [path = ''] = process.argv.slice(2);

function told({ fullName, failureMessages }) {
  const [why = ''] = failureMessages;
  return `   ${fullName}\n${why.slice(0, 1_000).replace(/^/gm, '      ')}\n`;
}

if (existsSync(path)) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed') process.stderr.write(`failed: ${name} ${message}\n${failed.map(told).join('')}`);
  }
  // A file that cannot be loaded has no test that failed.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  process.stdout.write(`${numPassedTests} ${numFailedTests + unloaded.length}\n`);
} else {
  process.stderr.write(`failed: there is no ${path}\n`);
  process.stdout.write('0 1\n');
}
