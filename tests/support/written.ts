import type { WrittenFile } from '../../reporters/outline/outline.ts';
import type { Reporter } from '../../reporters/reporter.ts';

/** Every file that these formats write, as a renderer is told of them. */
export function writtenBy<Input>(formats: readonly Reporter<Input>[]): readonly WrittenFile[] {
  return formats.flatMap(({ name: format, file }) =>
    file === null ? [] : [{ format, name: file, path: `out/${file}` }],
  );
}
