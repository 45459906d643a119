import type { Framed } from '../json/plain.ts';
import { rememberingLatest } from '../model/latest.ts';
import { setsApart } from './encodings.ts';
import { mayBeEscaped } from './escapes.ts';
import type { Search } from './secret-search.ts';

/** Frames of which it is remembered what they hold. */
const mostFrames = 16;

/**
 * Whether each scalar can be searched on its own: nothing that is decoded is partly in it and partly beside it. No byte of an
 * encoding is, as each part of the frame sets apart what is before and after it. No escape is, as none begins in the
 * frame and none goes on beyond the quote at the end of a string. Line breaks are dropped with escapes, but punctuation stays.
 */
function areSetApart(frame: Framed['frame']): boolean {
  return frame.every((part) => {
    const dropped = part.replaceAll(/[\r\n]/g, '');
    return !mayBeEscaped(dropped) && setsApart(dropped);
  });
}

const areKnownSetApart = rememberingLatest(areSetApart, mostFrames);

/** Whether a text holds a secret. @param framed the same text, where it is known how it was read */
export type IsIn = (text: string, framed?: Framed) => boolean;

/**
 * Most bodies have the frame of an earlier one, which is searched once, and scalars that are mostly too short to hold
 * anything: nothing is found in the text that is not found in one of these.
 */
export function framedSearch(search: Search): IsIn {
  const holds = (text: string): boolean => search(text).length > 0;
  const isOpen = rememberingLatest(
    (frame: Framed['frame']) => areKnownSetApart(frame) && !holds(frame.join('')),
    mostFrames,
  );

  return (text, framed) => {
    if (framed === undefined || !search.isOfScalars || !isOpen(framed.frame)) return holds(text);
    const { match } = framed;
    for (let at = 1; at < match.length; at += 1) {
      const scalar = match[at] ?? '';
      if (scalar.length >= search.shortest && holds(scalar)) return true;
    }
    return false;
  };
}
