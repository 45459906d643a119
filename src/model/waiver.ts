import type { Waiver, WaiverResult } from '../../schemas/types.ts';

/** The waiver as its file has it. */
export function plainWaiver({ state: _state, covers: _covers, ...waiver }: WaiverResult): Waiver {
  return waiver;
}

/** Whether the id of a waiver names the id of a requirement. */
export function standsFor(waiverId: string, requirementId: string): boolean {
  if (!waiverId.endsWith('*')) return waiverId === requirementId;
  return requirementId.startsWith(waiverId.slice(0, -1));
}

/** Days before its last one on which a waiver is announced to expire. */
const announcedDays = 14;
const dayMs = 86_400_000;

/** Whether the last day of a waiver was over when a run started. @param startedAt ISO 8601, UTC */
export function isExpired({ expires }: Waiver, startedAt: string): boolean {
  return expires < startedAt.slice(0, 10);
}

/** Days from a run to the last day of a waiver; negative where that is over, NaN where one is no day of a calendar. @param startedAt ISO 8601, UTC */
export function daysLeft({ expires }: Pick<Waiver, 'expires'>, startedAt: string): number {
  // Node.js reads more than ISO 8601, such as a date with other text behind it.
  const day = /^\d{4}-\d{2}-\d{2}$/.test(expires) ? Date.parse(`${expires}T00:00:00Z`) : Number.NaN;
  return (day - Date.parse(`${startedAt.slice(0, 10)}T00:00:00Z`)) / dayMs;
}

/** Waivers that hold, but not for long, the first to end first; one that is to be removed anyway is none. */
export function endingSoon<Some extends WaiverResult>(
  waivers: readonly Some[],
  startedAt: string,
): readonly Some[] {
  const left = (waiver: Some) => daysLeft(waiver, startedAt);
  return waivers
    .filter((one) => one.state !== 'stale' && left(one) >= 0 && left(one) <= announcedDays)
    .sort((one, other) => left(one) - left(other));
}

/** `in 8 days`, `today`. */
export function daysWords(days: number): string {
  if (days === 0) return 'today';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days < 0 ? `${count} ago` : `in ${count}`;
}

/** `the waiver of put.status:type (ledger team) expires soon, on 2026-04-30, in 8 days`. */
export function soonWords(waiver: Waiver, startedAt: string): string {
  const { id, owner, expires } = waiver;
  return `the waiver of ${id} (${owner}) expires soon, on ${expires}, ${daysWords(daysLeft(waiver, startedAt))}`;
}

/** What a text begins with that is still to be filled in; a waiver that holds one is refused. */
export const fillIn = 'FILL IN';

/** Why a waiver accepts a deviation, who is responsible for it, until when, and where it is followed up. */
export function waiverWords({ reason, owner, expires, ticket }: Waiver): string {
  const followed = ticket === undefined ? '' : `, ticket ${ticket}`;
  return `${reason} (${owner}, until ${expires}${followed})`;
}
