import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type ExportedRows, exportRows, inOneBatch } from '../../audit/server/export-rows.ts'

/** A request that was served bytes of a document. Times are UTC. */
export interface Served {
  person: string
  email: string
  /** Read as an administrator or approver, not as a recipient. */
  isOffice: boolean
  how: 'viewer' | 'download' | 'zip'
  firstByte: number
  lastByte: number
  sent: number
  begunAt: Date
  endedAt: Date
  ip: string | null
  userAgent: string | null
}

/** The same in a file; of a document of which no one was served anything, there is nothing of these. */
export type DocumentAccess = { [Key in keyof Served]: Served[Key] | null } & {
  filename: string
  sha256: string
  documentId: string
}

/** Of a request `a` and the person `p` who made it. */
export const served = sql`${nameOrAddress('p')} as person, p.email, a.how, a.first_byte as "firstByte",
  a.last_byte as "lastByte", a.sent, a.begun_at as "begunAt", a.ended_at as "endedAt", a.ip, a.user_agent as "userAgent"`

/** A kind of run: its entry of the log, and the names of the run and its table. */
interface Exported {
  entry: 'delivery.exported' | 'papers.exported'
  name: string
  runs: 'document_deliveries' | 'paper_batches'
  /** Columns beside those of `served`; the rows of documents `i` that they are of; which, and in which order. */
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/**
 * Exports every byte that was served of the documents of a delivery: who, how, when, from where. A document that no one was
 * served is in it, too.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND
 */
export async function exportAccesses<Row extends DocumentAccess>(
  actor: Actor,
  runId: string,
  { entry, name, runs, columns, from, where }: Exported,
): Promise<ExportedRows<Row>> {
  const id = assertId(runId)
  return exportRows(actor, entry, async tx => {
    const found = await sql`select from ${sql.table(runs)} where id = ${id}`.execute(tx)
    if (found.rows.length === 0) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<Row>`select i.document_id as "documentId", ${columns}, ${served} from ${from}
      left join file_accesses a on a.document_id = i.document_id left join user_profiles p on p.id = a.user_id
      where ${where}, a.id`.execute(tx)
    return { rows: inOneBatch(rows), details: { [name]: id, rows: rows.length } }
  })
}
