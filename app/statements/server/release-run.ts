import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { statementRunSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { statementRunTitle } from '../../runs/runs.ts'
import { newsOf, type Releasable, releaseCommand, showDocuments } from '../../runs/server/release-run.ts'
import { lockRun } from '../../runs/server/start-run.ts'
import { requestReleaseCommand } from '../statements.commands.ts'
import { type RunFigures, readRunFigures } from './run-figures.ts'

/** The request's content: the run and its documents, so that what is released is what was reviewed. */
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

/** Requests a run's release. Another person decides. */
export const requestRelease = releaseCommand(requestReleaseCommand, {
  isOfLedger: true,
  lock: lockPrepared,
  empty: 'STATEMENT_NONE',
  stale: 'STATEMENT_STALE',
  summary: ({ title, statements }) => `${title}: ${countOf(statements, 'document')}`,
  title: 'Release of statements',
  describe: ({ title, statements, start, end, principal, interest, corrects }) => [
    `${title}: ${countOf(statements, 'document')} for the period from ${formatDay(start)} to ${formatDay(end)}.`,
    `Together they close with ${formatCents(BigInt(principal), true)} of principal and ${formatCents(BigInt(interest), true)} of interest due and unpaid.`,
    ...(corrects ? [`It corrects ${corrects}, which stays as it is.`] : []),
    'Authorized people see them at once and are notified by e-mail. Nothing can be dated into this period afterwards.',
  ],
  async release({ tx, actor }, { id, kind, corrects }, { id: approval_id }) {
    await showDocuments(tx, id)
    await sql`update statements set released_at = now() where run_id = ${id}`.execute(tx)
    // A correction changes nothing about which days are closed, and a letter closes none.
    if (kind === 'statement' && !corrects) {
      await sql`insert into statement_periods (holder_id, period_end)
        select s.holder_id, s.period_end from statements s where s.run_id = ${id} on conflict do nothing`.execute(tx)
    }
    const news = await newsOf(tx, 'statements', id, actor)
    await tx.updateTable('statement_runs').set({ state: 'released', approval_id }).where('id', '=', id).execute()
    return news
  },
  entry: 'statements.released',
  facts: ({ statements, digest, start, end }) => ({ statements, digest, start, end }),
  link: ({ subjectId }) => href('/profile/admin/statements/:id', { id: subjectId }),
})

async function lockPrepared(tx: Transaction<Database>, id: string): Promise<Releasable<RunFigures, ReleaseContent>> {
  await lockRun(tx, 'statement_runs', id, statementRunSteps.release, 'STATEMENT_RUN_STATE')
  const run = await readRunFigures(tx, id)
  const { statements, digest, start, end, principal, interest, corrects, isStale } = run
  const content = { title: statementRunTitle(run), statements, digest, start, end, principal, interest, corrects }
  // Of everyone: who acts for one of its holders may decide, too (docs/decisions/0035).
  return { run, holderId: run.holderId, content, documents: statements, isStale }
}
