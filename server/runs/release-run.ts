import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ActionOf, CodeOf, Command } from '../../rules/commands/command.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import type { Work } from '../access/perform.ts'
import { type RequestOperation, requestCommand, type TwoPersonHalf } from '../approvals/request-command.ts'
import type { Database } from '../database/types.ts'
import { holdLedger } from '../ledger/holders-with-notes.ts'
import { type NotificationEvent, notifyAll } from '../notifications/notify.ts'

/** A run that can be released, and what it holds. */
export interface Releasable<Run, Content> {
  run: Run
  /** Of a run of one. */
  holderId: string | null
  content: Content
}

/** A kind of run that two people release: what is its own. */
export interface ReleasedKind<C extends Command, Run, Content extends { digest: string }>
  extends Pick<TwoPersonHalf<C, Content>, 'title' | 'describe' | 'link'> {
  /**
   * Locks a run and reads what it holds; `digest` is of all that was looked at.
   * @throws PortalError unless it can be released as it is
   */
  lock(tx: Transaction<Database>, run: string): Promise<Releasable<Run, Content>>
  /** The request as one line. */
  summary(content: Content): string
  /** The refusal where the run isn't what was looked at anymore. */
  stale: CodeOf<C>
  /** Shows the documents and writes the run's new state. @returns the news for those whose they are */
  release(work: Work<C>, run: Run, approvalId: string): Promise<NotificationEvent[]>
  /** The entry of the log, and what it says. */
  entry: ActionOf<C>
  facts(content: Content): Record<string, unknown>
}

/** Makes the operation that asks for a run's release, of which another person decides. */
export function releaseCommand<C extends Command, Run, Content extends { digest: string }>(
  command: C,
  { lock, summary, stale, release, entry, facts, ...kind }: ReleasedKind<C, Run, Content>,
): RequestOperation<C> {
  return requestCommand<C, Content>(command, {
    ...kind,
    async ask({ tx }, runId) {
      const subjectId = assertId(runId)
      const { holderId, content } = await lock(tx, subjectId)
      return { subjectId, holderId, content, summary: summary(content) }
    },
    async apply(work, { id, subjectId, content }) {
      // Entries that are being written either are in the ledger by the time this goes on, or come after it.
      await holdLedger(work.tx)
      const now = await lock(work.tx, subjectId)
      if (now.content.digest !== content.digest) throw work.refuse(stale)
      const events = await release(work, now.run, id)
      for (let from = 0; from < events.length; from += noticesAtOnce) {
        await notifyAll(work.tx, events.slice(from, from + noticesAtOnce))
      }
      await work.audit(entry, subjectId, { ...facts(now.content), approval_id: id })
    },
  })
}

/** Notices that are written with one statement. */
const noticesAtOnce = 1000

/** @returns SHA-256 of what each of some rows says, in an order */
export const digestOf = (each: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to(coalesce(string_agg(${each}, ',' order by ${order}), ''), 'UTF8')), 'hex')`

/** The documents of an item `i`. */
const documentsOf = {
  statements: sql`unnest(array[i.document_id, i.csv_document_id])`,
  tax_returns: sql`i.document_id`,
}
type Items = keyof typeof documentsOf

/**
 * Shows a run's documents to those whose they are.
 * @param retainUntil the day on which they can be deleted at the earliest, where that is later than it was
 */
export async function showDocuments(
  tx: Transaction<Database>,
  items: Items,
  run: string,
  retainUntil: string | null = null,
): Promise<void> {
  await sql`update documents set unreleased = false, retain_until = greatest(retain_until, ${retainUntil}::date)
    where id in (select ${documentsOf[items]} from ${sql.table(items)} i where i.run_id = ${run})`.execute(tx)
}

/** @returns the news of a run's documents, for everyone who acts for their holders */
export async function newsOf(
  tx: Transaction<Database>,
  items: Items,
  run: string,
  by: Actor,
): Promise<NotificationEvent[]> {
  const { rows } = await sql<{ userId: string; documentId: string; filename: string }>`
    select unnest(app.readers_of(i.holder_id)) as "userId", i.document_id as "documentId", d.filename
    from ${sql.table(items)} i join documents d on d.id = i.document_id
    where i.run_id = ${run} order by i.holder_id`.execute(tx)
  return rows.map(row => ({ kind: 'document-added', by, ...row }))
}
