import type { Transaction } from 'kysely'
import { evidenceProblem } from '../../rules/accreditation/evidence.ts'
import type { EvidenceKind, LicenseSeries } from '../../rules/accreditation/evidence-kinds.ts'
import type { MessageCode } from '../../rules/messages.ts'
import type { Database } from '../database/types.ts'
import { fundDay } from '../platform/fund-day.ts'
import { type EvidenceFacts, evidenceFacts } from './evidence-facts.ts'

/** A document sent as evidence, as those who act for the holder see it. */
export interface OwnEvidence {
  id: string
  kind: EvidenceKind
  /** Null for one that another member added, or that is gone. */
  filename: string | null
  documentId: string | null
  datedOn: string | null
  ssnPages: readonly number[]
  problem: MessageCode | null
  isOwn: boolean
  isSentAnyway: boolean
  /** Whose it is, where people prove it by themselves. */
  person: string | null
  /** Of an IRS form. */
  taxYear: number | null
  /** Of a letter. */
  signedBy: string | null
  /** Of a license printout. */
  crdNumber: string | null
  series: LicenseSeries | null
  /** Its text names neither the holder nor anybody behind it. */
  isNameless: boolean
}

/**
 * @param people who prove it by themselves, see `peopleProving`
 * @returns the evidence of a verification, as those who act for the holder see it, and as the rules do
 */
export async function evidenceOf(
  tx: Transaction<Database>,
  id: string,
  people: readonly string[],
): Promise<{ facts: EvidenceFacts[]; list: OwnEvidence[] }> {
  const facts = await evidenceFacts(tx, id)
  const own = await tx
    .selectFrom('evidence')
    .select(['id', 'filename', 'document_id', 'signed_by', 'crd_number', 'license_series', 'names_holder'])
    .where('accreditation_id', '=', id)
    .execute()
  const today = fundDay()
  const list = facts.map((one): OwnEvidence => {
    const seen = own.find(({ id }) => id === one.id)
    return {
      id: one.id,
      kind: one.kind,
      filename: seen?.filename ?? null,
      documentId: seen?.document_id ?? null,
      datedOn: one.datedOn,
      ssnPages: one.ssnPages,
      problem: one.isGone ? 'EVIDENCE_GONE' : (evidenceProblem(one, today, people) ?? null),
      isOwn: one.isOwn,
      isSentAnyway: one.isSentAnyway,
      person: one.person ?? null,
      taxYear: one.taxYear ?? null,
      signedBy: seen?.signed_by ?? null,
      crdNumber: seen?.crd_number ?? null,
      series: seen?.license_series ?? null,
      isNameless: seen?.names_holder === false,
    }
  })
  return { facts, list }
}
