import { randomUUID } from 'node:crypto'
import { correctionReasonLength } from '../../rules/statements.ts'
import { oneLine } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { enqueue } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * Prepares a new statement that names the old one, and includes what was recorded later about its period. The old one
 * stays as it is. Two people release the correction, as any run.
 * @param reason what is corrected, as the statement says it
 * @returns the id of the correction's run
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; STATEMENT_NOT_RELEASED;
 *   STATEMENT_CORRECTED where a correction has begun already; STATEMENT_REASON
 */
export async function correctStatement(actor: Actor, statementId: string, reason: string): Promise<string> {
  const corrects = assertId(statementId)
  requireAdministrator(actor)
  const why = oneLine(reason)
  if (!why || why.length > correctionReasonLength) throw new PortalError('STATEMENT_REASON')
  const id = randomUUID()
  return asAdministrator(
    actor,
    async tx => {
      const statement = await tx
        .selectFrom('statements as statement')
        .innerJoin('statement_runs as run', 'run.id', 'statement.run_id')
        .select(['run.kind', 'run.rhythm', 'statement.period_start', 'statement.period_end', 'statement.holder_id'])
        .select(['statement.number', 'statement.released_at'])
        .where('statement.id', '=', corrects)
        .executeTakeFirst()
      if (!statement) throw new PortalError('NOT_FOUND')
      const { number, released_at, ...of } = statement
      if (!released_at) throw new PortalError('STATEMENT_NOT_RELEASED')
      await tx
        .insertInto('statement_runs')
        .values({ id, ...of, corrects, reason: why })
        .execute()
      await enqueue(tx, 'prepare-statements', { run: id })
      await audit(tx, actor, 'statements.correction_requested', id, { corrects: number, reason: why })
      return id
    },
    { statement_runs_correction: 'STATEMENT_CORRECTED' },
  )
}
