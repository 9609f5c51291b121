import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ActionOf, CodeOf, Command } from '../../../rules/commands/command.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type RequestOperation, requestCommand, type TwoPersonHalf } from '../../approvals/server/request-command.ts'
import { holdLedger } from '../../ledger/server/holders-with-notes.ts'
import { type NotificationEvent, notifyAll } from '../../notifications/server/notify.ts'

/** A run that can be released, and its documents. */
export interface Releasable<Run, Content> {
  run: Run
  /** Of a run of one. */
  holderId: string | null
  content: Content
  /** How many are released, and whether one of them would say something else today, where that is counted. */
  documents?: number
  isStale?: boolean
}

/** What is specific to a kind of run that two people release. */
export interface ReleasedKind<C extends Command, Run, Content extends object>
  extends Omit<TwoPersonHalf<C, Content>, 'ask' | 'recheck' | 'apply'> {
  /** Nothing is booked while it is released: its documents state the ledger. */
  isOfLedger?: true
  /**
   * Locks a run and reads what it holds.
   * @param at the request, or the release
   * @throws PortalError unless it can be released as it is
   */
  lock(tx: Transaction<Database>, run: string, at: 'request' | 'release'): Promise<Releasable<Run, Content>>
  /** The request as one line. */
  summary(content: Content): string
  /** Whether the run still is what was requested; without it, its `digest` says so. */
  isSame?(now: Content, requested: Content): boolean
  /** The refusals where it isn't, or would differ today; and where no document is to be released. */
  stale: CodeOf<C>
  empty?: CodeOf<C>
  /** Writes the run's new state, and shows its documents unless a job makes them. @returns the news for their owners, if any */
  release(work: Work<C>, run: Run, approval: RequestedApproval<Content>): Promise<NotificationEvent[] | undefined>
  /** The entry of the log, and its details. */
  entry: ActionOf<C>
  facts(content: Content): Record<string, unknown>
}

/** Makes the operation that requests a run's release, which another person decides. */
export function releaseCommand<C extends Command, Run, Content extends object>(
  command: C,
  {
    isOfLedger,
    lock,
    summary,
    isSame = isSameDigest,
    stale,
    empty,
    release,
    entry,
    facts,
    ...kind
  }: ReleasedKind<C, Run, Content>,
): RequestOperation<C> {
  const lockCurrent = async ({ tx, refuse }: Work<C>, run: string, at: 'request' | 'release') => {
    const found = await lock(tx, run, at)
    if (found.isStale) throw refuse(stale)
    if (empty && found.documents === 0) throw refuse(empty)
    return found
  }
  return requestCommand<C, Content>(command, {
    ...kind,
    async ask(work, runId) {
      const subjectId = assertId(runId)
      const { holderId, content } = await lockCurrent(work, subjectId, 'request')
      return { subjectId, holderId, content, summary: summary(content) }
    },
    async apply(work, approval) {
      const { id, subjectId, content } = approval
      // Concurrent entries either are in the ledger once this lock is held, or come after it.
      if (isOfLedger) await holdLedger(work.tx)
      const now = await lockCurrent(work, subjectId, 'release')
      if (!isSame(now.content, content)) throw work.refuse(stale)
      const events = (await release(work, now.run, approval)) ?? []
      for (let from = 0; from < events.length; from += noticesAtOnce) {
        await notifyAll(work.tx, events.slice(from, from + noticesAtOnce))
      }
      await work.audit(entry, subjectId, { ...facts(now.content), approval_id: id })
    },
  })
}

const isSameDigest = (now: object, requested: object) =>
  'digest' in now && 'digest' in requested && now.digest === requested.digest

/** Notices that are written with one statement. */
const noticesAtOnce = 1000

/** @returns SHA-256 of what each of some rows says, in an order */
export const digestOf = (each: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to(coalesce(string_agg(${each}, ',' order by ${order}), ''), 'UTF8')), 'hex')`

/**
 * Shows a run's documents to their owners.
 * @param retainUntil the day on which they can be deleted at the earliest, where that is later than it was
 */
export async function showDocuments(
  tx: Transaction<Database>,
  run: string,
  retainUntil: string | null = null,
): Promise<void> {
  await sql`update documents set unreleased = false, retain_until = greatest(retain_until, ${retainUntil}::date)
    where id in (select i.document_id from app.run_items i where i.run_id = ${run})`.execute(tx)
}

/** @returns the notices of a run's documents, for the members of their holders */
export async function newsOf(
  tx: Transaction<Database>,
  items: keyof Database,
  run: string,
  by: Actor,
): Promise<NotificationEvent[]> {
  const { rows } = await sql<{ userId: string; documentId: string; filename: string }>`
    select unnest(app.readers_of(i.holder_id)) as "userId", i.document_id as "documentId", d.filename
    from ${sql.table(items)} i join documents d on d.id = i.document_id
    where i.run_id = ${run} order by i.holder_id`.execute(tx)
  return rows.map(row => ({ kind: 'document-added', by, ...row }))
}

/** @returns the approval that a run's release waits for, with what was requested; undefined where the actor can't give it */
export async function findPendingRelease<Content>(
  tx: Transaction<Database>,
  { name }: Command,
  runId: string,
): Promise<{ approvalId: string; content: Content } | undefined> {
  const { rows } = await sql<{ approvalId: string; content: Content }>`
    select a.id as "approvalId", a.content from approvals a where a.kind = ${name} and a.subject_id = ${runId}
      and a.decision is null and app.waiting_content(a.kind, a.subject_id) is not null`.execute(tx)
  return rows[0]
}
