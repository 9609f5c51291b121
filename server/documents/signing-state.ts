import type { Selectable, Transaction } from 'kysely'
import type { Database, DocumentsTable } from '../database/types.ts'

/** A signing link that its owner hasn't signed, or that the fund hasn't confirmed. Times are UTC. */
export interface LinkToSign
  extends Pick<Selectable<DocumentsTable>, 'id' | 'filename' | 'fund_name' | 'signing_opened_at' | 'said_signed_at'> {
  external_url: string
  signing_state: 'sent' | 'opened' | 'said_signed'
  signing_sent_at: Date
}

/**
 * @returns a person's signing links that aren't confirmed yet, those to sign before those that the person says are
 *   signed, oldest first
 */
export async function readLinksToSign(tx: Transaction<Database>, personId: string): Promise<LinkToSign[]> {
  const links = await tx
    .selectFrom('documents')
    .select(['id', 'filename', 'fund_name', 'external_url', 'signing_state'])
    .select(['signing_sent_at', 'signing_opened_at', 'said_signed_at'])
    .where('user_id', '=', personId)
    .where('signing_state', 'in', ['sent', 'opened', 'said_signed'])
    .orderBy(row => row('signing_state', '=', 'said_signed'))
    .orderBy('signing_sent_at')
    .orderBy('id')
    .limit(waitingShown)
    .execute()
  return links as LinkToSign[]
}

/** Of each kind that waits for a person, at most this many are shown. */
export const waitingShown = 50
