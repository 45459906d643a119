import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withTarget } from '../../../src/init/config-text.ts';
import { configName, readConfigFile } from '../../../src/settings/config-file.ts';
import { folderWith } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { runs } from '../../support/properties.ts';

const target = { name: 'new', values: new Map([['baseUrl', 'http://127.0.0.1:1']]), inheritsToken: false };

const entry = '"new":{"baseUrl":"http://127.0.0.1:1","accessToken":{"env":"CONFORMANCE_SECRET_NEW"}}';

/** What may be between two tokens. */
const gap = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\n\t',
  '\n    ',
  ' // , } "\n',
  '/* } , */',
  '\n// {\n  ',
);
const members = fc.constantFrom('{}', '{"timeoutMs": 5}', '{ "label": "} // , /*", }', '{/* , */}');
const names = fc.uniqueArray(fc.constantFrom('a', 'b-1', 'other', 'x_2'));

const files = fc
  .tuple(
    names,
    fc.array(fc.tuple(gap, gap, gap, members), { minLength: 4, maxLength: 4 }),
    gap,
    gap,
    fc.boolean(),
  )
  .map(([all, parts, before, after, comma]) => {
    const entries = all.map((name, at) => {
      const [one = '', two = '', three = '', value = '{}'] = parts[at] ?? [];
      return `${one}"${name}"${two}:${three}${value}`;
    });
    return `${before}{"targets"${before}:{${entries.join(',')}${after}${comma && all.length > 0 ? ',' : ''}${after}}${after}}${before}`;
  });

test('whatever a file looks like: one target more, and nothing else is different', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (text) => {
      const path = folderWith({ [configName]: text });
      const read = async () => {
        const result = await readConfigFile(path, configName);
        if (!result.ok) throw new Error(JSON.stringify(result.problems));
        return result.file;
      };
      const file = await read();
      const changed = withTarget(file, target, contract, { cwd: path, file: `${path}/${configName}` });
      const before = [...file.targets.keys()];
      const after = await readConfigFile(folderWith({ [configName]: changed }), configName);
      expect(after).toMatchObject({ ok: true });
      expect(after.ok && [...after.file.targets.keys()]).toEqual([...before, 'new']);
      const [old, now] = [text, changed].map((one) => one.replaceAll(/\s/g, '')) as [string, string];
      let at = 0;
      for (const character of now) if (character === old[at]) at += 1;
      expect(at).toBe(old.length);
      expect(now.length - old.length).toBe(entry.length + (before.length > 0 ? 1 : 0));
    }),
    runs(),
  );
});
