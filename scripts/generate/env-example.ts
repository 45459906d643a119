import { topics } from '../../src/model/setting.ts';
import { definitions } from '../../src/settings/definitions.ts';

const head = `# Settings of entity-config-conformance: copy this file to .env, and fill in what you need.
# Flags go before the environment, and the environment before this file. Paths start at the current folder.
# Put a value that holds # or spaces in quotes. docs/configuration.md says more of each.
# Where another variable gives the token, a run has to be told the name of this file: conformance run --env-file .env`;

/** What a run cannot do without, or is incomplete without. */
const first = [
  'baseUrl',
  'allowWritesTo',
  'accessToken',
  'entityId',
  'businessDataTypeId',
  'automationRuleId',
];

const firstTitle = 'What a run needs';

/** The text of `.env.example`: every setting that has a name in the environment, with one line of comment. */
export function renderEnvExample(): string {
  const all = definitions.entries.flatMap(
    ([key, { env, flag, topic, description, example, default: usual }]) => {
      if (env === null) return [];
      const [sentence = ''] = description.split(/(?<=\.) (?=[A-Z])/);
      if (first.includes(key))
        return [{ title: firstTitle, text: `# ${sentence} Example: ${example}\n${env}=` }];
      // A flag that leaves something out is a variable that says whether it is done.
      const negated = flag?.startsWith('--no-') ? ` As a variable: ${example}.` : '';
      const without = usual === undefined ? '' : `${negated} Default: ${usual}.`;
      return [{ title: topics[topic], text: `# ${sentence}${without}\n# ${env}=${example}` }];
    },
  );
  const groups = [...new Set([firstTitle, ...Object.values(topics)])].flatMap((title) => {
    const texts = all.filter((one) => one.title === title).map(({ text }) => text);
    return texts.length === 0 ? [] : [[`### ${title}`, ...texts].join('\n')];
  });
  return `${[head, ...groups].join('\n\n')}\n`;
}
