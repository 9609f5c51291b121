import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId, isId } from '../../../server/access/ids.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { getHoldersOf } from '../../holders/server/holders-list.ts'
import { describeTerms } from '../../notes/describe.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import type { Next, SubscriptionState } from '../subscriptions.ts'
import { type HolderPaper, papersOf } from './holder-papers.ts'
import { nextForAll } from './progress.ts'
import { type Remark, remarksOf } from './remarks.ts'
import { readSubscription, type SubscriptionRow, termsOf, toSubscription } from './subscription-row.ts'

/** A subscription in its investor's list. Amounts are whole cents as text. */
export interface OwnSubscription {
  id: string
  state: SubscriptionState
  offeringId: string
  offering: string
  holder: string | null
  amountCents: string | null
  rateBp: number | null
  termMonths: number | null
  payout: string | null
  quotedThrough: string | null
  since: Date
  next: Next
  /** The maturing note to which it adds new money. */
  renews: { id: string; number: string } | null
  /** Whether the actor advises the investor, and can only read it. */
  isAdvised: boolean
}

/** A holder that the actor may choose. */
export interface ChosenHolder {
  id: string
  legalName: string
  kind: HolderKind
  isFrozen: boolean
}

export interface OwnSubscriptions {
  /** Open to investors now, with the kinds of holders that they accept. */
  offerings: { id: string; name: string; kinds: HolderKind[] }[]
  /** The actor's. */
  holders: ChosenHolder[]
  subscriptions: OwnSubscription[]
  /** Holders that let the actor prepare an investment. */
  advised: { id: string; legalName: string }[]
  /** The maturing note that new money is to join, and when it matures. */
  renewing: { id: string; number: string; holderId: string; maturityDate: string | null } | null
}

interface Facts {
  offering: string
  kinds: HolderKind[]
  holder: string | null
  renewsNumber: string | null
  noteNumber: string | null
  envelopeId: string | null
  wire: string | null
}

/** @param renewsId the note whose page leads here, if one does */
export async function getOwnSubscriptions(actor: Actor, renewsId?: string): Promise<OwnSubscriptions> {
  const holders = await holdersOf(actor)
  return queryAs(actor, async tx => {
    const offerings = actor.isGuest
      ? []
      : await tx
          .selectFrom('offerings')
          .select(['id', 'name', 'kinds'])
          .where('state', '=', 'open')
          .orderBy('name')
          .execute()
    const rows = await tx
      .selectFrom('subscriptions')
      .selectAll()
      // An administrator sees all, and may be an investor, too.
      .where(sql<boolean>`(holder_id = any (app.my_owners()) or person_id = ${actor.id} or prepared_by = ${actor.id})`)
      .orderBy('created_at', 'desc')
      .limit(50)
      .execute()
    const { rows: advised } = await sql<{ id: string; legalName: string }>`
      select holder_id as id, holder_name as "legalName" from app.shared_with_me()
      where kind = 'adviser' and accepted_at is not null and app.advises(holder_id)`.execute(tx)
    const subscriptions = await toOwn(tx, actor, rows.map(toSubscription))
    const renewing = await findRenewing(tx, renewsId)
    return { offerings: offerings as OwnSubscriptions['offerings'], holders, subscriptions, advised, renewing }
  })
}

/** @returns the holders that the actor acts for: themselves first */
async function holdersOf(actor: Actor): Promise<ChosenHolder[]> {
  const held = await getHoldersOf(actor, actor.id)
  return held
    .filter(({ right }) => right !== 'viewer')
    .map(({ id, legalName, kind, isFrozen }) => ({ id, legalName, kind, isFrozen }))
}

