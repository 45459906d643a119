/** What could not be tried here, and why: neither passed nor failed. */
export class NotTried extends Error {}

/** Lines of `node`, `way` (clone or tarball), `step` and `verdict`, printed as they come. */
export function createResults() {
  const rows = [];

  function note(row, detail = '') {
    rows.push(row);
    process.stdout.write(
      `${row.verdict.padEnd(9)}  ${row.node}  ${row.way.padEnd(7)}  ${row.step}\n${detail}`,
    );
  }

  /** Steps of one Node.js and one way; each resolves to what its task gives, or to undefined when it failed. */
  const of = (node, way) => async (step, task) => {
    try {
      const value = await task();
      note({ node, way, step, verdict: 'pass' });
      return value;
    } catch (error) {
      const left = error instanceof NotTried;
      const detail = error.message.replaceAll(/^/gm, '    ');
      note({ node, way, step, verdict: left ? 'not tried' : 'fail' }, `${detail}\n`);
      return undefined;
    }
  };

  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    rows,
    of,
    counts: () => ({ passed: count('pass'), failed: count('fail'), left: count('not tried') }),
  };
}
