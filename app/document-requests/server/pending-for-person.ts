import { type Expression, type Kysely, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { type Decision, decisionsFor } from '../../documents/server/decisions.ts'
import { type LinkToSign, linksToSign, pendingShown } from '../../documents/server/signing.ts'
import { receivedShownFor } from '../limits.ts'
import { type DocumentRequest, requestColumns } from './document-request.ts'

/** What a person has to do, or to read. */
export interface PendingForPerson {
  /** Signing links: those to sign first, then those that the fund still has to confirm. */
  toSign: LinkToSign[]
  /** Documents that they sign in the portal, now: their signature is next. */
  envelopes: PendingEnvelope[]
  /** Investments that they began, or that their adviser prepared, and that wait for their next step. */
  subscriptions: PendingSubscription[]
  /** Wire instructions that are shown to a holder of theirs. */
  wires: PendingWire[]
  /** Open requests for documents: those with the earliest day first, then oldest first. */
  requestedDocuments: DocumentRequest[]
  /** Fulfilled requests, newest first: those with a document that can still be replaced, and those of the last days. */
  received: ReceivedRequest[]
  /** Decisions about the person's delete requests that they haven't dismissed, newest first. */
  decided: Decision[]
}

/** A document to sign in the portal. */
export interface PendingEnvelope {
  id: string
  title: string
  /** The last day, 'YYYY-MM-DD'. */
  expiresOn: string
}

/** An investment without an agreement yet. */
export interface PendingSubscription {
  id: string
  /** Cents as text; null before terms are chosen. */
  amountCents: string | null
  /** Whether an adviser has prepared it. */
  isPrepared: boolean
}

/** An opening of wire instructions. */
export interface PendingWire {
  id: string
  reference: string
}

/** A fulfilled request. */
export interface ReceivedRequest {
  id: string
  name: string
  fulfilledAt: Date
  /** Whether another version can be sent: no one else has opened this one. */
  isReplaceable: boolean
}

/** Reads a person's pending items: signatures, requested documents, decisions about their delete requests. */
export async function getPendingForPerson(actor: Actor, personId: string): Promise<PendingForPerson> {
  const person = assertId(personId)
  requireOwnerOrAdministrator(actor, person)
  const [[row]] = await readAs(actor, waitingFor(person))
  const { toSign, envelopes, subscriptions, wires, requestedDocuments, received, decided } = row as PendingRow
  return {
    toSign: withTimes(toSign, ['signingSentAt', 'signingOpenedAt', 'saidSignedAt']),
    envelopes: envelopes ?? [],
    subscriptions: subscriptions ?? [],
    wires: wires ?? [],
    requestedDocuments: withTimes(requestedDocuments, ['createdAt', 'fulfilledAt', 'withdrawnAt']),
    received: withTimes(received, ['fulfilledAt']),
    decided: withTimes(decided, ['decided_at']),
  }
}

/** Rows as JSON, with times in ISO 8601. */
type InJson<Row> =
  | { [Column in keyof Row]: Exclude<Row[Column], Date> | (Date extends Row[Column] ? string : never) }[]
  | null
type PendingRow = { [Kind in keyof PendingForPerson]: InJson<PendingForPerson[Kind][number]> }

function withTimes<Row>(found: InJson<Row>, columns: (keyof Row)[]): Row[] {
  return (found ?? []).map(row => {
    const times = columns.map(column => [column, row[column] && new Date(row[column] as string)])
    return { ...row, ...Object.fromEntries(times) } as Row
  })
}

/** One statement for all lists, which are empty for most people: more statements would cost more than the rows. */
const waitingFor = prepared(
  'waiting_for_person',
  (db, personId: string) => sql<PendingRow>`
    select ${asJson(linksToSign(db, personId))} as "toSign", ${asJson(envelopesToSign(personId))} as envelopes,
      ${asJson(openSubscriptions(personId))} as subscriptions, ${asJson(openWires(personId))} as wires,
      ${asJson(openRequests(db, personId))} as "requestedDocuments",
      ${asJson(receivedRequests(personId))} as received, ${asJson(decisionsFor(db, personId))} as decided`,
)

/** @returns the rows of a query in their order; null where there are none */
function asJson(query: Expression<unknown>) {
  return sql`(select jsonb_agg(to_jsonb(found)) from (${query}) found)`
}

const openRequests = (db: Kysely<Database>, personId: string) =>
  db
    .selectFrom('document_requests')
    .select(requestColumns)
    .where('person_id', '=', personId)
    .where('fulfilled_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('due_on', order => order.asc().nullsLast())
    .orderBy('created_at')
    .limit(pendingShown)

const envelopesToSign = (personId: string) => sql<PendingEnvelope>`
  select e.id, e.title, e.expires_on::text as "expiresOn" from envelope_signers s join envelopes e on e.id = s.envelope_id
  where s.user_id = ${personId} and s.role <> 'fund'::text and s.state in ('waiting'::text, 'viewed'::text) and e.state = 'sent'::text
    and e.expires_on >= app.fund_day() and not exists (select from envelope_signers b
      where b.envelope_id = e.id and b.turn < s.turn and b.state <> 'signed'::text)
  order by e.sent_at, e.id limit ${sql.lit(pendingShown)}`

// Neither while the office sets up its holder, nor while it reviews the accreditation.
const openSubscriptions = (personId: string) => sql<PendingSubscription>`
  select s.id, s.amount_cents::text as "amountCents", s.state = 'prepared'::text as "isPrepared" from subscriptions s
  where ${personId} = (select app.user_id())
    and (s.person_id = ${personId} and s.state in ('started'::text, 'terms'::text, 'holder'::text, 'accreditation'::text)
      or s.state = 'prepared'::text and s.holder_id = any ((select app.my_owners())::uuid[]) and app.acts_for_holder(s.holder_id))
    and exists (select from offerings o where o.id = s.offering_id and o.state = 'open'::text)
    and not (s.state = 'terms'::text and s.wanted_name is not null and not exists (select from holder_members m
      where m.user_id = s.person_id and m.ended_at is null and m.added_at > s.since))
    and not (s.state = 'holder'::text and exists (select from accreditations a
      where a.holder_id = s.holder_id and a.state in ('submitted'::text, 'in_review'::text)))
  order by s.created_at, s.id limit ${sql.lit(pendingShown)}`

// An administrator who reads what is pending for someone else has no wires to see.
const openWires = (personId: string) => sql<PendingWire>`
  select o.id, o.reference from wire_openings o
  where ${personId} = (select app.user_id()) and o.closed_at is null and o.holder_id = any ((select app.my_owners())::uuid[])
    and app.acts_for_holder(o.holder_id)
  order by o.opened_at, o.id limit ${sql.lit(pendingShown)}`

const receivedRequests = (personId: string) => sql<ReceivedRequest>`
  select r.id, r.name, r.fulfilled_at as "fulfilledAt",
    d.opened_by_others_at is null and d.uploaded_by = r.person_id as "isReplaceable"
  from document_requests r join documents d on d.id = r.fulfilled_document_id
  where r.person_id = ${personId} and r.withdrawn_at is null and (d.opened_by_others_at is null and d.uploaded_by = r.person_id
    or r.fulfilled_at > now() - make_interval(secs => ${sql.lit(receivedShownFor / 1000)}))
  order by r.fulfilled_at desc, r.id limit ${sql.lit(pendingShown)}`
