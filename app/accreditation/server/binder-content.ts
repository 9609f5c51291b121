import { sql, type Transaction } from 'kysely'
import { camelRow } from '../../../server/database/camel.ts'
import type { Database } from '../../../server/database/types.ts'
import { findHolderFacts, type HolderFacts } from '../../holders/server/holder-facts.ts'
import type { Proof } from '../../signing/server/pdf/certificate.ts'
import type { EvidenceKind, LicenseSeries } from '../evidence-kinds.ts'
import type { Accreditation } from './accreditation.ts'

/** A sale, as the notes know it. */
export interface BinderSale {
  noteId: string
  /** Such as 'LK-2026-0001'. */
  number: string
  holderId: string
  offering: string
  /** Two letters: where it was sold, for notices under blue-sky laws. */
  saleState: string
  amountCents: string
  /** The day on which its holder was bound: of the last signature. Days are YYYY-MM-DD. */
  soldOn: string | null
  /** Of the last signature; null where no one signed here, as with a renewal or an import. */
  signedOn: string | null
  /** The first day of the verification that it relied on. */
  verifiedOn: string | null
  /** On which its money arrived, and interest began. */
  moneyOn: string | null
  /** On which the office locked its terms. */
  lockedOn: string | null
}

export interface BinderEvidence {
  kind: EvidenceKind
  filename: string
  datedOn: string | null
  /** The person it is about, where people prove it individually. */
  person: string | null
  signedBy: string | null
  crdNumber: string | null
  series: LicenseSeries | null
  /** Of an IRS form. */
  taxYear: number | null
  addedBy: string
  addedAt: Date
  sha256: string | null
  file: { id: string; file_path: string; file_size: number } | null
  /** Where it was destroyed on its day. */
  destroyed: { at: Date; dueOn: string; certificateId: string } | null
}

export interface BinderVerification extends Accreditation {
  representations: {
    name: string
    signer: string
    text: string
    version: string
    sha256: string
    signedAt: Date
    ip: string | null
    isCurrent: boolean
    /** Null where it was signed before electronic signatures took both. */
    underConsent: string | null
    proof: Proof | null
    /** The day beside a signature on paper. */
    signedOn: string | null
  }[]
  /** Sealed, with the certificate of their signatures. */
  copies: { submittedAt: Date; file: { id: string; file_path: string; file_size: number } }[]
  reviews: { reviewer: string; decision: string; ticks: string[]; round: number; reviewedAt: Date }[]
  evidence: BinderEvidence[]
  /** Notes with a sale that relied on it. */
  noteIds: string[]
}

export interface BinderPart {
  holder: HolderFacts
  verifications: BinderVerification[]
  log: { at: Date; actor: string | null; action: string; details: unknown }[]
}

/** Finds sales by the notes' own function, in the binder's transaction. */
export function findSalesWith(
  tx: Transaction<Database>,
  find: (tx: Transaction<Database>, of: { holderId: string } | { offering: string }) => Promise<BinderSale[]>,
  of: { holderId: string } | { offering: string },
): Promise<BinderSale[]> {
  return find(tx, of)
}

/** @returns what a binder says of each holder, also of those that were never verified, in an administrator's transaction */
export async function readBinder(
  tx: Transaction<Database>,
  holderIds: readonly string[],
  sales: readonly BinderSale[],
): Promise<BinderPart[]> {
  const parts: BinderPart[] = []
  for (const holderId of holderIds) {
    const rows = await tx
      .selectFrom('accreditations')
      .selectAll()
      .where('holder_id', '=', holderId)
      .orderBy('started_at')
      .orderBy('id')
      .execute()
    const verifications: BinderVerification[] = []
    for (const row of rows.map(camelRow)) verifications.push(await readVerification(tx, row))
    const notes = sales.filter(sale => sale.holderId === holderId).map(({ noteId }) => noteId)
    const log = await readLog(tx, [...rows.map(({ id }) => id), ...notes])
    parts.push({ holder: await findHolderFacts(tx, holderId), verifications, log })
  }
  return parts
}

