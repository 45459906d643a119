import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../json.ts';

/** What all operations are about, and how much of it there is at the start. */
export interface World {
  readonly entityId: string;
  /** Business data type of what is there at the start. */
  readonly businessDataTypeId: string;
  readonly seedRules: number | 'unlimited';
}

/** A request that the service carries out: its caller is admitted, its path is known, and so is its entity. */
export interface Asked {
  /** The identifiers in the path, decoded. */
  readonly ids: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** An operation of a service that has started. */
export interface Started {
  /** The settings that a run needs for it, by their keys. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** Gives the record of the response. @throws Refusal */
  readonly carryOut: (asked: Asked) => JsonObject;
}

/** One operation of section 4. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** Identifiers in braces, `{entityId}` among them. */
  readonly path: string;
  readonly start: (world: World) => Started;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function dateTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** 32 lower-case hexadecimal characters, the same for the same words. */
export function hexId(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}
