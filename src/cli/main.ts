#!/usr/bin/env node
/**
 * Entry of the command. Until a command line has run to its end the exit code is that of a fault of ours, so that an
 * installation that cannot even be loaded is never taken for a verdict.
 */
const fault = 4;
/** A message may quote anything. Until the function that makes text harmless is loaded, only plain characters are printed. */
let harmless = (text: string) => text.replaceAll(/[^ -~]/g, '?');
const tell = (error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${harmless(`conformance: fault of the suite itself: ${message}`)}\n`);
};

process.exitCode = fault;
// Node.js ends with 1 otherwise, which says that the target deviates.
process.on('uncaughtException', (error) => {
  tell(error);
  process.exit(fault);
});
try {
  ({ visibleLines: harmless } = await import('../text/escape.ts'));
  const { main, processInvocation } = await import('./program.ts');
  process.exitCode = await main(processInvocation(new URL('./traffic/check-worker.js', import.meta.url)));
} catch (error) {
  tell(error);
}
