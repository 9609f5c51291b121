import { type Kysely, type Selectable, sql } from 'kysely'
import { mailFailuresPerPage } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { aliased, type CamelRow } from '../../../server/database/camel.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database, MailFailuresTable } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { dismissAllMailCommand, dismissMailCommand, sendMailAgainCommand } from '../failed-mail.commands.ts'

/** An e-mail that could not be delivered so far. Times are UTC. */
export type MailFailure = Omit<
  CamelRow<Selectable<MailFailuresTable>>,
  'dismissedAt' | 'sealed' | 'sentAgainAt' | 'deliveredAt'
> & {
  /** The name of the person it is to, if they have an account. */
  name: string | null
  /** Whether the queue still tries. */
  isRetried: boolean
  /** Whether the message was kept, so that it can be sent again. */
  canSendAgain: boolean
  /** An administrator asked to send it again, and the outcome isn't known yet. */
  isSending: boolean
}

/**
 * Worth an administrator's attention: refused for good, or failing for longer than a mail server takes to restart.
 */
const isLasting = sql<boolean>`dismissed_at is null and delivered_at is null
  and (refused or first_failed_at < now() - interval '15 minutes')`
/** The queue tries at least hourly until it gives up; a delivery removes the failure. */
const isRetried = sql<boolean>`last_failed_at > now() - interval '2 hours'`

/** An attempt that takes longer than this has been lost with its process. */
const isSending = sql<boolean>`coalesce(sent_again_at > greatest(last_failed_at, now() - interval '5 minutes'), false)`

/**
 * Lists e-mail that could not be delivered, the latest first.
 * @param page from 0, `mailFailuresPerPage` per page
 */
export async function getMailFailures(
  actor: Actor,
  { page = 0 }: { page?: number } = {},
): Promise<{ failures: MailFailure[]; total: number }> {
  return asAdministrator(actor, async tx => ({
    failures: await tx
      .selectFrom('mail_failures')
      .leftJoin('user_profiles', 'user_profiles.id', 'mail_failures.person_id')
      .select(['mail_failures.id', ...aliased(['person_id', 'recipient', 'first_failed_at', 'last_failed_at'])])
      .select([
        'attempts',
        'reason',
        'refused',
        'full_name as name',
        isRetried.as('isRetried'),
        isSending.as('isSending'),
      ])
      .select(sql<boolean>`sealed is not null`.as('canSendAgain'))
      .where(isLasting)
      .orderBy('last_failed_at', 'desc')
      .orderBy('mail_failures.id')
      .offset(page * mailFailuresPerPage)
      .limit(mailFailuresPerPage)
      .execute(),
    total: (await countMailFailures(tx).executeTakeFirstOrThrow()).total,
  }))
}

const countMailFailures = (db: Kysely<Database>) =>
  db
    .selectFrom('mail_failures')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>('id').filterWhere('refused', '=', sql.lit(true)).as('refused'),
    ])
    .where(isLasting)

/** How many e-mails could not be delivered, and how many of those were refused; for administrators. */
export const mailFailures = prepared('mail_failures', countMailFailures)

/**
 * Sends a failed e-mail again, to the address that the person has now: one attempt, at once. Asking again while it is
 * being sent changes nothing. NOT_FOUND where it isn't listed any more, because it has been delivered or dismissed, or can't be
 * sent again.
 */
export const sendFailedMailAgain = perform(sendMailAgainCommand, async ({ tx, refuse, audit }, messageId) => {
  const id = assertId(messageId)
  const failure = await tx
    .selectFrom('mail_failures')
    .select(['recipient', 'sealed', isSending.as('isSending')])
    .where('id', '=', id)
    .where(isLasting)
    .forUpdate()
    .executeTakeFirst()
  if (!failure?.sealed) throw refuse('NOT_FOUND')
  if (failure.isSending) return
  await tx.updateTable('mail_failures').set({ sent_again_at: sql<Date>`now()` }).where('id', '=', id).execute()
  await enqueue(tx, 'send-mail', { sealed: failure.sealed, again: true })
  await audit('mail_failure.sent_again', id, { recipients: [failure.recipient] })
})

/** Takes a failed e-mail off the list. If the queue still tries it, it may be delivered later. */
export const dismissMailFailure = perform(dismissMailCommand, (work, message) => dismiss(work, assertId(message)))

/** Takes all of them off the list. */
export const dismissMailFailures = perform(dismissAllMailCommand, work => dismiss(work))

async function dismiss({ tx, actor }: Pick<Work, 'tx' | 'actor'>, id?: string): Promise<void> {
  const dismissed = await tx
    .updateTable('mail_failures')
    .set({ dismissed_at: sql<Date>`now()` })
    .where(isLasting)
    .$if(id !== undefined, rows => rows.where('id', '=', id as string))
    .returning(['id', 'recipient'])
    .execute()
  // Each is about its message: an entry about the person who dismissed it would show them the addresses in their own export.
  const entries = dismissed.map(({ id, recipient }) => ({ subjectId: id, details: { recipients: [recipient] } }))
  await auditAll(tx, actor, 'mail_failure.dismissed', entries)
}
