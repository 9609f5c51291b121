import { sql } from 'kysely'
import type { Convention } from '../../../rules/business-days.ts'
import { assertId } from '../../../server/access/ids.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { SigningActor } from '../../../server/database/signed-actor.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { DayCount } from '../../notes/interest.ts'
import { getHoldings } from './holdings.ts'
import type { OwnNote } from './note-facts.ts'

/** A document of a note or its holder. */
export interface NoteDocument {
  id: string
  filename: string
  created_at: Date
}

/** Agreement details other than figures. */
export interface NoteAgreement {
  dayCount: DayCount
  convention: Convention
  firstPaymentDate: string | null
  defaultRateBp: number | null
  earlyRedemption: string | null
  /** The frozen clauses that the register's rules rely on; null for older notes. */
  clauses: string[] | null
  /** Name of the account paid, if any. */
  payee: string | null
  /** Day of the last signature; null for imported notes. */
  signedOn: string | null
  /** SHA-256 of the signed terms, hex. */
  sha256: string | null
  predecessor: { id: string; number: string } | null
  successor: { id: string; number: string } | null
  /** Transferred to its holder by mistake, and canceled. */
  isMistake: boolean
  /** The page with the wire instructions, while it is open to the person. */
  wireId: string | null
}

/** A ledger entry of a note with the balance after it. Cents. */
export interface LedgerRow {
  id: string
  kind: string
  reversedKind: string | null
  day: string
  reference: string | null
  cents: bigint
  /** Tax withheld of it. */
  withheldCents: bigint
  interestOwedCents: bigint
  principalOwedCents: bigint
}

/** A replaced version of the schedule. */
export interface EarlierSchedule {
  version: number
  lines: { n: number; payDate: string; interestCents: bigint; principalCents: bigint }[]
}

export interface NotePageData {
  today: string
  asOf: Date
  note: OwnNote
  agreement: NoteAgreement
  /** Newest first. */
  earlier: EarlierSchedule[]
  ledger: LedgerRow[]
  documents: NoteDocument[]
}

/** Only notes of the person's holders, even for administrators. */
const ownNote = (noteId: string, personId: string) => sql`
  n.id = ${noteId} and n.signed_at is not null and exists (select from holder_members m
    where m.holder_id = n.holder_id and m.user_id = ${personId} and m.ended_at is null)`

const agreementOf = prepared(
  'note_agreement',
  (_, noteId: string, personId: string) => sql<NoteAgreement>`
    select n.day_count as "dayCount", n.convention, n.first_payment_date::text as "firstPaymentDate",
      n.default_rate_bp as "defaultRateBp", n.early_redemption as "earlyRedemption", n.clauses, n.payee, app.last_signature(n.id)::text as "signedOn",
      encode(n.terms_sha256, 'hex') as sha256,
      (select jsonb_build_object('id', p.id, 'number', p.number) from notes p where p.id = n.predecessor_id) as predecessor,
      (select jsonb_build_object('id', s.id, 'number', s.number) from notes s
        where s.predecessor_id = n.id and s.state <> 'cancelled') as successor,
      n.state = 'cancelled' and n.funded_at is not null as "isMistake",
      (select o.id from wire_openings o where o.subject_id = n.id and o.closed_at is null
        and app.acts_for_holder(o.holder_id)) as "wireId"
    from notes n where ${ownNote(noteId, personId)}`,
)

interface EntryRow extends Pick<LedgerRow, 'id' | 'kind' | 'reversedKind' | 'day' | 'reference'> {
  amount: string
  interest: string
  principal: string
  withheld: string
}

const entriesOf = prepared(
  'note_entries',
  (_, noteId: string, personId: string) => sql<EntryRow>`
    select m.entry_id as id, m.kind, case when m.reverses is not null then m.about end as "reversedKind",
      m.booked_on::text as day, m.reference, abs(m.principal_cents + m.interest_cents)::text as amount,
      m.interest_cents::text as interest, m.principal_cents::text as principal,
      abs(m.withheld_cents)::text as withheld
    from notes n join app.note_movements m on m.note_id = n.id
    where ${ownNote(noteId, personId)} order by m.booked_on, m.seq`,
)

interface EarlierRow {
  version: number
  n: number
  payDate: string
  interest: string
  principal: string
}

const earlierLinesOf = prepared(
  'note_earlier_lines',
  (_, noteId: string, personId: string) => sql<EarlierRow>`
    select l.version, l.n, l.pay_date::text as "payDate", l.interest_cents::text as interest,
      l.principal_cents::text as principal
    from notes n join schedule_lines l on l.note_id = n.id and l.version < n.version
    where ${ownNote(noteId, personId)} order by l.version desc, l.n`,
)

const documentsOf = prepared(
  'note_papers',
  (_, noteId: string, personId: string) => sql<NoteDocument>`
    select d.id, d.filename, d.created_at from notes n
      join (select note_id, document_id from note_papers union select note_id, document_id from note_signers) p
        on p.note_id = n.id
      join documents d on d.id = p.document_id
    where ${ownNote(noteId, personId)} order by d.created_at desc, d.id`,
)

/** @param today 'YYYY-MM-DD', today in the fund's zone by default */
export async function getOwnNote(actor: SigningActor, noteId: string, today?: string): Promise<NotePageData> {
  const id = assertId(noteId)
  const [holdings, [[agreement], entries, documents, earlier]] = await Promise.all([
    getHoldings(actor, today),
    readAs(
      actor,
      agreementOf(id, actor.id),
      entriesOf(id, actor.id),
      documentsOf(id, actor.id),
      earlierLinesOf(id, actor.id),
    ),
  ])
  const note = holdings?.notes.find(each => each.id === id)
  if (!holdings || !note || !agreement) throw new PortalError('NOT_FOUND')
  const { today: day, asOf } = holdings
  return { today: day, asOf, note, agreement, earlier: schedulesOf(earlier), ledger: withBalances(entries), documents }
}

function schedulesOf(rows: readonly EarlierRow[]): EarlierSchedule[] {
  return [...Map.groupBy(rows, ({ version }) => version)].map(([version, lines]) => ({
    version,
    lines: lines.map(({ n, payDate, interest, principal }) => ({
      n,
      payDate,
      interestCents: BigInt(interest),
      principalCents: BigInt(principal),
    })),
  }))
}

function withBalances(entries: readonly EntryRow[]): LedgerRow[] {
  let interestOwedCents = 0n
  let principalOwedCents = 0n
  return entries.map(({ amount, interest, principal, withheld, ...entry }) => {
    interestOwedCents += BigInt(interest)
    principalOwedCents += BigInt(principal)
    return { ...entry, cents: BigInt(amount), withheldCents: BigInt(withheld), interestOwedCents, principalOwedCents }
  })
}
