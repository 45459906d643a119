const introduction = `# Node.js versions

Written by \`npm run install-check -- --all --save FILE\`: what the README says, done in a clean folder
with an empty HOME and no caches, from a clone and from the tarball that npm would publish. From the tarball every command
runs as another user, in a folder that is not writable, without a network but loopback.`;

function tableOf(rows, way) {
  const nodes = [...new Set(rows.map(({ node }) => node))];
  const steps = [...new Set(rows.filter((row) => row.way === way).map(({ step }) => step))];
  const verdictOf = (step, node) =>
    rows.find((row) => row.way === way && row.step === step && row.node === node)?.verdict ?? '';
  const lines = steps.map(
    (step) => `| ${[step, ...nodes.map((node) => verdictOf(step, node))].join(' | ')} |`,
  );
  return [
    `| from the ${way} | ${nodes.join(' | ')} |`,
    `| --- |${' --- |'.repeat(nodes.length)}`,
    ...lines,
  ].join('\n');
}

/** The results as a page of docs/. */
export function documentOf(rows) {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${day}, ${process.platform} ${process.arch}.`;
  return [introduction, machine, tableOf(rows, 'clone'), tableOf(rows, 'tarball'), '']
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}
