import { sql, type Transaction } from 'kysely'
import type { Evidence } from '../../rules/accreditation/evidence.ts'
import type { EvidenceKind } from '../../rules/accreditation/evidence-kinds.ts'
import type { Database } from '../database/types.ts'

/** What is known of evidence without seeing whose document it is. */
export interface EvidenceFacts extends Evidence {
  id: string
  isOwn: boolean
}

/** @returns the evidence of a verification, as members of its holder may know it, oldest first */
export async function evidenceFacts(tx: Transaction<Database>, accreditationId: string): Promise<EvidenceFacts[]> {
  const { rows } = await sql<{
    id: string
    kind: EvidenceKind
    dated_on: string | null
    ssn_pages: number[]
    is_sent_anyway: boolean
    is_gone: boolean
    is_own: boolean
    person: string | null
    tax_year: number | null
  }>`select * from app.evidence_sent(${accreditationId})`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    datedOn: row.dated_on,
    ssnPages: row.ssn_pages,
    isSentAnyway: row.is_sent_anyway,
    isGone: row.is_gone,
    isOwn: row.is_own,
    person: row.person,
    taxYear: row.tax_year,
  }))
}
