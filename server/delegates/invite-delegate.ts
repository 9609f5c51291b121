import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type DelegateKind,
  delegateInvitationsPerAddress,
  delegateInvitationsPerPerson,
  delegateKinds,
  type Granted,
} from '../../rules/delegates.ts'
import { documentCategories } from '../../rules/documents.ts'
import { leadDay } from '../../rules/limits.ts'
import { isDay } from '../../rules/notes/days.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { isId } from '../access/ids.ts'
import { enforceRateLimit } from '../access/rate-limit.ts'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import { actsForHolder } from '../holders/frozen.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { queueMail } from '../mail/mailer.ts'
import { PortalError } from '../platform/portal-error.ts'
import { invitationMail } from './delegate-mail.ts'

/** Whom a holder lets look, at what, and until when, as typed. */
export interface NewDelegate {
  holderId: string
  email: string
  kind: string
  categories: readonly string[]
  figures: boolean
  download: boolean
  /** The last day, 'YYYY-MM-DD' in the fund's zone. */
  until: string
}

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
 * Invites somebody to look at what a holder lets them see (specification notes, section E). They sign in with the invited
 * address, which needs no account before, and accept; until then they see nothing. The answer is the same for every address, also
 * one of the fund's own people, who can't accept.
 * @param origin of the site, for the link
 * @returns the grant's id
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID; DELEGATE_HOLDER, DELEGATE_KIND, DELEGATE_NOTHING, DELEGATE_DAY;
 *   PROOF_NEEDED; NOT_FOUND for a holder that isn't the actor's; FORBIDDEN for who only looks; HOLDER_FROZEN;
 *   DELEGATE_DAY_PAST, DELEGATE_DAY_FAR, DELEGATE_ONESELF, DELEGATE_MEMBER, DELEGATE_TWICE,
 *   DELEGATE_LIMIT; TOO_MANY_DELEGATES
 */
export async function inviteDelegate(actor: Actor, origin: string, typed: NewDelegate): Promise<string> {
  const email = parseEmailAddress(typed.email)
  const { holderId, kind, until, ...granted } = readDelegate(typed)
  await requireFreshProof(actor)
  const id = randomUUID()
  await actAs(
    actor,
    async tx => {
      const holder = await tx
        .selectFrom('holders')
        .select(['id', 'legal_name'])
        .where('id', '=', holderId)
        .executeTakeFirst()
      if (!holder) throw new PortalError('NOT_FOUND')
      if (!(await actsForHolder(tx, holderId))) throw new PortalError('FORBIDDEN')
      await tx
        .insertInto('grants')
        .values({
          id,
          holder_id: holderId,
          invited_address: email,
          kind,
          categories: [...granted.categories],
          sees_figures: granted.figures,
          may_download: granted.download,
          ends_at: sql<Date>`app.after_fund_day(${until}::date)`,
          invited_by: actor.id,
        })
        .execute()
      await enforceInvitationLimit(actor, email)
      await audit(tx, actor, 'delegate.invited', holderId, { grant_id: id, email, kind, until, ...granted })
      await queueMail(tx, invitationMail(email, { holder: holder.legal_name, kind, origin }))
    },
    codes,
  )
  return id
}

/** @throws PortalError DELEGATE_HOLDER, DELEGATE_KIND, DELEGATE_NOTHING, DELEGATE_DAY */
function readDelegate({ holderId, kind, categories, figures, download, until }: NewDelegate): Granted & {
  holderId: string
  kind: DelegateKind
  until: string
} {
  if (!isId(holderId.toLowerCase())) throw new PortalError('DELEGATE_HOLDER')
  if (!Object.hasOwn(delegateKinds, kind)) throw new PortalError('DELEGATE_KIND')
  const chosen = documentCategories.filter(category => categories.includes(category))
  if (chosen.length === 0 && !figures) throw new PortalError('DELEGATE_NOTHING')
  if (!isDay(until)) throw new PortalError('DELEGATE_DAY')
  return {
    holderId: holderId.toLowerCase(),
    kind: kind as DelegateKind,
    categories: chosen,
    figures,
    download,
    until,
  }
}

async function enforceInvitationLimit(actor: Actor, email: string): Promise<void> {
  const limit = { window: leadDay, code: 'TOO_MANY_DELEGATES' } as const
  await enforceRateLimit(`delegates invited by ${actor.id}`, { ...limit, most: delegateInvitationsPerPerson })
  await enforceRateLimit(`delegates invited at ${email}`, { ...limit, most: delegateInvitationsPerAddress })
}
