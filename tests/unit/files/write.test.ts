import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createFile,
  createGrowing,
  makeFolder,
  ownerOnly,
  removeFile,
  renameFile,
  replaceFile,
} from '../../../src/files/write.ts';
import { temporaryFolder } from '../../support/cli.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const modeOf = (path: string) => statSync(path).mode & 0o777;
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(at('victim'), 'precious');
  symlinkSync('victim', at('link'));
  symlinkSync('nowhere', at('dead'));
});

const names = () => readdirSync(folder).sort();

describe('replacing a file', () => {
  test('new text, the mode that was asked for, no other file left', () => {
    writeFileSync(at('a'), 'old', { mode: 0o644 });
    replaceFile(at('a'), 'new', { mode: ownerOnly });
    expect([readFileSync(at('a'), 'utf8'), modeOf(at('a'))]).toEqual(['new', 0o600]);
    expect(names()).toEqual(['a', 'dead', 'link', 'victim']);
  });

  test.each(['link', 'dead'])('a %s stays as it is, and what it leads to', (name) => {
    expect(() => replaceFile(at(name), 'new', { mode: ownerOnly })).toThrow('EEXIST');
    expect(() => removeFile(at(name))).toThrow('EEXIST');
    expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('victim'), 'utf8')).toBe('precious');
    expect(existsSync(at('nowhere'))).toBe(false);
  });

  test('a folder in its place is an error, and nothing is left behind', () => {
    mkdirSync(at('folder'));
    expect(() => replaceFile(at('folder'), 'new', { mode: ownerOnly })).toThrow(/EISDIR|EPERM/);
    expect(names()).toEqual(['dead', 'folder', 'link', 'victim']);
  });
});

describe('creating a file', () => {
  test.each(['victim', 'link', 'dead'])('never over what is there: %s', (name) => {
    expect(() => createFile(at(name), 'new', ownerOnly)).toThrow('EEXIST');
    expect(() => createGrowing(at(name), ownerOnly)).toThrow('EEXIST');
    expect(readFileSync(at('victim'), 'utf8')).toBe('precious');
    expect(names()).toEqual(['dead', 'link', 'victim']);
  });

  test('that grows: what is appended goes to it, whatever takes its name', () => {
    const file = createGrowing(at('log'), ownerOnly);
    file.append('one\n');
    rmSync(at('log'));
    symlinkSync('victim', at('log'));
    file.append('two\n');
    file.close();
    expect(readFileSync(at('victim'), 'utf8')).toBe('precious');
  });
});

test('a file gets the name of another one, and never that of a link', () => {
  writeFileSync(at('a'), 'first');
  expect(() => renameFile(at('a'), at('link'))).toThrow('EEXIST');
  renameFile(at('a'), at('victim'));
  expect(readFileSync(at('victim'), 'utf8')).toBe('first');
  expect(names()).toEqual(['dead', 'link', 'victim']);
});

test('folders are made for their owner alone', () => {
  makeFolder(at('one/two/three'));
  expect(['one', 'one/two', 'one/two/three'].map((name) => modeOf(at(name)))).toEqual([0o700, 0o700, 0o700]);
  expect(() => makeFolder(at('dead'))).toThrow('EEXIST');
  expect(() => makeFolder(at('victim/below'))).toThrow('ENOTDIR');
});
