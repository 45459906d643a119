import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { contract } from '../../../src/operations/index.ts';
import { textOf } from './markdown.ts';

const readme = textOf('README.md');

/** Lines of a screen. */
const screen = 40;

test('no section is longer than a screen', () => {
  const sections = readme.split(/^(?=#{1,2} )/m).map((text) => text.trim().split('\n'));
  expect(sections.length).toBeGreaterThan(3);
  expect(sections.filter(({ length }) => length > screen).map(([heading]) => heading)).toEqual([]);
});

test('the versions of Node.js are those of the package', () =>
  expect(readme).toContain(`\`${packageJson.engines.node}\``));

test('the numbers of requirements are those of the contract', () => {
  expect(readme).toContain(`Each of the ${contract.requirements.length}\nrequirements`);
  expect(readme).toContain(`${contract.requestRequirements.length} requirements for client requests`);
});
