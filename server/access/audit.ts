import { sql, type Transaction } from 'kysely'
import type { AuditAction } from '../../rules/audit-words.ts'
import { changesByGuests, changesPerGuest, changesPerPerson, changeWindow } from '../../rules/limits.ts'
import { actAs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import type { Actor } from './actor.ts'
import { enforceRateLimit } from './rate-limit.ts'

/** The actor, with the request's source if known. */
type AuditActor = Pick<Actor, 'id' | 'email' | 'sessionId' | 'from'> &
  Partial<Pick<Actor, 'isAdmin' | 'isApprover' | 'isGuest'>>

/**
 * Writes an entry to the append-only audit log, within the transaction it describes. The database sets the time, checks
 * the actor, and chains the entry when the transaction commits.
 * @param action noun and verb, such as `document.uploaded`; one without words in `rules/audit-words.ts` doesn't compile
 * @param subjectId the affected row; the entry outlives it
 * @param details what a reader will need when that row no longer exists
 * @throws PortalError TOO_MANY_CHANGES if a person other than an administrator exceeds the daily limit
 */
export function audit(
  tx: Transaction<Database>,
  actor: AuditActor,
  action: AuditAction,
  subjectId: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  return auditAll(tx, actor, action, [{ subjectId, details }])
}

/** `audit` for several rows. */
export async function auditAll(
  tx: Transaction<Database>,
  actor: AuditActor,
  action: AuditAction,
  entries: readonly { subjectId: string; details: Record<string, unknown> }[],
): Promise<void> {
  if (entries.length === 0) return
  if (!actor.isAdmin && !actor.isApprover && !recovering.has(action)) await enforceChangeLimit(actor)
  await tx
    .insertInto('audit_log')
    .values(
      entries.map(({ subjectId, details }) => ({
        actor_id: actor.id,
        actor_email: actor.email,
        session_id: actor.sessionId,
        ip: actor.from?.ip,
        user_agent: actor.from?.userAgent,
        action,
        subject_id: withoutNul(subjectId),
        details: toJson(details),
      })),
    )
    .execute()
}

/** Actions that remove an intruder, who could use up the account's changes. Each is bounded by what it undoes. */
const recovering: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'session.ended',
  'session.others_ended',
  'recovery_codes.used',
  'email.change_reported',
  'email.change_undone',
  'passkey.recovery_stopped',
])

/** The log can't be deleted, so its growth is limited per person. A change of many rows counts once. */
async function enforceChangeLimit({ id, isGuest }: AuditActor): Promise<void> {
  const limit = { window: changeWindow, code: 'TOO_MANY_CHANGES' } as const
  await enforceRateLimit(`changes by ${id}`, { most: isGuest ? changesPerGuest : changesPerPerson, ...limit })
  if (isGuest) await enforceRateLimit('changes by guests', { ...limit, most: changesByGuests, code: 'GUESTS_BUSY' })
}

/** PostgreSQL stores no NUL, neither in text nor in JSON; input may contain one. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** @returns details as JSON that PostgreSQL can store: without NUL or lone surrogates, which truncated text may contain */
export function toJson(details: object): string {
  return JSON.stringify(details, (_, value) => (typeof value === 'string' ? withoutNul(value).toWellFormed() : value))
}

/** @returns whether the action was done to a row, which may no longer exist, as visible to the transaction */
export async function isAudited(tx: Transaction<Database>, subjectId: string, action: string): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .executeTakeFirst()
  return entry !== undefined
}

/** Batch size. */
const batchSize = 2000

/**
 * Reads log entries by and about the actor and their rows in batches, oldest first.
 * @param subjectIds their rows
 */
export async function* readOwnAudit(actor: Actor, subjectIds: readonly string[]) {
  for (let last = 0; ; ) {
    const entries = await actAs(actor, tx =>
      tx
        .selectFrom('app.readable_audit')
        .select([
          'id',
          'at',
          'actor_id',
          'actor_role',
          'action',
          'subject_id',
          'outcome',
          'ip',
          'user_agent',
          'details',
        ])
        .where('id', '>', last)
        .where(
          sql<boolean>`(actor_id = ${actor.id} or subject_id = ${actor.id}::text or details ->> 'user_id' = ${actor.id}::text
            or subject_id = any(${subjectIds}::text[]))`,
        )
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    )
    yield entries
    if (entries.length < batchSize) return
    last = entries.at(-1)?.id ?? last
  }
}
