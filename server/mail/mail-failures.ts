import { sql } from 'kysely'
import { actAsJobs } from '../database/act-as.ts'

/** Where a message went that could not be delivered. */
interface FailedMessage {
  /** The local part of its Message-ID. */
  id: string
  /** `user_profiles.id`, if it is to a person rather than an address. */
  person: string | undefined
  recipient: string
  /** The message as the queue stores it. */
  sealed: string
}

/**
 * Records that a message could not be delivered, for administrators to see; the queue tries again.
 * @param error of the mail server or the connection to it
 */
export async function recordMailFailure(
  { id, person, recipient, sealed }: FailedMessage,
  error: unknown,
): Promise<void> {
  const { message, responseCode } = error as { message?: string; responseCode?: number }
  const reason = (message ?? String(error)).replaceAll(/\s+/g, ' ').slice(0, 500) || 'No reason given'
  const refused = responseCode !== undefined && responseCode >= 500
  await actAsJobs(tx =>
    tx
      .insertInto('mail_failures')
      .values({ id, person_id: person ?? null, recipient, reason, refused, sealed })
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet({
          recipient,
          reason,
          refused,
          attempts: sql<number>`mail_failures.attempts + 1`,
          last_failed_at: sql<Date>`now()`,
        }),
      )
      .execute(),
  )
}

/** Forgets that a message failed, once it is delivered. */
export async function forgetMailFailure(id: string): Promise<void> {
  await actAsJobs(tx => tx.deleteFrom('mail_failures').where('id', '=', id).execute())
}

/** Remembers that a failed message was delivered when it was sent again, for the queue, which still tries. */
export async function markDeliveredAgain(id: string): Promise<void> {
  await actAsJobs(tx =>
    tx
      .updateTable('mail_failures')
      .set({ delivered_at: sql<Date>`now()`, sealed: null })
      .where('id', '=', id)
      .execute(),
  )
}

/** @returns whether a failed message has been sent again since */
export async function isDeliveredAgain(id: string): Promise<boolean> {
  const found = await actAsJobs(tx =>
    tx
      .selectFrom('mail_failures')
      .select('id')
      .where('id', '=', id)
      .where('delivered_at', 'is not', null)
      .executeTakeFirst(),
  )
  return found !== undefined
}

/** Removes failures of a month ago. Part of the hourly clean-up. */
export async function cleanUpMailFailures(): Promise<void> {
  await actAsJobs(tx =>
    tx.deleteFrom('mail_failures').where('last_failed_at', '<', sql<Date>`now() - interval '30 days'`).execute(),
  )
}
