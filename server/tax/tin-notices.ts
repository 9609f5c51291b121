import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type Day, isDay } from '../../rules/notes/days.ts'
import { type NoticeKind, noticeDays, noticeKindOf } from '../../rules/tax/b-notices.ts'
import { canTake, taxProfileSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { voidApprovals } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { findHolderFacts } from '../holders/holder-facts.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { profileKind } from './certifications.ts'
import { mailMembers } from './tax-mail.ts'
import { lockProfile } from './tax-profile.ts'

/**
 * Records that the IRS's notice CP2100 or CP2100A names a holder's number. Which B-notice it is follows from those before it;
 * the members are told by e-mail, and a letter can be printed for the post.
 * @param noticed the day on the IRS's notice, and the day it arrived
 * @returns the notice's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTICE_DAY; NOTICE_NUMBER where no number is
 *   on file; NOTICE_TWICE in a calendar year that has one already
 */
export async function recordTinNotice(
  actor: Actor,
  holderId: string,
  noticed: { noticeDate: string; receivedOn: string },
): Promise<string> {
  const id = assertId(holderId)
  const { noticeDate, receivedOn } = readDays(noticed)
  return asAdministrator(
    actor,
    async tx => {
      const holder = await findHolderFacts(tx, id)
      const profile = await lockProfile(tx, id)
      const { number_id: numberId } = profile
      if (!numberId) throw new PortalError('NOTICE_NUMBER')
      const kind = noticeKindOf(noticeDate, await standingDays(tx, id))
      if (!kind) throw new PortalError('NOTICE_TWICE')
      const notice = randomUUID()
      const { sendBy, withholdFrom } = noticeDays(receivedOn)
      await tx
        .insertInto('tin_notices')
        .values({
          id: notice,
          holder_id: id,
          kind,
          number_id: numberId,
          notice_date: noticeDate,
          received_on: receivedOn,
          send_by: sendBy,
          withhold_from: withholdFrom,
          recorded_by: actor.id,
        })
        .execute()
      await toState(tx, profile, kind)
      // What a second person was asked about the number before this is another question now.
      await voidApprovals(tx, profileKind, id)
      await audit(tx, actor, 'tax.notice_recorded', id, { kind, notice_date: noticeDate, withhold_from: withholdFrom })
      await mailMembers(tx, holder, kind === 'first' ? 'first-notice' : 'second-notice')
      return notice
    },
    { tin_notices_once: 'NOTICE_TWICE' },
  )
}

function readDays({ noticeDate, receivedOn }: { noticeDate: string; receivedOn: string }) {
  const [dated, received] = [noticeDate.trim(), receivedOn.trim()]
  if (!isDay(dated) || !isDay(received) || received < dated || received > fundDay()) throw new PortalError('NOTICE_DAY')
  return { noticeDate: dated, receivedOn: received }
}

/** @returns the days of a holder's notices that count, for whichever number: the holder is warned once, and then a second time */
async function standingDays(tx: Transaction<Database>, holderId: string): Promise<Day[]> {
  const rows = await tx
    .selectFrom('tin_notices')
    .select('notice_date')
    .where('holder_id', '=', holderId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return rows.map(({ notice_date }) => notice_date)
}

async function toState(
  tx: Transaction<Database>,
  { id, state }: Awaited<ReturnType<typeof lockProfile>>,
  kind: NoticeKind,
): Promise<void> {
  const step = kind === 'first' ? taxProfileSteps.firstNotice : taxProfileSteps.secondNotice
  if (!canTake(step, state)) return
  await tx
    .updateTable('tax_profiles')
    .set({ state: step.to, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Withdraws a B-notice that was recorded by mistake.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTICE_GONE where it was withdrawn, or
 *   another one follows it
 */
export async function withdrawTinNotice(actor: Actor, noticeId: string): Promise<void> {
  const id = assertId(noticeId)
  await asAdministrator(actor, async tx => {
    const notice = await tx.selectFrom('tin_notices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!notice) throw new PortalError('NOT_FOUND')
    const profile = await lockProfile(tx, notice.holder_id)
    const standing = await standingDays(tx, notice.holder_id)
    if (notice.withdrawn_at || standing.some(day => day > notice.notice_date)) throw new PortalError('NOTICE_GONE')
    await tx
      .updateTable('tin_notices')
      .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: actor.id })
      .where('id', '=', id)
      .execute()
    await voidApprovals(tx, profileKind, notice.holder_id)
    await undoState(tx, profile, notice)
    const { kind, notice_date } = notice
    await audit(tx, actor, 'tax.notice_withdrawn', notice.holder_id, { kind, notice_date })
  })
}

/** A holder who has sent another form since stays where that has led; otherwise what was before the notice is so again. */
async function undoState(
  tx: Transaction<Database>,
  profile: Awaited<ReturnType<typeof lockProfile>>,
  { kind, number_id }: { kind: NoticeKind; number_id: string },
): Promise<void> {
  if (profile.number_id !== number_id || profile.state !== (kind === 'first' ? 'first_notice' : 'second_notice')) return
  const earlier = await tx
    .selectFrom('tin_notices')
    .select('id')
    .where('number_id', '=', number_id)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('tax_profiles')
    .set({ state: earlier ? 'first_notice' : 'provided', updated_at: sql<Date>`now()` })
    .where('id', '=', profile.id)
    .execute()
}

/**
 * Records that the letter about a B-notice was mailed today.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTICE_GONE
 */
export async function markNoticePosted(actor: Actor, noticeId: string): Promise<void> {
  const id = assertId(noticeId)
  await asAdministrator(actor, async tx => {
    const posted = await tx
      .updateTable('tin_notices')
      .set({ posted_on: fundDay() })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .where('posted_on', 'is', null)
      .returning(['holder_id', 'kind'])
      .executeTakeFirst()
    if (!posted) throw new PortalError('NOTICE_GONE')
    await audit(tx, actor, 'tax.notice_posted', posted.holder_id, { kind: posted.kind })
  })
}
