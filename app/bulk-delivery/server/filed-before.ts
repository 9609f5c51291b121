import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database, PaperBatchesTable } from '../../../server/database/types.ts'
import { yearOfDocument } from '../../documents/server/document-topics.ts'
import type { Remark } from '../words.ts'

/**
 * @param wanted documents by their holder and the hash of their content
 * @returns documents that their holders already have, as `{holderId} {sha256}`; and for each holder a document of the
 *   batch's category about the same year, by its name
 */
export async function filedBefore(
  tx: Transaction<Database>,
  { category, period }: Pick<Selectable<PaperBatchesTable>, 'category' | 'period'>,
  wanted: readonly { holderId: string; sha256: string }[],
): Promise<{ same: Set<string>; period: Set<string> }> {
  const holders = wanted.map(({ holderId }) => holderId)
  const hashes = wanted.map(({ sha256 }) => sha256)
  const same = await sql<{ key: string }>`select distinct w.holder || ' ' || w.sha256 as key
    from unnest(${holders}::uuid[], ${hashes}::text[]) w (holder, sha256)
      join documents d on d.owner_id = w.holder and d.sha256 = w.sha256`.execute(tx)
  const year = Number(/\b(20\d{2})\b/.exec(period)?.[1] ?? 0)
  const ofPeriod = await sql<{ holder: string }>`select distinct owner_id as holder from documents
    where owner_id = any (${holders}::uuid[]) and category = ${category} and companion_of is null and not unreleased
      and ${year} > 0 and ${yearOfDocument} = ${year}`.execute(tx)
  return {
    same: new Set(same.rows.map(({ key }) => key)),
    period: new Set(ofPeriod.rows.map(({ holder }) => holder)),
  }
}

/** @returns remarks for an administrator who gives a document to a holder */
export async function remarksFor(
  tx: Transaction<Database>,
  batch: Pick<Selectable<PaperBatchesTable>, 'category' | 'period'>,
  { holderId, sha256 }: { holderId: string; sha256: string },
): Promise<Remark[]> {
  const { same, period } = await filedBefore(tx, batch, [{ holderId, sha256 }])
  return [
    ...(same.size > 0 ? (['filed_already'] as const) : []),
    ...(period.size > 0 ? (['filed_before'] as const) : []),
  ]
}
