import { sql, type Transaction } from 'kysely'
import type { ActionOf, Command } from '../../../rules/commands/command.ts'
import { assertId } from '../../../server/access/ids.ts'
import { type Operation, perform } from '../../../server/access/perform.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { notifyAll } from '../../notifications/server/notify.ts'

/** Years that a recalled document is kept, with who read what of it. */
const recalledYears = 7

/** A person who knows of a document that is recalled. */
interface Reader {
  user_id: string
  document_id: string
}

/** A kind of run that is recalled: what is its own. */
interface RecalledKind<C extends Command, Run> {
  runs: keyof Database
  /** @throws PortalError unless it can be recalled */
  lock(tx: Transaction<Database>, id: string): Promise<Run>
  /** Ends what isn't sent yet. */
  end?(tx: Transaction<Database>, run: Run, id: string): Promise<void>
  /** The entry of the log, and what it says beside how many documents and people. */
  entry: ActionOf<C>
  facts?(run: Run): Record<string, unknown>
}

/**
 * Makes the operation that recalls a run: its documents are hidden at once from everyone but the office, which keeps them with
 * what was served of them, and those who know of one are e-mailed that it is withdrawn, once each, without its name. One person
 * is enough, because it has to be quick.
 */
export function recallCommand<C extends Command, Run>(
  command: C,
  { runs, lock, end, entry, facts }: RecalledKind<C, Run>,
): Operation<C, void> {
  return perform(
    command,
    async ({ tx, actor, audit }, about, values) => {
      const id = assertId(about)
      const { reason } = values as { reason: string }
      const run = await lock(tx, id)
      const hidden = await sql<{
        documents: number
      }>`select app.hide_run(${id}, ${recalledYears}) as documents`.execute(tx)
      const { rows: readers } = await sql<Reader>`select * from app.run_readers(${id})`.execute(tx)
      await sql`update ${sql.table(runs)} set state = 'recalled', reason = ${reason}, recalled_by = ${actor.id},
        recalled_at = now() where id = ${id}`.execute(tx)
      await notifyReaders(tx, readers, actor.id)
      await end?.(tx, run, id)
      const documents = hidden.rows[0]?.documents ?? 0
      const people = new Set(readers.map(({ user_id }) => user_id)).size
      await audit(entry, id, { ...facts?.(run), documents, readers: people, reason })
    },
    { before: requireFreshProof },
  )
}

function notifyReaders(tx: Transaction<Database>, readers: readonly Reader[], by: string): Promise<void> {
  // E-mail never has the name.
  const recalled = { kind: 'document-recalled', filename: 'A document', by: { id: by } } as const
  return notifyAll(
    tx,
    readers.map(({ user_id, document_id }) => ({ ...recalled, userId: user_id, documentId: document_id })),
  )
}

/**
 * E-mails those who were downloading a document while it was recalled: what they were sent is recorded at its end. Part of the
 * hourly clean-up; each is notified once.
 */
export async function notifyLateReaders(): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<Reader & { recalled_by: string }>`
      select t.*, r.recalled_by from app.runs r cross join lateral app.run_readers(r.id) t
      where r.recalled_at > now() - interval '7 days'`.execute(tx)
    for (const [by, readers] of Map.groupBy(rows, row => row.recalled_by)) await notifyReaders(tx, readers, by)
  })
}
