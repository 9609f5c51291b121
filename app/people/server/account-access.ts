import { sql, type Transaction } from 'kysely'
import { peoplePerPage } from '../../../rules/limits.ts'
import { countOf } from '../../../rules/number.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { describeDevice } from '../../identity/server/device-name.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { mailReissue } from '../../identity/server/reissue-mail.ts'
import { acceptGuestsCommand } from '../people.commands.ts'
import {
  acceptDelegateCommand,
  acceptPersonCommand,
  disablePersonCommand,
  enablePersonCommand,
} from '../person.commands.ts'
import { endSessionCommand, endSessionsCommand } from '../session.commands.ts'
import { lastApproverCodes, requireSecondApprover } from './last-approver.ts'

const codes: ConstraintCodes = { delegate_stays: 'DELEGATE_NOT_GUEST' }

/** Accepts a guest, who then has an investor's quota. @returns whether anything changed */
export const acceptPerson = perform(acceptPersonCommand, async (work, userId) => (await accept(work, [userId])) > 0, {
  codes,
})

/** Accepts several guests, or none of them. */
export const acceptPeople = perform(
  acceptGuestsCommand,
  async (work, _about, { ids }) => ({ notice: `${countOf(await accept(work, ids), 'account')} accepted` }),
  { codes },
)

/** @returns number accepted */
async function accept(
  { tx, audit }: Pick<Work<typeof acceptPersonCommand>, 'tx' | 'audit'>,
  userIds: readonly string[],
): Promise<number> {
  const ids = [...new Set(userIds.map(assertId))].sort()
  if (ids.length > peoplePerPage) throw new PortalError('UNEXPECTED')
  let done = 0
  for (const id of ids) {
    if (!(await changeState(tx, sql`app.accept_person(${id})`))) continue
    await audit('person.accepted', id)
    done++
  }
  return done
}

/**
 * Makes a delegate an investor, who gets documents sent to everyone, and an investor's quota. Shared access is
 * unaffected.
 * @returns whether anything changed
 */
export const acceptDelegate = perform(acceptDelegateCommand, async ({ tx, audit }, userId, { reason }) => {
  const id = assertId(userId)
  const accepted = await changeState(tx, sql`app.accept_delegate(${id})`)
  if (accepted) await audit('person.delegate_accepted', id, { reason })
  return accepted
})

/**
 * Disables a person: every session and its open streams end at once; no one can sign in with the address; the database
 * shows them nothing. An administrator loses the effect of the role.
 * @returns whether anything changed
 */
export const disablePerson = perform(
  disablePersonCommand,
  async ({ tx, actor, refuse, audit }, userId, { reason, alone }) => {
    const id = assertId(userId)
    if (id === actor.id) throw refuse('NOT_ONESELF')
    const said = await requireSecondApprover(tx, id, ['administrator', 'approver'], alone)
    const disabled = await changeState(tx, sql`app.disable_person(${id}, ${reason})`)
    if (!disabled) return false
    // The reason is stored with the person, where it can be erased; the log retains it no longer than that.
    await audit('person.disabled', id, said.details)
    await said.mail(`${actor.email} has closed an approver’s access.`)
    return true
  },
  {
    before: requireFreshProof,
    codes: { ...lastApproverCodes, not_oneself: 'NOT_ONESELF', an_administrator_stays: 'LAST_ADMINISTRATOR' },
  },
)

/**
 * Reopens a person's access, without earlier administrator or approver rights: those need approval again
 * (`requestAdministrator`, `requestApprover`), or one person could decide through a second mailbox.
 * @returns whether anything changed; not for an erased account
 */
export const enablePerson = perform(
  enablePersonCommand,
  async ({ tx, actor, audit }, userId) => {
    const id = assertId(userId)
    const before = await tx
      .selectFrom('user_profiles')
      .select(['email', 'is_admin', 'is_approver'])
      .where('id', '=', id)
      .executeTakeFirst()
    const enabled = await changeState(tx, sql`app.enable_person(${id})`)
    if (!before || !enabled) return false
    const { email, is_admin, is_approver } = before
    await audit('person.enabled', id)
    const revoked = { email, by: actor.email }
    if (is_admin) await audit('administrator.revoked', id, revoked)
    if (is_approver) await audit('approver.revoked', id, revoked)
    if (is_admin || is_approver)
      await mailReissue(tx, id, `${actor.email} opened the access of ${email} again, without their former right.`)
    return true
  },
  { before: requireFreshProof },
)

/** Ends every session of a person, who has to sign in again in each browser. @returns number ended */
export const endSessionsOf = perform(
  endSessionsCommand,
  async ({ tx, refuse, audit }, userId) => {
    const id = assertId(userId)
    const person = await tx.selectFrom('user_profiles').select('id').where('id', '=', id).executeTakeFirst()
    if (!person) throw refuse('NOT_FOUND')
    const { rows } = await sql<{ ended: number }>`select app.end_sessions(${id}) as ended`.execute(tx)
    const ended = rows[0]?.ended ?? 0
    await audit('session.all_ended', id, { ended })
    return ended
  },
  { before: requireFreshProof },
)

/**
 * Ends one session of a person: its cookie becomes worthless and its open pages notice. NOT_FOUND if the person has no
 * such session.
 */
export const endSessionOf = perform(
  endSessionCommand,
  async ({ tx, refuse, audit }, userId, values) => {
    const [id, session] = [assertId(userId), assertId(values.session)]
    const { rows } = await sql<{ device: string | null; ip: string | null }>`
      select * from app.end_session_of(${id}, ${session})`.execute(tx)
    const [ended] = rows
    if (!ended) throw refuse('NOT_FOUND')
    await audit('session.ended', id, { device: describeDevice(ended.device), ip: ended.ip })
  },
  { before: requireFreshProof },
)

/** @param change a database function that returns whether it changed anything, null for an unknown person */
async function changeState(tx: Transaction<Database>, change: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean | null }>`select ${change} as changed`.execute(tx)
  const changed = rows[0]?.changed
  if (changed === null || changed === undefined) throw new PortalError('NOT_FOUND')
  return changed
}
