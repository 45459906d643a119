import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { tool } from '../../output/tool.ts';
import { choice } from '../../settings/kinds.ts';
import { programName } from '../options/command-line.ts';
import { operationOption, sides } from '../options/contract-options.ts';
import { about, command } from '../options/option.ts';
import { docsText, pages } from './docs.ts';

/** Commands that print what the contract or the documentation says, and judge nothing. */

export const requirements = command({
  options: {
    ...about('output', {
      format: {
        kind: choice(['text', 'json', 'markdown']),
        default: 'text',
        description: 'How the list is written.',
        example: 'json',
      },
    }),
    operation: operationOption,
    ...about('checks', {
      side: {
        kind: choice(sides),
        default: 'response',
        description: 'Requirements on responses, on the requests of recorded traffic, or both.',
        example: 'both',
      },
    }),
  },
  examples: ['requirements', 'requirements --operation put --format json'],
  act: async ({ options, invocation: { io, command } }) => {
    const { requirementsText } = await import('./requirements.ts');
    io.out(requirementsText(contract, { ...options, ...(command && { command }) }));
    return undefined;
  },
});

export const explain = command({
  options: {},
  firstWords: contract.requirements.map(({ id }) => id),
  examples: ['explain delete.data.createdAt:format'],
  act: async ({ words: [id = ''], invocation: { io } }) => {
    const { explainText } = await import('./explain.ts');
    io.out(explainText(id, contract));
    return undefined;
  },
});

export const docs = command({
  options: {},
  firstWords: pages(),
  examples: ['docs', 'docs configuration'],
  act: async ({ words: [page], invocation: { io, command } }) => {
    io.out(docsText(page, command ?? programName));
    return undefined;
  },
});

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export const openapi = command({
  options: about('output', {
    overlay:
      'Print what was observed of open questions, as an OpenAPI Overlay 1.1 to lay over the other file.',
  }),
  examples: ['openapi', 'openapi --overlay'],
  act: async ({ words: [answers], options: { overlay }, invocation: { io, cwd } }) => {
    if (overlay === true) {
      const { overlayFrom } = await import('./overlay.ts');
      io.out(jsonText(overlayFrom(answers, cwd)));
      return undefined;
    }
    if (answers !== undefined)
      throw new UsageError(`${answers} is only read for an overlay: openapi --overlay ${answers}`);
    const { openApiDocument } = await import('../../openapi/document.ts');
    io.out(jsonText(openApiDocument(contract, tool.version)));
    return undefined;
  },
});

export const schema = command({
  options: about('output', {
    bundle: 'Print one JSON Schema that has each record and message in its $defs; so without a flag, too.',
    types: 'Print the same as types of TypeScript.',
  }),
  examples: ['schema --bundle', 'schema --types'],
  act: async ({ options: { bundle, types }, invocation: { io } }) => {
    if (bundle === true && types === true)
      throw new UsageError(
        '--bundle and --types contradict each other. Expected one of them, for example --bundle.',
      );
    const [{ schemaBundle }, { typesOf }] = await Promise.all([
      import('../../openapi/named-schemas.ts'),
      import('../../openapi/types.ts'),
    ]);
    const bundled = schemaBundle(contract.title, contract.schemas);
    io.out(types === true ? typesOf(bundled) : jsonText(bundled));
    return undefined;
  },
});
