import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { root } from '../support/root.mjs';

const silent = () => undefined;
const logger = {
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, silent])),
  isDebugEnabled: () => false,
};

/** createInstrumenter asks for Stryker's injector, of which it needs no more than this. */
function injector(values) {
  return {
    provideValue: (name, value) => injector({ ...values, [name]: value }),
    injectClass: (Class) => new Class(...Class.inject.map((name) => values[name])),
  };
}

/** What a text has at a location, in one line. */
function textAt(text, { start, end }) {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

/** The code files of a room, and of the rooms in it. */
function filesOf(room) {
  const names = readdirSync(join(root, room), { recursive: true });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(root, room, name));
}

/**
 * Each single edit that Stryker knows, in the files of a room, and what vite is to load in place of each file: one text
 * with all edits in it, of which `activeMutant` says which counts.
 */
export async function instrumented(room) {
  const files = filesOf(room)
    .sort()
    .map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const instrumenter = createInstrumenter(injector({ logger }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const made = await instrumenter.instrument(files, options);
  const before = new Map(files.map(({ name, content }) => [name, content]));
  const after = new Map(made.files.map(({ name, content }) => [name, content]));
  const mutants = made.mutants.map(({ id, fileName, replacement, location }) => ({
    id,
    file: fileName,
    place: `${fileName.slice(root.length + 1)}:${location.start.line + 1}`,
    from: textAt(before.get(fileName), location),
    to: replacement,
  }));
  const plugin = { name: 'mutants', enforce: 'pre', load: (id) => after.get(id) ?? null };
  return { files: files.map(({ name }) => name), mutants, plugin };
}
