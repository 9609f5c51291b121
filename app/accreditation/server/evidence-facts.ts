import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import type { Evidence } from '../evidence.ts'

/** Facts about evidence that don't identify its owner. */
export interface EvidenceFacts extends Evidence {
  id: string
  isOwn: boolean
}

/** @returns the evidence of a verification, as members of its holder may know it, oldest first */
export async function evidenceFacts(tx: Transaction<Database>, accreditationId: string): Promise<EvidenceFacts[]> {
  const { rows } = await sql<EvidenceFacts>`
    select id, kind, dated_on as "datedOn", ssn_pages as "ssnPages", is_sent_anyway as "isSentAnyway", is_gone as "isGone",
      is_own as "isOwn", person, tax_year as "taxYear"
    from app.evidence_sent(${accreditationId})`.execute(tx)
  return rows
}
