import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { countOf } from '../../rules/number.ts'
import { requestReleaseCommand } from '../../rules/statements.commands.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { type Asked, requestCommand } from '../approvals/request-command.ts'
import type { Database } from '../database/types.ts'
import { holdLedger } from '../ledger/holders-with-notes.ts'
import { type NotificationEvent, notifyAll } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type RunFigures, readRunFigures, runInWords } from './run-figures.ts'

/** What is asked for: the run, and what it holds, so that what is released is what was looked at. */
interface ReleaseContent {
  title: string
  statements: number
  /** SHA-256 of the numbers and PDFs of all. */
  digest: string
  start: string
  end: string
  /** Cents, as text. */
  principal: string
  interest: string
  corrects: string | null
}

/** Asks for a run's release. Another person decides. */
export const requestRelease = requestCommand(requestReleaseCommand, {
  async ask({ tx }, runId): Promise<Asked<ReleaseContent>> {
    const id = assertId(runId)
    const run = await lockPrepared(tx, id)
    const { statements, digest, start, end, corrects } = run
    const sums = { principal: String(run.principal), interest: String(run.interest) }
    const content = { title: runInWords(run), statements, digest, start, end, ...sums, corrects }
    const summary = `${content.title}: ${countOf(statements, 'document')}`
    // Of everyone: who acts for one of its holders may decide, too (docs/decisions/0035).
    return { subjectId: id, holderId: run.holderId, content, summary }
  },
  title: 'Release of statements',
  describe: ({ title, statements, start, end, principal, interest, corrects }) => [
    `${title}: ${countOf(statements, 'document')} for the period from ${formatDay(start)} to ${formatDay(end)}.`,
    `Together they close with ${formatCents(BigInt(principal), true)} of principal and ${formatCents(BigInt(interest), true)} of interest due and unpaid.`,
    ...(corrects ? [`It corrects ${corrects}, which stays as it is.`] : []),
    'Holders’ members see them at once and are told by e-mail. Nothing can be dated into this period afterwards.',
  ],
  async apply({ tx, actor, audit }, { id, subjectId, content }) {
    // Entries that are being written either are in the ledger by the time this goes on, or find the period closed.
    await holdLedger(tx)
    const run = await lockPrepared(tx, subjectId)
    if (run.digest !== content.digest) throw new PortalError('STATEMENT_STALE')
    const events = await markReleased(tx, actor, run)
    await tx
      .updateTable('statement_runs')
      .set({ state: 'released', approval_id: id })
      .where('id', '=', subjectId)
      .execute()
    for (let from = 0; from < events.length; from += noticesAtOnce) {
      await notifyAll(tx, events.slice(from, from + noticesAtOnce))
    }
    const { statements, digest, start, end } = run
    await audit('statements.released', subjectId, { statements, digest, start, end, approval_id: id })
  },
  link: ({ subjectId }) => href('/profile/admin/statements/:id', { id: subjectId }),
})

/** Notices that are written with one statement. */
const noticesAtOnce = 1000

/** @returns the news for everyone who acts for one of the holders */
async function markReleased(tx: Transaction<Database>, actor: Actor, run: RunFigures): Promise<NotificationEvent[]> {
  await sql`update documents set unreleased = false where id in (
    select unnest(array[s.document_id, s.csv_document_id]) from statements s where s.run_id = ${run.id})`.execute(tx)
  await sql`update statements set released_at = now() where run_id = ${run.id}`.execute(tx)
  // A correction changes nothing about which days are closed, and a letter closes none.
  if (run.kind === 'statement' && !run.corrects) {
    await sql`insert into statement_periods (holder_id, period_end)
      select s.holder_id, s.period_end from statements s where s.run_id = ${run.id}
      on conflict do nothing`.execute(tx)
  }
  const { rows } = await sql<{ user_id: string; document_id: string; filename: string }>`
    select unnest(app.readers_of(s.holder_id)) as user_id, s.document_id, d.filename
    from statements s join documents d on d.id = s.document_id where s.run_id = ${run.id} order by s.number`.execute(tx)
  return rows.map(({ user_id, document_id, filename }) => ({
    kind: 'document-added',
    userId: user_id,
    documentId: document_id,
    filename,
    by: actor,
  }))
}

async function lockPrepared(tx: Transaction<Database>, id: string): Promise<RunFigures> {
  const locked = await tx
    .selectFrom('statement_runs')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new PortalError('NOT_FOUND')
  if (locked.state !== 'prepared') throw new PortalError('STATEMENT_RUN_STATE')
  const run = await readRunFigures(tx, id)
  if (run.statements === 0) throw new PortalError('STATEMENT_NONE')
  if (run.isStale) throw new PortalError('STATEMENT_STALE')
  return run
}