async function findRenewing(tx: Transaction<Database>, renewsId: string | undefined) {
  if (!renewsId || !isId(renewsId)) return null
  const { rows } = await sql<NonNullable<OwnSubscriptions['renewing']>>`
    select id, number, holder_id as "holderId", maturity_date as "maturityDate" from notes where id = ${renewsId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** A person who is no longer accepted sees no offering. */
async function factsOf(tx: Transaction<Database>, subscriptionIds: readonly string[]): Promise<Map<string, Facts>> {
  if (subscriptionIds.length === 0) return new Map()
  const { rows } = await sql<Facts & { id: string }>`
    select s.id, coalesce(o.name, '') as offering, coalesce(o.kinds, '{}') as kinds, coalesce(h.legal_name,
        (select w.holder_name from app.shared_with_me() w where w.holder_id = s.holder_id limit 1)) as holder,
      (select n.number from notes n where n.id = s.renews_id) as "renewsNumber",
      (select n.number from notes n where n.id = s.note_id) as "noteNumber",
      (select e.id from envelopes e where e.subject_id = s.id and e.kind = 'agreement' and e.state <> 'draft'
        order by e.created_at desc limit 1) as "envelopeId",
      (select w.id from wire_openings w where w.subject_id = s.note_id and w.closed_at is null) as wire
    from subscriptions s left join offerings o on o.id = s.offering_id left join holders h on h.id = s.holder_id
    where s.id = any (${subscriptionIds}::uuid[])`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** @returns subscriptions as their investor sees them, in a fixed number of statements */
async function toOwn(tx: Transaction<Database>, actor: Actor, all: readonly SubscriptionRow[]) {
  const facts = await factsOf(
    tx,
    all.map(({ id }) => id),
  )
  const next = await nextForAll(
    tx,
    all.map(row => ({ row, personId: actor.id })),
  )
  return all.map((row, at): OwnSubscription => {
    const { offering, holder, renewsNumber } = facts.get(row.id) as Facts
    const { id, state, offeringId, amountCents, rateBp, termMonths, payout, quotedThrough, since, renewsId } = row
    return {
      ...{ id, state, offeringId, offering, holder, rateBp, termMonths, payout, quotedThrough, since },
      amountCents: amountCents === null ? null : String(amountCents),
      next: next[at] as Next,
      renews: renewsId && renewsNumber ? { id: renewsId, number: renewsNumber } : null,
      isAdvised: row.preparedBy === actor.id,
    }
  })
}

/** Everything about one subscription, on one page. */
export interface SubscriptionPage extends OwnSubscription {
  /** The terms in words, once they are chosen. */
  sentences: string[]
  /** The terms as shown: an agreement is made of these, or not at all. */
  shown: string
  canAct: boolean
  /** Those who act for the investor, and the adviser who prepared it. */
  canRemark: boolean
  holderId: string | null
  /** The actor's. */
  holders: ChosenHolder[]
  kinds: HolderKind[]
  wantedName: string | null
  disclosures: {
    id: string
    number: number
    title: string
    documentId: string
    publishedAt: Date
    isServed: boolean
    acknowledgedAt: Date | null
  }[]
  papers: HolderPaper[]
  remarks: Remark[]
  noteId: string | null
  noteNumber: string | null
  reason: string | null
  /** The envelope to sign, and the page of the wire instructions. */
  envelopeId: string | null
  wire: string | null
}

export async function getOwnSubscription(actor: Actor, subscriptionId: string): Promise<SubscriptionPage> {
  const id = assertId(subscriptionId)
  const holders = await holdersOf(actor)
  return queryAs(actor, async tx => {
    const row = await readSubscription(tx, id)
    const facts = (await factsOf(tx, [id])).get(id) as Facts
    const [shown] = await toOwn(tx, actor, [row])
    const own = holders.find(holder => holder.id === row.holderId)
    const canAct = row.holderId === null || (own !== undefined && !own.isFrozen)
    return {
      ...(shown as OwnSubscription),
      sentences: sentencesOf(row, facts),
      shown: shownOf(row),
      canAct,
      canRemark: canAct || row.preparedBy === actor.id,
      holders,
      ...{ kinds: facts.kinds, holderId: row.holderId, wantedName: row.wantedName, reason: row.reason },
      disclosures: await disclosuresFor(tx, row.offeringId, actor.id),
      papers: await papersOf(tx, row.holderId, own?.kind),
      remarks: await remarksOf(tx, id),
      ...{ noteId: row.noteId, noteNumber: facts.noteNumber },
      ...{ envelopeId: facts.envelopeId, wire: facts.wire },
    }
  })
}

/** @returns the terms of a quote in words, for a note issued today */
function sentencesOf(row: SubscriptionRow, { holder, offering }: Facts): string[] {
  const { amountCents, termMonths, payout, rateBp } = row
  if (amountCents === null || termMonths === null || payout === null || rateBp === null) return []
  return describeTerms(termsOf({ amountCents, termMonths, payout, rateBp }), {
    holder: holder ?? 'The investor',
    offering,
  })
}

/** @returns the terms in one line, to be compared with what a form says was shown */
export function shownOf({ amountCents, termMonths, payout, rateBp, quotedThrough, holderId }: SubscriptionRow): string {
  return [amountCents, termMonths, payout, rateBp, quotedThrough, holderId].join(' ')
}

async function disclosuresFor(
  tx: Transaction<Database>,
  offeringId: string,
  personId: string,
): Promise<SubscriptionPage['disclosures']> {
  const { rows } = await sql<SubscriptionPage['disclosures'][number]>`
    select d.id, d.number, d.title, d.document_id as "documentId", d.published_at as "publishedAt",
      app.has_been_served(d.document_id) as "isServed", r.acknowledged_at as "acknowledgedAt"
    from disclosures d left join disclosure_receipts r on r.disclosure_id = d.id and r.user_id = ${personId}
    where d.offering_id = ${offeringId} order by d.number`.execute(tx)
  return rows
}

/** New money beside a maturing note, for its own page. */
export interface JoinedSubscriptions {
  added: OwnSubscription[]
  /** Whether an offering is open to the actor. */
  canAdd: boolean
}

export async function getJoinedSubscriptions(actor: Actor, noteId: string): Promise<JoinedSubscriptions> {
  return queryAs(actor, async tx => {
    const open = await tx.selectFrom('offerings').select('id').where('state', '=', 'open').limit(1).executeTakeFirst()
    const rows = await tx
      .selectFrom('subscriptions')
      .selectAll()
      .where('renews_id', '=', assertId(noteId))
      .where('state', 'not in', ['withdrawn', 'rejected', 'lapsed'])
      .orderBy('created_at')
      .execute()
    return { added: await toOwn(tx, actor, rows.map(toSubscription)), canAdd: open !== undefined }
  })
}

/** For the export of a person's data: what they subscribed or prepared, and the disclosures that they read. */
export const subscriptionsExport: DataExport = {
  name: 'subscriptions.json',
  about: 'your subscriptions, and the disclosures that you read',
  read: actor =>
    queryAs(actor, async tx => {
      const { rows: subscriptions } = await sql<Record<string, unknown>>`select o.name as offering, s.state,
          s.amount_cents::text as amount_cents, s.term_months, s.payout, s.rate_bp, s.quoted_through, s.agreed, s.wanted_kind,
          s.wanted_name, s.reason, s.created_at, s.since, s.prepared_by = ${actor.id} as prepared_by_you
        from subscriptions s left join offerings o on o.id = s.offering_id
        where ${actor.id} in (s.person_id, s.prepared_by) order by s.created_at, s.id`.execute(tx)
      const { rows: read } = await sql<Record<string, unknown>>`select d.title, d.number, r.served_at, r.acknowledged_at
        from disclosure_receipts r left join disclosures d on d.id = r.disclosure_id
        where r.user_id = ${actor.id} order by r.acknowledged_at, r.disclosure_id`.execute(tx)
      const { rows: remarks } = await sql<Record<string, unknown>>`select about, body, written_at
        from subscription_remarks where written_by = ${actor.id} order by written_at, id`.execute(tx)
      const own = { subscriptions, disclosures_read: read, remarks }
      return Object.values(own).some(rows => rows.length > 0) ? own : undefined
    }),
}
