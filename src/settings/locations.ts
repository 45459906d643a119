import type { Location } from '../model/location.ts';
import type { Parsed } from '../model/setting.ts';
import { standsFor } from '../model/waiver.ts';
import { type EntryContext, needs, readEntries } from './json-file.ts';

/**
 * Findings point to the reader's files, or to `conformance.locations.json`, where their places can be given: code
 * scanning and GitLab refuse a finding without a file.
 */

const longestPath = 500;
const lastLine = 10_000_000;

function isPath(text: string): boolean {
  const parts = text.split('/');
  return (
    text.length <= longestPath &&
    !/[\p{Cc}\\:]/u.test(text) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

const checks = {
  id: needs(
    'needs as its id that of a requirement, or the beginning of ids with * at its end',
    (id, { contract: { requirements } }) =>
      typeof id === 'string' && requirements.some((requirement) => standsFor(id, requirement.id)),
  ),
  file: needs(
    'needs as its file a path from the root of the repository, with / between its parts',
    (file) => typeof file === 'string' && isPath(file),
  ),
  line: needs(
    'needs as its line an integer from 1',
    (line) => Number.isInteger(line) && Number(line) >= 1 && Number(line) <= lastLine,
  ),
};

/** The entries of a file of locations, or everything that is wrong with it. */
export function readLocations(content: string, context: EntryContext): Parsed<readonly Location[]> {
  return readEntries<Location>(content, { list: 'locations', checks, required: ['id', 'file'] }, context);
}
