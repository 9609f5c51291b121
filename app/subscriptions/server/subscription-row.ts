import { type Selectable, sql, type Transaction } from 'kysely'
import { agreement } from '../../../content/agreement.ts'
import { noteSettings } from '../../../content/notes.ts'
import { tiers } from '../../../content/tiers.ts'
import { addDays } from '../../../rules/days.ts'
import { assertId } from '../../../server/access/ids.ts'
import { type CamelRow, camelRow } from '../../../server/database/camel.ts'
import type { Database, SubscriptionsTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { isAccreditedFor } from '../../accreditation/server/reliance.ts'
import type { Payout } from '../../notes/interest.ts'
import { assertOffered } from '../../notes/server/note-details.ts'
import { type NoteTerms, tierFor, tierRateBp } from '../../notes/terms.ts'
import { subscriptionSteps } from '../subscription-steps.ts'
import { hasQuoteEnded } from '../subscriptions.ts'

/** A subscription's row, with its amount in cents. */
export type SubscriptionRow = Omit<CamelRow<Selectable<SubscriptionsTable>>, 'amountCents'> & {
  amountCents: bigint | null
}

/**
 * Reads a subscription and locks it until the transaction ends.
 * @param states allowed ones
 * @throws PortalError NOT_FOUND; HOLDER_FROZEN for those who act for its holder; SUBSCRIPTION_STATE in another state
 */
export async function lockSubscription(
  tx: Transaction<Database>,
  subscriptionId: string,
  states?: readonly string[],
): Promise<SubscriptionRow> {
  const row = await find(tx, subscriptionId).forUpdate().executeTakeFirst()
  if (!row) throw new PortalError((await isFrozen(tx, subscriptionId)) ? 'HOLDER_FROZEN' : 'NOT_FOUND')
  if (states && !states.includes(row.state)) throw new PortalError('SUBSCRIPTION_STATE')
  return toSubscription(row)
}

/** Of a frozen holder's, members read everything and lock nothing. */
async function isFrozen(tx: Transaction<Database>, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`select from subscriptions s join holders h on h.id = s.holder_id
    where s.id = ${subscriptionId} and h.frozen_at is not null`.execute(tx)
  return rows.length > 0
}

/** `lockSubscription` without the lock, in any state. */
export async function readSubscription(tx: Transaction<Database>, subscriptionId: string): Promise<SubscriptionRow> {
  const row = await find(tx, subscriptionId).executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return toSubscription(row)
}

function find(tx: Transaction<Database>, subscriptionId: string) {
  return tx.selectFrom('subscriptions').selectAll().where('id', '=', assertId(subscriptionId))
}

export function toSubscription({ amount_cents, ...row }: Selectable<SubscriptionsTable>): SubscriptionRow {
  return { ...camelRow(row), amountCents: amount_cents === null ? null : BigInt(amount_cents) }
}

/** What an investor may choose. */
export interface ChosenTerms {
  amountCents: bigint
  termMonths: number
  payout: string
}

/**
 * @returns the columns of terms at today's rate of their tier, which is quoted for some days
 * @throws PortalError SUBSCRIPTION_AMOUNT; with the first problem of the terms
 */
export function quoteFor({ amountCents, termMonths, payout }: ChosenTerms) {
  if (amountCents % 100n !== 0n) throw new PortalError('SUBSCRIPTION_AMOUNT')
  const tier = tierFor(amountCents, tiers)
  const months = termMonths === 12 ? 12 : 24
  // Without a tier, the amount is below the lowest or above the highest, which the check of the terms says.
  const rateBp = tierRateBp(tier ?? tiers[0], months)
  assertOffered(termsOf({ amountCents, termMonths: months, payout, rateBp }))
  return {
    ...{ amount_cents: amountCents, term_months: months, payout: payout as Payout, rate_bp: rateBp },
    quoted_through: addDays(fundDay(), agreement.quoteDays),
  } as const
}

/** @returns the terms of a note that is issued today */
export function termsOf({ amountCents, rateBp, termMonths, payout }: ChosenTerms & { rateBp: number }): NoteTerms {
  return {
    principalCents: amountCents,
    rateBp,
    termMonths: termMonths as NoteTerms['termMonths'],
    payout: payout as Payout,
    dayCount: noteSettings.dayCount,
    convention: noteSettings.convention,
    issueDate: fundDay(),
  }
}

/** @throws PortalError OFFERING_CLOSED unless investors may choose it now */
export async function assertOpen(tx: Transaction<Database>, offeringId: string) {
  const offering = await tx
    .selectFrom('offerings')
    .selectAll()
    .where('id', '=', assertId(offeringId))
    .executeTakeFirst()
  if (offering?.state !== 'open') throw new PortalError('OFFERING_CLOSED')
  return offering
}

/** @throws PortalError SUBSCRIPTION_RENEWAL unless the note that new money joins is owed still, or was renewed */
export async function assertJoined(tx: Transaction<Database>, renewsId: string | null): Promise<void> {
  if (renewsId === null) return
  const note = await tx.selectFrom('notes').select('state').where('id', '=', renewsId).executeTakeFirst()
  if (!['current', 'matured', 'defaulted', 'renewed'].includes(note?.state ?? ''))
    throw new PortalError('SUBSCRIPTION_RENEWAL')
}

/** @throws PortalError QUOTE_ENDED */
export function assertQuoted({ quotedThrough }: Pick<SubscriptionRow, 'quotedThrough'>): void {
  if (hasQuoteEnded({ today: fundDay(), quotedThrough })) throw new PortalError('QUOTE_ENDED')
}

/** @returns whether the holder is verified for this sale today */
export async function isVerified(
  tx: Transaction<Database>,
  { holderId, amountCents }: Pick<SubscriptionRow, 'holderId' | 'amountCents'>,
): Promise<boolean> {
  return holderId !== null && amountCents !== null && isAccreditedFor(tx, holderId, amountCents, fundDay())
}

/**
 * Takes the step that needs no one: a holder that is verified for this sale.
 * @param isTaken whether it was taken before, and is only looked at again
 * @returns the row after it
 */
export async function advance(
  tx: Transaction<Database>,
  row: SubscriptionRow,
  isTaken = false,
): Promise<SubscriptionRow> {
  if (row.state !== 'holder' || !(await isVerified(tx, row))) return row
  if (!isTaken)
    await tx.updateTable('subscriptions').set({ state: subscriptionSteps.verify.to }).where('id', '=', row.id).execute()
  return { ...row, state: subscriptionSteps.verify.to }
}

/** @returns how many disclosures of an offering this person hasn't acknowledged */
export async function countUnread(tx: Transaction<Database>, offeringId: string, personId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select app.unread_disclosures(${offeringId}, ${personId}) as unread`.execute(tx)
  return rows[0]?.unread ?? 0
}
