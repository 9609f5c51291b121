import { sql } from 'kysely'
import { authDatabase } from '../database/connection.ts'
import { log } from '../platform/log.ts'
import { toJson, withoutNul } from './audit.ts'
import type { Client } from './client.ts'
import { networkOf } from './rate-limit.ts'
import { RepeatLimit } from './repeat-limit.ts'

/** Something that matters for security and has no transaction of its own: a sign-in, a failed code, a refusal. */
export interface SecurityEvent {
  /** Noun and verb, such as `sign_in.failed`; its words are in `rules/audit-words.ts`. */
  action: string
  client: Pick<Client, 'ip' | 'userAgent'>
  /** `user_profiles.id` of who acts, where the request proves it. */
  actorId?: string
  /** `auth.sessions.id` of the session that acts. */
  sessionId?: string
  /** What or whom it was done to: a row's id, or an address. */
  subjectId?: string
  /** By default as the action's name says. */
  outcome?: 'done' | 'refused' | 'failed'
  /** Never a code, a token or a secret. */
  details?: Record<string, unknown>
}

const repeats = new RepeatLimit<SecurityEvent>()
const flushEveryMs = 30_000
let flushing: ReturnType<typeof setInterval> | undefined

/** Starts writing what repeated. */
export function openSecurityEvents(): void {
  flushing = setInterval(() => void writeRepeated(), flushEveryMs)
  flushing.unref()
}

/** Writes what has repeated so far, and stops. */
export async function closeSecurityEvents(): Promise<void> {
  clearInterval(flushing)
  await writeRepeated(true)
}

/**
 * Records such an event in the audit log. The database sets its time, and finds the person of an address. Of many alike
 * (one action, actor and network within ten minutes) the first twenty are written, and then one entry with the number of
 * the others. It never throws: an event that can't be written goes to the process's log.
 */
export async function recordSecurityEvent(event: SecurityEvent): Promise<void> {
  const { action, actorId, client } = event
  // Strangers share an allowance, so that a flood from everywhere can neither fill the disk nor hide a person's entries.
  if (repeats.admit(actorId ?? 'strangers', `${action} ${networkOf(client.ip)}`, event)) await write(event)
}

/**
 * For acts that write their own entry in a transaction, and can be repeated at will: lets the first twenty in ten minutes
 * write it. The number of the others is recorded as `event` is.
 * @param subject acts on the same subject count together
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
