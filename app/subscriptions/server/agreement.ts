import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { agreement } from '../../../content/agreement.ts'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../rules/dates.ts'
import { formatDay } from '../../../rules/days.ts'
import { pdfQueueLength, pdfsPerPerson, pdfTimeout } from '../../../rules/limits.ts'
import { formatCents, formatRate } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireMember } from '../../accreditation/server/accreditation.ts'
import { openingsCounted } from '../../downloads/server/file-accesses.ts'
import { findHolderFacts, type HolderFacts } from '../../holders/server/holder-facts.ts'
import { describeTerms } from '../../notes/describe.ts'
import { type AgreedNote, readAgreedNote } from '../../notes/server/drafts.ts'
import { assertAgreedTerms } from '../../notes/server/note-details.ts'
import { payoutNames } from '../../notes/words.ts'
import type { ReadBackLine, SignerRole } from '../../signing/envelopes.ts'
import { mailSigners } from '../../signing/server/envelope-mail.ts'
import { createEnvelope } from '../../signing/server/new-envelope.ts'
import { type Candidate, findCandidates, usualSeats } from '../../signing/server/seats.ts'
import { changeAgreementCommand, makeAgreementCommand, withdrawSubscriptionCommand } from '../own.commands.ts'
import { subscriptionSteps } from '../subscription-steps.ts'
import { openStates } from '../subscriptions.ts'
import { type AgreementFacts, agreementPdf } from './agreement-document.ts'
import { acknowledge, servedCodes } from './choose.ts'
import { requestHolderDocuments } from './holder-papers.ts'
import { shownOf } from './own-subscriptions.ts'
import {
  advance,
  assertJoined,
  assertOpen,
  assertQuoted,
  countUnread,
  lockSubscription,
  termsOf,
} from './subscription-row.ts'

const setting = new CostlyWork('subscription agreement made', {
  atOnce: 1,
  waiting: pdfQueueLength,
  perHour: pdfsPerPerson,
  time: pdfTimeout,
  code: 'SUBSCRIPTION_BUSY',
})

/** What an agreement is made of. */
interface Drafted {
  id: string
  holderId: string
  agreed: AgreedNote
  facts: AgreementFacts
  readBack: ReadBackLine[]
  seats: Candidate[]
  until: string
}

/**
 * Makes the agreement of a subscription's terms, as they were shown, and sends it to its signers. The terms are frozen with
 * it: the note gets exactly these columns. What the person says they have read is acknowledged first.
 * @returns the id of its envelope
 */
export const makeAgreement = performFreely(
  makeAgreementCommand,
  async ({ actor, refuse, transact, left }, id, { shown, read }): Promise<string> => {
    if (read) await openingsCounted()
    const drafted = await transact(async work => {
      if (read) await acknowledge(work, await lockSubscription(work.tx, id))
      return draft(work.tx, actor, id, shown)
    })
    const bytes = await setting.run(actor.id, left, async canceled => {
      await using worker = openPdfWorker()
      return await worker.render(agreementPdf(drafted.facts), canceled).catch(error => {
        throw canceled.aborted ? refuse('SUBSCRIPTION_BUSY', { retryAfter: Math.ceil(pdfTimeout / 1000) }) : error
      })
    })
    return transact(async ({ tx, audit }) => {
      const now = await draft(tx, actor, id, shown)
      if (asText(now) !== asText(drafted)) throw refuse('SUBSCRIPTION_CHANGED')
      const { holderId, agreed, readBack, seats, until } = drafted
      await sql`update subscriptions set state = ${subscriptionSteps.agree.to}, agreed = ${asText(agreed)}::jsonb
        where id = ${drafted.id}`.execute(tx)
      const envelopeId = await createEnvelope(tx, {
        kind: 'agreement',
        subjectId: drafted.id,
        holderId,
        title: agreement.title,
        bytes,
        readBack,
        signers: seats.map(({ role, userId, capacity }, at) => ({ turn: at + 1, role, userId, capacity })),
        expiresOn: until,
      })
      await requestHolderDocuments(tx, drafted.id, drafted.facts.kind)
      const facts = { holder_id: holderId, envelope_id: envelopeId, version: agreement.version }
      await audit('subscription.agreement_made', drafted.id, facts)
      return envelopeId
    })
  },
  { codes: servedCodes },
)

/** Whole cents as a number, as the database writes a note's columns. */
const asText = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each))

/** Checks everything that an agreement needs, and puts together what it says. */
async function draft(tx: Transaction<Database>, actor: Actor, id: string, shown: string): Promise<Drafted> {
  const found = await lockSubscription(tx, id, ['holder', 'accreditation'])
  const { amountCents, termMonths, payout, rateBp, quotedThrough, holderId } = found
  if (shownOf(found) !== shown) throw new PortalError('SUBSCRIPTION_CHANGED')
  if (amountCents === null || !termMonths || !payout || !rateBp || !quotedThrough || !holderId)
    throw new PortalError('SUBSCRIPTION_STATE')
  assertQuoted(found)
  await assertJoined(tx, found.renewsId)
  const offering = await assertOpen(tx, found.offeringId)
  const holder = await findHolderFacts(tx, holderId)
  requireMember(actor, holder)
  // Also where it was verified before: a verification may have ended since.
  const row = await advance(tx, { ...found, state: 'holder' }, found.state === 'accreditation')
  if (row.state !== 'accreditation') throw new PortalError('NOT_ACCREDITED')
  if ((await countUnread(tx, offering.id, actor.id)) > 0) throw new PortalError('SUPPLEMENT_UNREAD')
  const terms = { amountCents, termMonths, payout, rateBp }
  const agreed = await agreedNote(tx, holder, offering.name, terms)
  const seats = await seatsOf(tx, holder, actor.id)
  const also = [...(agreed.early_redemption ? [agreed.early_redemption] : []), ...agreed.clauses]
  const facts: AgreementFacts = {
    ...{
      investor: holder.legalName,
      kind: holder.kind,
      offering: offering.name,
      until: quotedThrough,
      today: fundDay(),
    },
    sentences: describeTerms(termsOf(terms), { holder: holder.legalName, offering: offering.name, also }),
    disclosures: await disclosuresOf(tx, offering.id),
    capacities: seats.map(({ capacity }) => capacity),
  }
  const to = href('/profile/subscribe/:id', { id: found.id })
  const readBack = [
    { label: 'Investor', value: holder.legalName, to },
    { label: 'Amount', value: formatCents(amountCents), to },
    { label: 'Rate', value: `${formatRate(rateBp)} a year`, to },
    { label: 'Term', value: `${termMonths} months`, to },
    { label: 'Interest is paid', value: payoutNames[payout], to },
    { label: 'Can be signed until', value: formatDay(quotedThrough) },
  ]
  return { id: found.id, holderId, agreed, facts, readBack, seats, until: quotedThrough }
}

