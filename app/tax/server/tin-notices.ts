import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Day } from '../../../rules/days.ts'
import { canTake, taxProfileSteps } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { type NoticeKind, noticeDays, noticeKindOf } from '../b-notices.ts'
import {
  enterProfileCommand,
  markNoticePostedCommand,
  recordNoticeCommand,
  withdrawNoticeCommand,
} from '../card.commands.ts'
import { mailMembers } from './tax-mail.ts'
import { lockProfile } from './tax-profile.ts'

/**
 * Records that the IRS's notice CP2100 or CP2100A names a holder's number. Which B-notice it is follows from those before it;
 * the members are notified by e-mail, and a letter can be printed for the post.
 * @returns the notice's id
 */
export const recordTinNotice = perform(
  recordNoticeCommand,
  async ({ tx, actor, refuse, audit }, holderId, { noticeDate, receivedOn }) => {
    const id = assertId(holderId)
    if (receivedOn < noticeDate || receivedOn > fundDay()) throw refuse('NOTICE_DAY')
    const holder = await findHolderFacts(tx, id)
    const profile = await lockProfile(tx, id)
    const { number_id: numberId } = profile
    if (!numberId) throw refuse('NOTICE_NUMBER')
    const kind = noticeKindOf(noticeDate, await standingDays(tx, id))
    if (!kind) throw refuse('NOTICE_TWICE')
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
    await voidApprovals(tx, enterProfileCommand.name, id)
    await audit('tax.notice_recorded', id, { kind, notice_date: noticeDate, withhold_from: withholdFrom })
    await mailMembers(tx, holder, kind === 'first' ? 'first-notice' : 'second-notice')
    return notice
  },
  { codes: { tin_notices_once: 'NOTICE_TWICE' } },
)

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

/** Withdraws a B-notice that was recorded by mistake. */
export const withdrawTinNotice = perform(withdrawNoticeCommand, async ({ tx, actor, refuse, audit }, noticeId) => {
  const id = assertId(noticeId)
  const notice = await tx.selectFrom('tin_notices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!notice) throw refuse('NOT_FOUND')
  const profile = await lockProfile(tx, notice.holder_id)
  const standing = await standingDays(tx, notice.holder_id)
  if (notice.withdrawn_at || standing.some(day => day > notice.notice_date)) throw refuse('NOTICE_GONE')
  await tx
    .updateTable('tin_notices')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: actor.id })
    .where('id', '=', id)
    .execute()
  await voidApprovals(tx, enterProfileCommand.name, notice.holder_id)
  await undoState(tx, profile, notice)
  const { kind, notice_date } = notice
  await audit('tax.notice_withdrawn', notice.holder_id, { kind, notice_date })
})

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

/** Records that the letter about a B-notice was mailed today. */
export const markNoticePosted = perform(markNoticePostedCommand, async ({ tx, refuse, audit }, noticeId) => {
  const posted = await tx
    .updateTable('tin_notices')
    .set({ posted_on: fundDay() })
    .where('id', '=', assertId(noticeId))
    .where('withdrawn_at', 'is', null)
    .where('posted_on', 'is', null)
    .returning(['holder_id', 'kind'])
    .executeTakeFirst()
  if (!posted) throw refuse('NOTICE_GONE')
  await audit('tax.notice_posted', posted.holder_id, { kind: posted.kind })
})
