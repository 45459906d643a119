#!/usr/bin/env node
/**
 * Entry of the command. Until a command line has run to its end the exit code is that of a fault of ours, so that an
 * installation that cannot even be loaded is never taken for a verdict.
 */
process.exitCode = 4;
try {
  const { main, processInvocation } = await import('./program.ts');
  process.exitCode = await main(processInvocation());
} catch (error) {
  process.stderr.write(
    `conformance: fault of the suite itself: ${error instanceof Error ? error.message : error}\n`,
  );
}
