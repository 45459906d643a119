import { configurationDocument } from './configuration-document.ts';
import { renderEnvExample } from './env-example.ts';
import { ownWords } from './own-words.ts';
import { questionsDocument } from './questions-document.ts';

/** Files that `npm run docs` writes, by path; tests keep them equal to what is generated. */
export const generatedDocuments: Readonly<Record<string, () => string>> = {
  '.env.example': renderEnvExample,
  'docs/configuration.md': configurationDocument,
  'docs/questions.md': questionsDocument,
  'src/secrets/own-words.json': ownWords,
};
