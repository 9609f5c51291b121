import { sql } from 'kysely'
import type { AuditAction } from '../../rules/audit-words.ts'
import { authDatabase } from '../database/connection.ts'
import { log } from '../platform/log.ts'
import { toJson, withoutNul } from './audit.ts'
import type { Client } from './client.ts'
import { networkOf } from './rate-limit.ts'
import { RepeatLimit } from './repeat-limit.ts'

/** A security event without a transaction of its own: a sign-in, a failed code, a refusal. */
export interface SecurityEvent {
  /** Noun and verb, such as `sign_in.failed`; its words are in `rules/audit-words.ts`. */
  action: AuditAction
  client: Pick<Client, 'ip' | 'userAgent'>
  /** `user_profiles.id` of the actor, if proven by the request. */
  actorId?: string
  /** `auth.sessions.id` of the acting session. */
  sessionId?: string
  /** The subject: a row's id, or an address. */
  subjectId?: string
  /** Derived from the action's name by default. */
  outcome?: 'done' | 'refused' | 'failed'
  /** Never a code, a token or a secret. */
  details?: Record<string, unknown>
}

const repeats = new RepeatLimit<SecurityEvent>()
const flushEveryMs = 30_000
let flushing: ReturnType<typeof setInterval> | undefined

/** Starts the periodic writing of suppressed events. */
export function openSecurityEvents(): void {
  flushing = setInterval(() => void writeRepeated(), flushEveryMs)
  flushing.unref()
}

/** Writes suppressed events, and stops. */
export async function closeSecurityEvents(): Promise<void> {
  clearInterval(flushing)
  await writeRepeated(true)
}

/**
 * Records a security event in the audit log. The database sets its time, and finds the person of an address. Of similar
 * events (one action, actor and network within ten minutes) the first twenty are written, and then one entry with the
 * number of the others. It never throws: an event that can't be written goes to the process's log.
 */
export async function recordSecurityEvent(event: SecurityEvent): Promise<void> {
  const { action, actorId, client } = event
  // Strangers share a limit, so that a distributed flood can neither fill the disk nor hide a person's entries.
  if (repeats.admit(actorId ?? 'strangers', `${action} ${networkOf(client.ip)}`, event)) await write(event)
}

/**
 * For repeatable operations that write their own entry in a transaction: admits the first twenty entries in ten
 * minutes. The number of the others is recorded as `event`.
 * @param subject operations on the same subject count together
 */
export function isWorthAnEntry(subject: string, event: SecurityEvent & { actorId: string }): boolean {
  return repeats.admit(event.actorId, `${event.action} ${subject}`, event)
}

async function writeRepeated(evenUnfinished = false): Promise<void> {
  for (const { event, times } of repeats.takeRepeated(evenUnfinished)) {
    await write({ ...event, details: { ...event.details, repeated: times } })
  }
}

async function write(event: SecurityEvent): Promise<void> {
  const { action, client, actorId, sessionId, subjectId, outcome = outcomeOf(action), details = {} } = event
  try {
    await sql`select app.record_security_event(${action}, ${actorId ?? null}, ${subjectId ? withoutNul(subjectId) : null}, ${client.ip},
      ${client.userAgent}, ${sessionId ?? null}, ${outcome}, ${toJson(details)}::jsonb)`.execute(authDatabase())
  } catch (error) {
    log.error('a security event could not be recorded', error, { action, ip: client.ip, actorId, outcome, ...details })
  }
}

function outcomeOf(action: string): 'done' | 'refused' | 'failed' {
  if (/\.(refused|blocked|denied)$/.test(action)) return 'refused'
  return action.endsWith('.failed') ? 'failed' : 'done'
}
