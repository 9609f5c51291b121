import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isDay } from '../../../rules/days.ts'
import { leadDay } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isId } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { enforceRateLimit } from '../../../server/access/rate-limit.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import { documentCategories } from '../../documents/documents.ts'
import { actsForHolder } from '../../holders/server/frozen.ts'
import { parseEmailAddress } from '../../identity/server/email-address.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { inviteDelegateCommand } from '../delegates.commands.ts'
import { delegateInvitationsPerAddress, delegateInvitationsPerPerson } from '../delegates.ts'
import { invitationMail } from './delegate-mail.ts'

/** The refusals of the database (`app.grant_refusal`). */
const codes: ConstraintCodes = {
  delegate_day_past: 'DELEGATE_DAY_PAST',
  delegate_day_far: 'DELEGATE_DAY_FAR',
  delegate_oneself: 'DELEGATE_ONESELF',
  delegate_member: 'DELEGATE_MEMBER',
  delegate_twice: 'DELEGATE_TWICE',
  delegate_limit: 'DELEGATE_LIMIT',
}

/**
 * Invites a delegate to what a holder lets them see (specification notes, section E). They sign in with the invited address,
 * which needs no account before, and accept; until then they see nothing. The answer is the same for every address, also one of
 * the fund's own people, who can't accept.
 * @returns the grant's id
 */
export const inviteDelegate = performFreely(
  inviteDelegateCommand,
  async ({ actor, refuse, transact }, _, { kind, until, figures, download, ...typed }) => {
    const email = parseEmailAddress(typed.email)
    const holderId = typed.holderId.toLowerCase()
    if (!isId(holderId)) throw refuse('DELEGATE_HOLDER')
    const categories = documentCategories.filter(category => typed.categories.includes(category))
    if (categories.length === 0 && !figures) throw refuse('DELEGATE_NOTHING')
    if (!isDay(until)) throw refuse('DELEGATE_DAY')
    await requireFreshProof(actor)
    const id = randomUUID()
    await transact(async ({ tx, audit }) => {
      const holder = await tx
        .selectFrom('holders')
        .select(['id', 'legal_name'])
        .where('id', '=', holderId)
        .executeTakeFirst()
      if (!holder) throw refuse('NOT_FOUND')
      if (!(await actsForHolder(tx, holderId))) throw refuse('FORBIDDEN')
      await tx
        .insertInto('grants')
        .values({
          id,
          holder_id: holderId,
          invited_address: email,
          kind,
          categories,
          sees_figures: figures,
          may_download: download,
          ends_at: sql<Date>`app.after_fund_day(${until}::date)`,
          invited_by: actor.id,
        })
        .execute()
      await enforceInvitationLimit(actor, email)
      const facts = { grant_id: id, email, kind, until, categories, figures, download }
      await audit('delegate.invited', holderId, facts)
      await queueMail(tx, invitationMail(email, { holder: holder.legal_name, kind, origin: siteOrigin() }))
    })
    return id
  },
  { codes },
)

async function enforceInvitationLimit(actor: Actor, email: string): Promise<void> {
  const limit = { window: leadDay, code: 'TOO_MANY_DELEGATES' } as const
  await enforceRateLimit(`delegates invited by ${actor.id}`, { ...limit, most: delegateInvitationsPerPerson })
  await enforceRateLimit(`delegates invited at ${email}`, { ...limit, most: delegateInvitationsPerAddress })
}