async function readVerification(tx: Transaction<Database>, row: Accreditation): Promise<BinderVerification> {
  const { id } = row
  const representations = await sql<BinderVerification['representations'][number]>`
    select r.typed_name as name, coalesce(p.full_name, p.email) as signer, r.text, r.version, r.ip,
      encode(r.sha256, 'hex') as sha256, r.signed_at as "signedAt", r.superseded_at is null as "isCurrent",
      r.proof, e.version as "underConsent", r.signed_on::text as "signedOn"
    from representations r join user_profiles p on p.id = r.user_id left join esign_consents e on e.id = r.consent_id
    where r.accreditation_id = ${id} order by r.signed_at, r.id`.execute(tx)
  const copies = await sql<{ submittedAt: Date; id: string; file_path: string; file_size: number }>`
    select c.submitted_at as "submittedAt", d.id, d.file_path, d.file_size
    from accreditation_copies c join documents d on d.id = c.document_id
    where c.accreditation_id = ${id} order by c.round`.execute(tx)
  const reviews = await sql<BinderVerification['reviews'][number]>`
    select coalesce(p.full_name, p.email) as reviewer, v.decision, v.ticks, v.round, v.reviewed_at as "reviewedAt"
    from accreditation_reviews v join user_profiles p on p.id = v.reviewer_id
    where v.accreditation_id = ${id} order by v.reviewed_at, v.id`.execute(tx)
  const reliances = await sql<{ noteId: string }>`
    select note_id as "noteId" from reliances where accreditation_id = ${id} order by recorded_at`.execute(tx)
  return {
    ...row,
    representations: representations.rows,
    reviews: reviews.rows,
    copies: copies.rows.map(({ submittedAt, ...file }) => ({ submittedAt, file })),
    evidence: await readEvidence(tx, id),
    noteIds: reliances.rows.map(({ noteId }) => noteId),
  }
}

async function readEvidence(tx: Transaction<Database>, id: string): Promise<BinderEvidence[]> {
  const { rows } = await sql<
    Omit<BinderEvidence, 'file' | 'destroyed'> & {
      document_id: string
      file_path: string | null
      file_size: number
      certificate: string | null
      destroyed_at: Date
      due_on: string
    }
  >`
    select e.kind, e.filename, e.dated_on as "datedOn", e.person, e.signed_by as "signedBy", e.crd_number as "crdNumber",
      e.license_series as series, e.tax_year as "taxYear", coalesce(p.full_name, p.email) as "addedBy", e.added_at as "addedAt", e.sha256,
      e.document_id, d.file_path, d.file_size, c.id as certificate, c.destroyed_at, c.due_on
    from evidence e join user_profiles p on p.id = e.added_by
      left join documents d on d.id = e.document_id
      left join destruction_certificates c on c.evidence_id = e.id
    where e.accreditation_id = ${id} order by e.added_at, e.id`.execute(tx)
  return rows.map(({ document_id, file_path, file_size, certificate, destroyed_at, due_on, ...evidence }) => ({
    ...evidence,
    file: file_path === null ? null : { id: document_id, file_path, file_size },
    destroyed: certificate === null ? null : { at: destroyed_at, dueOn: due_on, certificateId: certificate },
  }))
}

/** @returns what the log has of verifications, and of notes' locking and funds: who sent them, what was found out, and why it was late */
async function readLog(tx: Transaction<Database>, subjects: readonly string[]): Promise<BinderPart['log']> {
  if (subjects.length === 0) return []
  const entries = await tx
    .selectFrom('app.readable_audit')
    .select(['at', 'actor_email as actor', 'action', 'details'])
    .where('subject_id', 'in', subjects)
    .where(sql<boolean>`(action like 'accreditation.%' or action in ('note.signed', 'note.funded'))`)
    .orderBy('id')
    .limit(5000)
    .execute()
  return entries
}
