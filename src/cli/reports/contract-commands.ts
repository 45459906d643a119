import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { didYouMean } from '../../model/nearest.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { tool } from '../../output/tool.ts';
import { choice } from '../../settings/kinds.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { programName } from '../options/command-line.ts';
import { oneOf } from '../options/common.ts';
import { operationOption, sides } from '../options/contract-options.ts';
import { about, command } from '../options/option.ts';

/** The pages of the documentation, which the package carries: a reader needs neither a network nor a repository. */
const folder = join(dirname(createRequire(import.meta.url).resolve(`${tool.name}/package.json`)), 'docs');

const textOf = (page: string) => readFileSync(join(folder, `${page}.md`), 'utf8');

const index = 'README';

function pages(): readonly string[] {
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  return names.filter((name) => name !== index).sort();
}

/** The pages in the order of their index, each with what it says of them. */
function listOfPages(command: string): string {
  const lines = [...textOf(index).matchAll(/^\| \[([\w-]+)\.md\]\(\1\.md\) \| (.*) \|$/gm)];
  const width = Math.max(...lines.map(([, name = '']) => widthOf(name)));
  const list = lines.map(([, name = '', about = '']) => `  ${padded(name, width)}  ${about}`);
  return ['Pages of the documentation:', '', ...list, '', `Print one: ${command} docs PAGE`, ''].join('\n');
}

/**
 * A page as Markdown, or the list of pages.
 * @param page with or without the path and the ending that texts give it: `document`, `docs/document.md`
 * @throws UsageError for a page that there is not
 */
function docsText(page: string | undefined, command: string): string {
  if (page === undefined) return listOfPages(command);
  const name = page.replace(/^docs\//, '').replace(/\.md$/, '');
  const known = pages();
  if (known.includes(name)) return textOf(name);
  throw new UsageError(`there is no page ${name}.${didYouMean([name], known)} All pages: ${command} docs`);
}

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
    io.out(requirementsText(contract, options.format, options, command));
  },
});

export const explain = command({
  options: {},
  firstWords: contract.requirements.map(({ id }) => id),
  examples: ['explain delete.data.createdAt:format'],
  act: async ({ words: [id = ''], invocation: { io } }) => {
    const { explainText } = await import('./explain.ts');
    io.out(explainText(id, contract));
  },
});

export const docs = command({
  options: {},
  firstWords: pages(),
  examples: ['docs', 'docs configuration'],
  act: async ({ words: [page], invocation: { io, command } }) => {
    io.out(docsText(page, command ?? programName));
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
      const [{ answersFound }, { overlayOf }] = await Promise.all([
        import('./answers.ts'),
        import('../../openapi/overlay.ts'),
      ]);
      const { found, declared } = answersFound(answers, cwd);
      io.out(jsonText(overlayOf(contract, { found, declared }, tool.version)));
      return;
    }
    if (answers !== undefined)
      throw new UsageError(`${answers} is only read for an overlay: openapi --overlay ${answers}`);
    const { openApiDocument } = await import('../../openapi/document.ts');
    io.out(jsonText(openApiDocument(contract, tool.version)));
  },
});

export const schema = command({
  options: about('output', {
    bundle: 'Print one JSON Schema that has each record and message in its $defs; also without a flag.',
    types: 'Print the same as TypeScript types.',
  }),
  examples: ['schema --bundle', 'schema --types'],
  act: async ({ options, invocation: { io } }) => {
    const form = oneOf(options, ['bundle', 'types']);
    const [{ schemaBundle }, { typesOf }] = await Promise.all([
      import('../../openapi/named-schemas.ts'),
      import('../../openapi/types.ts'),
    ]);
    const bundled = schemaBundle(contract.title, contract.schemas);
    io.out(form === 'types' ? typesOf(bundled) : jsonText(bundled));
  },
});
