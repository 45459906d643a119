import type { ReferenceSettings, Settings, TargetSettings } from '../config.ts';
import { runSession, type Session, type SessionEvents, type SessionResult } from '../session.ts';
import { noJournal, openJournal } from '../target/journal.ts';

/** One run as it is handed to the prober's thread: plain data. */
export interface Job extends Omit<Session, 'settings' | 'reference'> {
  readonly settings: Settings;
  /** Null: no journal is kept. */
  readonly journalPath: string | null;
}

type Reference = Awaited<ReturnType<typeof import('../../reference/service.ts')['startReference']>>;

/** The embedded service brings everything about the target; nothing of the operator's is used. */
export function referenceTarget(settings: ReferenceSettings, reference: Reference): TargetSettings {
  return {
    ...settings,
    reference: false,
    baseUrl: reference.baseUrl,
    token: { kind: 'value', value: reference.token },
    entityId: reference.entityId,
    businessDataTypeId: reference.businessDataTypeId,
    rule: { kind: 'ids', ids: reference.ruleIds },
    transformer: null,
    headers: [],
    ca: null,
    clientCertificate: null,
    proxies: {},
  };
}

/** Sends what a job asks for; starts and ends the embedded service where that is the target. */
export async function carryOut(job: Job, events: SessionEvents, signal: AbortSignal): Promise<SessionResult> {
  const { settings, journalPath, ...rest } = job;
  const journal = () => (journalPath === null ? noJournal : openJournal(journalPath));
  if (!settings.reference)
    return runSession({ ...rest, settings, reference: false }, journal, events, signal);
  const { startReference } = await import('../../reference/service.ts');
  const reference = await startReference();
  try {
    return await runSession(
      { ...rest, settings: referenceTarget(settings, reference), reference: true },
      journal,
      events,
      signal,
    );
  } finally {
    await reference.close();
  }
}
