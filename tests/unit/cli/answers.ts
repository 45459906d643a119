import type { Prompts } from '../../../src/cli/setup/prompts.ts';
import { usualValues } from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';

/** Operations whose questions the tests write down. */
const written = ['put', 'delete'];

/** Answers to the questions of other operations, which are given wherever these come. */
const further: ReadonlyMap<string, string> = new Map(
  contract.operations
    .filter(({ name }) => !written.includes(name))
    .flatMap(({ asks = [] }) => asks)
    .flatMap((one) => ('key' in one ? [[one.message, [usualValues[one.key] ?? ''].flat().join()]] : [])),
);

/** One exchange: part of the question, and the answer; for a text several, of which all but the last are refused. */
export type Answer = readonly [question: string, ...answers: readonly (string | boolean)[]];

export interface Scripted extends Prompts {
  /** Why answers were refused. */
  readonly complaints: readonly string[];
  readonly told: readonly string[];
  /** What is confirmed by a mere Enter, by question. */
  readonly initials: ReadonlyMap<string, boolean>;
  /** Answers that nobody asked for. */
  readonly left: () => readonly Answer[];
}

/** Answers in the order of questions; another question, or one too many, is an error. */
export function scripted(answers: readonly Answer[]): Scripted {
  const left = [...answers];
  const complaints: string[] = [];
  const told: string[] = [];
  const initials = new Map<string, boolean>();
  const next = (message: string): readonly (string | boolean)[] => {
    const usual = further.get(message);
    if (usual !== undefined) return [usual];
    const [question, ...given] = left.shift() ?? [''];
    if (question === '' || !message.includes(question))
      throw new Error(`asked "${message}" where "${question}" was expected`);
    return given;
  };
  return {
    complaints,
    told,
    initials,
    left: () => left,
    tell: (text) => void told.push(text),
    text: async ({ message, problemsOf }) => {
      for (const given of next(message)) {
        const problems = await problemsOf(String(given));
        if (problems.length === 0) return String(given);
        complaints.push(...problems);
      }
      throw new Error(`${message}: every response was refused: ${complaints.join('; ')}`);
    },
    choose: async (message, choices) => {
      const [wanted] = next(message);
      const choice = choices.find(({ value }) => value === wanted);
      if (choice === undefined) throw new Error(`${message}: there is no choice ${wanted}`);
      return choice.value;
    },
    confirm: async (message, initial) => {
      initials.set(message, initial);
      return next(message)[0] === true;
    },
  };
}
