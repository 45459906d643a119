import type { Tool } from '../../src/model/tool.ts';

/** Prints what the document leaves open or contradicts, the same for every service. */
export function documentCommand({ command = 'conformance' }: Tool): string {
  return `${command} docs document`;
}

/** Prints what the document says about a requirement, with examples. */
export function explainCommand({ command = 'conformance' }: Tool, id: string): string {
  return `${command} explain ${id}`;
}
