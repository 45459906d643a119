import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { tool } from '../../output/tool.ts';
import { command } from '../options/option.ts';

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function bundle() {
  const { schemaBundle } = await import('../../openapi/named-schemas.ts');
  return schemaBundle(contract.title);
}

/** By their names, what is printed. */
const forms: Readonly<Record<string, (answers: string | undefined, cwd: string) => Promise<string>>> = {
  async openapi() {
    const { openApiDocument } = await import('../../openapi/document.ts');
    return jsonText(openApiDocument(tool.version));
  },
  async overlay(answers, cwd) {
    const { answersFound } = await import('../explore/explore.ts');
    const { overlayOf } = await import('../../openapi/overlay.ts');
    const { found, declared } = answersFound(answers, cwd);
    return jsonText(overlayOf({ found, declared }, tool.version));
  },
  'json-schema': async () => jsonText(await bundle()),
  async types() {
    const { typesOf } = await import('../../openapi/types.ts');
    return typesOf(await bundle());
  },
};

/** Prints the contract for other tools; judges nothing. */
const exported = command({
  options: {},
  firstWords: Object.keys(forms),
  examples: ['export openapi', 'export overlay', 'export types'],
  async act({ words: [name = '', answers], invocation: { io, cwd } }) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined)
      throw new UsageError(`export ${name} is not known. Expected openapi, overlay, json-schema or types.`);
    if (answers !== undefined && name !== 'overlay')
      throw new UsageError(`${answers} is only read for an overlay: export overlay ${answers}`);
    io.out(await form(answers, cwd));
  },
});

export { exported as export };
