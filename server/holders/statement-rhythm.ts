import { type StatementRhythm, statementRhythms } from '../../rules/holders.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import { PortalError } from '../platform/portal-error.ts'
import { getHoldersOf } from './holders-list.ts'

/**
 * Chooses how often a holder that the actor acts for gets statements. The next one begins where the last one ended.
 * @param rhythm 'monthly', 'quarterly' or 'annual'
 * @throws PortalError NOT_FOUND for a holder that isn't the actor's; HOLDER_FROZEN; FORBIDDEN for who only looks;
 *   STATEMENT_RHYTHM
 */
export async function chooseStatementRhythm(actor: Actor, holderId: string, rhythm: string): Promise<void> {
  const id = assertId(holderId)
  if (!Object.hasOwn(statementRhythms, rhythm)) throw new PortalError('STATEMENT_RHYTHM')
  const held = (await getHoldersOf(actor, actor.id)).find(holder => holder.id === id)
  if (!held) throw new PortalError('NOT_FOUND')
  if (held.isFrozen) throw new PortalError('HOLDER_FROZEN')
  if (held.right === 'viewer') throw new PortalError('FORBIDDEN')
  await actAs(actor, async tx => {
    const changed = await tx
      .updateTable('holders')
      .set({ statement_rhythm: rhythm as StatementRhythm })
      .where('id', '=', id)
      .where('statement_rhythm', '<>', rhythm as StatementRhythm)
      .returning('id')
      .execute()
    if (changed.length === 0) return
    const [from, to] = [{ statement_rhythm: held.statementRhythm }, { statement_rhythm: rhythm }]
    await audit(tx, actor, 'holder.updated', id, { from, to })
  })
}
