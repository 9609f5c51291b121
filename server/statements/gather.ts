import { sql, type Transaction } from 'kysely'
import { toCents } from '../database/cents.ts'
import type { Database } from '../database/types.ts'
import { ledgerHead, type Owed, readHolderBooks } from '../ledger/holder-books.ts'
import { readNotesHeld } from '../notes/notes-held.ts'
import type { StatementContent } from './statement-content.ts'

/** A statement to prepare, with its run. Days are 'YYYY-MM-DD'. */
export interface PlannedStatement {
  id: string
  number: string
  kind: StatementContent['kind']
  holder_id: string
  period_start: string
  period_end: string
  reason: string | null
  /** The number of the statement that this one corrects. */
  corrected: string | null
  user_id: string
  file_stamp: number
  document_id: string | null
  csv_document_id: string | null
}

/**
 * Reads all that a statement says, as of one position in the ledger's chain.
 * @param issued the day it is dated
 */
export async function gatherContent(
  tx: Transaction<Database>,
  planned: PlannedStatement,
  issued: string,
): Promise<{ content: StatementContent; head: number; previous: Owed | undefined }> {
  const { holder_id: holderId, period_start: start, period_end: end, corrected, reason } = planned
  const head = await ledgerHead(tx)
  const holder = await tx
    .selectFrom('holders')
    .select(['number', 'legal_name', 'address_lines', 'custodian_name', 'custodian_account_last4'])
    .where('id', '=', holderId)
    .executeTakeFirstOrThrow()
  const books = await readHolderBooks(tx, { holderId, start, end, head, withLater: corrected !== null })
  const notes = await readNotesHeld(tx, { holderId, start, day: end, head, withLater: corrected !== null })
  const content: StatementContent = {
    number: planned.number,
    kind: planned.kind,
    holder: {
      number: holder.number,
      name: holder.legal_name,
      addressLines: (holder.address_lines ?? '').split('\n').filter(line => line.trim()),
      custodian: holder.custodian_name,
      custodianAccountLast4: holder.custodian_account_last4,
    },
    start,
    end,
    issued,
    corrects: corrected ? { number: corrected, reason: reason ?? '' } : undefined,
    books,
    notes,
  }
  const previous = planned.kind === 'statement' ? await readPrevious(tx, holderId, start) : undefined
  return { content, head, previous }
}

/**
 * @returns the closing balance of the released statement before this one. Corrections don't count: they include what was
 *   recorded later
 */
async function readPrevious(tx: Transaction<Database>, holderId: string, start: string): Promise<Owed | undefined> {
  const { rows } = await sql<{ principal: string; interest: string }>`
    select s.closing_principal_cents::text as principal, s.closing_interest_cents::text as interest
    from statements s join statement_runs r on r.id = s.run_id
    where s.holder_id = ${holderId} and s.period_end = ${start}::date - 1 and s.released_at is not null
      and s.corrects is null and r.kind = 'statement' limit 1`.execute(tx)
  const [row] = rows
  return row && { principal: toCents(row.principal), interest: toCents(row.interest) }
}