function agreedNote(
  tx: Transaction<Database>,
  { id: holderId }: HolderFacts,
  offering: string,
  { amountCents, termMonths, payout, rateBp }: Parameters<typeof termsOf>[0],
): Promise<AgreedNote> {
  const { dayCount } = termsOf({ amountCents, termMonths, payout, rateBp })
  const details = { holderId, offering, principalCents: amountCents, rateBp, termMonths, payout, dayCount }
  // The quote stays, whatever the tiers are by now.
  return readAgreedNote(tx, holderId, details, assertAgreedTerms).catch(error => {
    throw error instanceof PortalError && error.code === 'NOTE_SALE_STATE'
      ? new PortalError('SUBSCRIPTION_STATE_UNKNOWN', { cause: error })
      : error
  })
}

/**
 * Who makes it signs first, then others that the holder's rule wants, the custodian, and the fund.
 * @throws PortalError SUBSCRIPTION_CUSTODIAN where a custodian has to sign and none can
 */
async function seatsOf(tx: Transaction<Database>, holder: HolderFacts, actorId: string): Promise<Candidate[]> {
  const { rows: signers } = await sql<{ role: SignerRole; userId: string; name: string }>`
    select role, user_id as "userId", name from app.signers_of(${holder.id})`.execute(tx)
  const nameOf = (id: string) => signers.find(({ userId }) => userId === id)?.name ?? ''
  const named = { ...holder, members: holder.members.map(member => ({ ...member, name: nameOf(member.userId) })) }
  const candidates = (await findCandidates(tx, named)).filter(({ role }) => role !== 'custodian')
  const own = candidates.filter(({ userId }) => userId === actorId)
  const custodians = agreement.kinds[holder.kind]?.custodianSigns ? custodiansOf(signers, holder) : []
  if (agreement.kinds[holder.kind]?.custodianSigns && custodians.length === 0)
    throw new PortalError('SUBSCRIPTION_CUSTODIAN')
  return usualSeats(holder, [...own, ...candidates.filter(({ userId }) => userId !== actorId), ...custodians])
}

function custodiansOf(
  signers: readonly { role: SignerRole; userId: string; name: string }[],
  { custodianName }: HolderFacts,
): Candidate[] {
  return signers
    .filter(({ role }) => role === 'custodian')
    .map(({ role, userId, name }) => ({
      ...{ key: userId, role, userId, name, email: '' },
      capacity: `${custodianName ?? 'Custodian'}, custodian, by ${name}`,
    }))
}

async function disclosuresOf(tx: Transaction<Database>, offeringId: string): Promise<AgreementFacts['disclosures']> {
  const rows = await tx
    .selectFrom('disclosures')
    .select(['number', 'title', 'published_at'])
    .where('offering_id', '=', offeringId)
    .orderBy('number')
    .execute()
  return rows.map(({ number, title, published_at }) => ({
    ...{ number, title },
    publishedOn: isoDayIn(timeZone, published_at),
  }))
}

/** Voids the agreement, and returns to the terms. */
export const changeAgreement = perform(changeAgreementCommand, async ({ tx, audit }, id) => {
  const signers = await voidAgreement(tx, id, 'Changed by the investor before the fund countersigned.')
  const row = await lockSubscription(tx, id, signers ? ['terms'] : [])
  await audit('subscription.reopened', row.id, { holder_id: row.holderId })
  await mailSigners(tx, signers ?? [], 'ended')
})

/** Withdraws before the fund has countersigned: nothing is binding. */
export const withdrawSubscription = perform(withdrawSubscriptionCommand, async ({ tx, audit }, id) => {
  const signers = await voidAgreement(tx, id, 'Withdrawn by the investor before the fund countersigned.')
  const row = await lockSubscription(tx, id, openStates)
  await tx.updateTable('subscriptions').set({ state: 'withdrawn' }).where('id', '=', row.id).execute()
  await audit('subscription.withdrawn', row.id, { holder_id: row.holderId })
  await mailSigners(tx, signers ?? [], 'ended')
})

/**
 * Voids the agreement of a subscription that is still out, which returns to its terms.
 * @returns the others who have opened or signed it, or who sign next; null where none is out
 */
export async function voidAgreement(tx: Transaction<Database>, id: string, reason: string): Promise<string[] | null> {
  const { rows } = await sql<{ signers: string[] | null }>`
    select app.void_agreement(${assertId(id)}, ${reason}) as signers`.execute(tx)
  return rows[0]?.signers ?? null
}
