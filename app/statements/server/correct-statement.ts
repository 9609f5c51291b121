import { oneLine } from '../../../rules/text.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { startRun } from '../../runs/server/start-run.ts'
import { correctStatementCommand } from '../statements.commands.ts'
import { statementRuns } from './start-runs.ts'

/**
 * Prepares a new statement that names the old one, and includes what was recorded later about its period. The old one
 * stays as it is. Two people release the correction, as any run.
 * @returns the id of the correction's run
 */
export const correctStatement = perform(
  correctStatementCommand,
  async ({ tx, refuse, audit }, statementId, typed) => {
    const corrects = assertId(statementId)
    const reason = oneLine(typed.reason)
    const statement = await tx
      .selectFrom('statements as statement')
      .innerJoin('statement_runs as run', 'run.id', 'statement.run_id')
      .select(['run.kind', 'run.rhythm', 'statement.period_start', 'statement.period_end', 'statement.holder_id'])
      .select(['statement.number', 'statement.released_at'])
      .where('statement.id', '=', corrects)
      .executeTakeFirst()
    if (!statement) throw refuse('NOT_FOUND')
    const { number, released_at, ...of } = statement
    if (!released_at) throw refuse('STATEMENT_NOT_RELEASED')
    const id = await startRun(tx, statementRuns, { ...of, corrects, reason })
    await audit('statements.correction_requested', id, { corrects: number, reason })
    return id
  },
  { codes: { statement_runs_correction: 'STATEMENT_CORRECTED' } },
)
