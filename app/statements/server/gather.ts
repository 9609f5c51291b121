import { type Selectable, sql, type Transaction } from 'kysely'
import { toCents } from '../../../server/database/cents.ts'
import type { Database, StatementsTable } from '../../../server/database/types.ts'
import { ledgerHead, type Owed, readHolderBooks } from '../../ledger/server/holder-books.ts'
import { readNotesHeld } from '../../notes/server/notes-held.ts'
import type { StatementContent } from './statement-content.ts'

/**
 * Reads all that a statement says, as of one position in the ledger's chain.
 * @param issued the day it is dated
 */
export async function gatherContent(
  tx: Transaction<Database>,
  statement: Selectable<StatementsTable>,
  issued: string,
): Promise<{ content: StatementContent; head: number; previous: Owed | undefined }> {
  const { number, kind, holder_id: holderId, period_start: start, period_end: end } = statement
  const corrects = await readCorrected(tx, statement)
  const head = await ledgerHead(tx)
  const holder = await tx
    .selectFrom('holders')
    .select(['number', 'legal_name', 'address_lines', 'custodian_name', 'custodian_account_last4'])
    .where('id', '=', holderId)
    .executeTakeFirstOrThrow()
  const books = await readHolderBooks(tx, { holderId, start, end, head, withLater: corrects !== undefined })
  const notes = await readNotesHeld(tx, { holderId, start, day: end, head, withLater: corrects !== undefined })
  const content: StatementContent = {
    number,
    kind,
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
    corrects,
    books,
    notes,
  }
  const previous = kind === 'statement' ? await readPrevious(tx, holderId, start) : undefined
  return { content, head, previous }
}

/** @returns what a statement corrects, and why */
async function readCorrected(
  tx: Transaction<Database>,
  { corrects, run_id }: Selectable<StatementsTable>,
): Promise<StatementContent['corrects']> {
  if (!corrects) return undefined
  const { rows } = await sql<{ number: string; reason: string }>`select s.number, r.reason
    from statements s, statement_runs r where s.id = ${corrects} and r.id = ${run_id}`.execute(tx)
  return rows[0]
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
