/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function dateTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD` in UTC. */
export function dateOnly(at: Date): string {
  return at.toISOString().slice(0, 10);
}
