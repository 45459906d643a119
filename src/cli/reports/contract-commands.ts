import type { Command } from '../options/commander.ts';
import type { Invocation } from '../program.ts';
import type { RequirementsOptions } from './requirements.ts';

/** Commands that print what the contract or the documentation says, and judge nothing. */

/** `conformance requirements`. */
export function addRequirements(program: Command, { io, command = 'conformance' }: Invocation): void {
  program
    .command('requirements')
    .description('list every requirement with its section of the document and its strength')
    .option('--format <format>', 'text, json or markdown', 'text')
    .option('--operation <operation>', 'only this operation; all without it')
    .option(
      '--side <side>',
      'response, request or both: requirements on answers, or on the requests of recorded traffic',
      'response',
    )
    .action(async (options: RequirementsOptions) => {
      const [{ requirementsText }, { contract }] = await Promise.all([
        import('./requirements.ts'),
        import('../../operations/index.ts'),
      ]);
      io.out(requirementsText(contract, { ...options, command }));
    });
}

/** `conformance explain`. */
export function addExplain(program: Command, { io }: Invocation): void {
  program
    .command('explain')
    .argument('<id>', 'a requirement, such as delete.data.createdAt:format')
    .description(
      'tell what a requirement asks, where the document says so, and show answers that conform and deviate',
    )
    .action(async (id: string) => {
      const [{ explainText }, { contract }] = await Promise.all([
        import('./explain.ts'),
        import('../../operations/index.ts'),
      ]);
      io.out(explainText(id, contract));
    });
}

/** `conformance docs`. */
export function addDocs(program: Command, { io, command = 'conformance' }: Invocation): void {
  program
    .command('docs')
    .argument('[page]', 'a page, such as document; the list of pages without it')
    .description('print a page of the documentation')
    .action(async (page: string | undefined) => {
      const { docsText } = await import('./docs.ts');
      io.out(docsText(page, command));
    });
}
