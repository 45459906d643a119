import type { Location } from '../model/location.ts';
import type { Parsed } from '../model/setting.ts';
import { standsFor } from '../model/waiver.ts';
import { type EntryContext, type MemberCheck, readEntries } from './json-file.ts';

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

const id: MemberCheck = (node, { requirements }) =>
  node.type === 'string' && requirements.some((one) => standsFor(node.value, one.id))
    ? null
    : 'needs as its id that of a requirement, or the beginning of ids with * at its end';

const file: MemberCheck = (node) =>
  node.type === 'string' && isPath(node.value)
    ? null
    : 'needs as its file a path from the root of the repository, with / between its parts';

const line: MemberCheck = (node) =>
  node.type === 'number' && /^[1-9][0-9]{0,7}$/.test(node.text) && Number(node.text) <= lastLine
    ? null
    : 'needs as its line an integer from 1';

/** The entries of a file of locations, or everything that is wrong with it. */
export function readLocations(content: string, context: EntryContext): Parsed<readonly Location[]> {
  const checks = { id, file, line };
  return readEntries<Location>(content, { list: 'locations', checks, required: ['id', 'file'] }, context);
}
