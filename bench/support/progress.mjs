/** One line on a terminal that is written over as work goes on; nothing elsewhere. An empty one clears it. */
export function showProgress(words) {
  const { isTTY = false, columns = 80 } = process.stderr;
  if (isTTY) process.stderr.write(`\r\u001b[K${words.slice(0, columns - 1)}`);
}
