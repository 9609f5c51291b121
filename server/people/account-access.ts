import { sql, type Transaction } from 'kysely'
import { disableReasonLength, peoplePerPage } from '../../rules/limits.ts'
import { manyLines } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { describeDevice } from '../identity/device-name.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { mailReissue } from '../identity/reissue-mail.ts'
import { PortalError } from '../platform/portal-error.ts'
import { lastDeciderCodes, requireSecondDecider } from './last-decider.ts'

/**
 * Accepts a guest, who then has an investor's quota.
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; DELEGATE_NOT_GUEST for somebody whom a
 *   holder has let in
 */
export async function acceptPerson(actor: Actor, userId: string): Promise<boolean> {
  return (await acceptPeople(actor, [userId])).done > 0
}

/**
 * Accepts several guests, or none of them.
 * @returns how many were accepted, and of how many
 * @throws PortalError as `acceptPerson`; UNEXPECTED for more than a page of the list
 */
export async function acceptPeople(actor: Actor, userIds: readonly string[]): Promise<{ done: number; of: number }> {
  const ids = [...new Set(userIds.map(assertId))].sort()
  if (ids.length > peoplePerPage) throw new PortalError('UNEXPECTED')
  const work = async (tx: Transaction<Database>) => {
    let done = 0
    for (const id of ids) {
      if (!(await changeState(tx, sql`app.accept_person(${id})`))) continue
      await audit(tx, actor, 'person.accepted', id)
      done++
    }
    return { done, of: ids.length }
  }
  return asAdministrator(actor, work, codes)
}

/**
 * Makes somebody whom a holder has let in an investor: they get what is sent to everyone, and an investor's quota. What
 * the holder shares with them stays as it is.
 * @param reason as typed; the log keeps it
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator; ACCEPT_REASON, REASON_LONG; NOT_FOUND
 */
export async function acceptDelegate(actor: Actor, userId: string, reason: string): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  const why = manyLines(reason)
  if (!why) throw new PortalError('ACCEPT_REASON')
  if (why.length > disableReasonLength) throw new PortalError('REASON_LONG')
  return asAdministrator(actor, async tx => {
    const accepted = await changeState(tx, sql`app.accept_delegate(${id})`)
    if (accepted) await audit(tx, actor, 'person.delegate_accepted', id, { reason: why })
    return accepted
  })
}

const codes: ConstraintCodes = { delegate_stays: 'DELEGATE_NOT_GUEST' }

/**
 * Closes a person's access: every session ends at once, and with it what it holds open; nobody signs in with the
 * person's address; the database shows them nothing. An administrator loses the effect of the role.
 * @param reason as typed; only administrators see it
 * @param alone why one person is enough, as typed, where nobody else would decide afterward
 * @returns whether anything changed
 * @throws PortalError FORBIDDEN unless the actor is an administrator, also when their turn comes; REASON_REQUIRED,
 *   REASON_LONG; PROOF_NEEDED; NOT_ONESELF; LAST_ADMINISTRATOR; LAST_DECIDER; NOT_FOUND
 */
export async function disablePerson(actor: Actor, userId: string, reason: string, alone = ''): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  const why = manyLines(reason)
  if (!why) throw new PortalError('REASON_REQUIRED')
  if (why.length > disableReasonLength) throw new PortalError('REASON_LONG')
  await requireFreshProof(actor)
  const work = async (tx: Transaction<Database>) => {
    if (id === actor.id) throw new PortalError('NOT_ONESELF')
    const said = await requireSecondDecider(tx, id, ['administrator', 'approver'], alone)
    const disabled = await changeState(tx, sql`app.disable_person(${id}, ${why})`)
    if (!disabled) return false
    // The reason stays with the person, where it can be erased; the log keeps it no longer than that.
    await audit(tx, actor, 'person.disabled', id, said.details)
    await said.mail(`${actor.email} has closed the access of somebody who decided.`)
    return true
  }
  return asAdministrator(actor, work, {
    ...lastDeciderCodes,
    not_oneself: 'NOT_ONESELF',
    an_administrator_stays: 'LAST_ADMINISTRATOR',
  })
}

/**
 * Opens a person's access again. Who was an administrator or approver is none: giving such a right takes two people
 * (`setAdministrator`, `setApprover`), or one could have a second mailbox decide.
 * @returns whether anything changed; not for an erased account
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND
 */
export async function enablePerson(actor: Actor, userId: string): Promise<boolean> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(actor, async tx => {
    const before = await tx
      .selectFrom('user_profiles')
      .select(['email', 'is_admin', 'is_approver'])
      .where('id', '=', id)
      .executeTakeFirst()
    const enabled = await changeState(tx, sql`app.enable_person(${id})`)
    if (!before || !enabled) return false
    await audit(tx, actor, 'person.enabled', id)
    const revoked = { email: before.email, by: actor.email }
    if (before.is_admin) await audit(tx, actor, 'administrator.revoked', id, revoked)
    if (before.is_approver) await audit(tx, actor, 'approver.revoked', id, revoked)
    if (before.is_admin || before.is_approver)
      await mailReissue(
        tx,
        id,
        `${actor.email} opened the access of ${before.email} again, without their former right.`,
      )
    return true
  })
}

/**
 * Ends every session of a person, who has to sign in again in each browser.
 * @returns how many ended
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND
 */
export async function endSessionsOf(actor: Actor, userId: string): Promise<number> {
  const id = assertId(userId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(actor, async tx => {
    const person = await tx.selectFrom('user_profiles').select('id').where('id', '=', id).executeTakeFirst()
    if (!person) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<{ ended: number }>`select app.end_sessions(${id}) as ended`.execute(tx)
    const ended = rows[0]?.ended ?? 0
    await audit(tx, actor, 'session.all_ended', id, { ended })
    return ended
  })
}

/**
 * Ends one session of a person: its cookie becomes worthless and its open pages notice.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND where the person has no such
 *   session
 */
export async function endSessionOf(actor: Actor, userId: string, sessionId: string): Promise<void> {
  const id = assertId(userId)
  const session = assertId(sessionId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  await asAdministrator(actor, async tx => {
    const ending = sql<{
      device: string | null
      ip: string | null
    }>`select * from app.end_session_of(${id}, ${session})`
    const [ended] = (await ending.execute(tx)).rows
    if (!ended) throw new PortalError('NOT_FOUND')
    await audit(tx, actor, 'session.ended', id, { device: describeDevice(ended.device), ip: ended.ip })
  })
}

/** @param change a database function that returns whether it changed anything, null where there is nobody */
async function changeState(tx: Transaction<Database>, change: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean | null }>`select ${change} as changed`.execute(tx)
  const changed = rows[0]?.changed
  if (changed === null || changed === undefined) throw new PortalError('NOT_FOUND')
  return changed
}
