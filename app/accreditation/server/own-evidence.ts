import { sql, type Transaction } from 'kysely'
import type { MessageCode } from '../../../rules/messages.ts'
import { aliased } from '../../../server/database/camel.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { evidenceProblem } from '../evidence.ts'
import type { EvidenceKind, LicenseSeries } from '../evidence-kinds.ts'
import { type EvidenceFacts, evidenceFacts } from './evidence-facts.ts'

/** A document sent as evidence, as the holder's members see it. */
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
  /** The person it is about, where people prove it individually. */
  person: string | null
  /** Of an IRS form. */
  taxYear: number | null
  /** Of a letter. */
  signedBy: string | null
  /** Of a license printout. */
  crdNumber: string | null
  series: LicenseSeries | null
  /** Its text names neither the holder nor a person behind it. */
  isNameless: boolean
}

const unseen = { filename: null, documentId: null, signedBy: null, crdNumber: null, series: null, isNameless: false }

/**
 * @param people who prove it individually, see `peopleProving`
 * @returns the evidence of a verification, as the holder's members see it, and as the rules do
 */
export async function evidenceOf(
  tx: Transaction<Database>,
  id: string,
  people: readonly string[],
): Promise<{ facts: EvidenceFacts[]; list: OwnEvidence[] }> {
  const facts = await evidenceFacts(tx, id)
  const own = await tx
    .selectFrom('evidence')
    .select(aliased(['id', 'filename', 'document_id', 'signed_by', 'crd_number']))
    .select(['license_series as series', sql<boolean>`names_holder is false`.as('isNameless')])
    .where('accreditation_id', '=', id)
    .execute()
  const today = fundDay()
  const list = facts.map((one): OwnEvidence => {
    const { kind, datedOn, ssnPages, isOwn, isSentAnyway } = one
    return {
      ...(own.find(({ id }) => id === one.id) ?? { id: one.id, ...unseen }),
      ...{ kind, datedOn, ssnPages, isOwn, isSentAnyway },
      problem: one.isGone ? 'EVIDENCE_GONE' : (evidenceProblem(one, today, people) ?? null),
      person: one.person ?? null,
      taxYear: one.taxYear ?? null,
    }
  })
  return { facts, list }
}
