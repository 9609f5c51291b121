import { chooseStatementRhythmCommand } from '../../rules/settings.commands.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { actAs } from '../database/act-as.ts'
import { PortalError } from '../platform/portal-error.ts'
import { getHoldersOf } from './holders-list.ts'

/**
 * Sets the statement frequency of one of the actor's holders. The next statement starts where the last one ended.
 * @throws PortalError FORBIDDEN for viewers
 */
export const chooseStatementRhythm = performFreely(
  chooseStatementRhythmCommand,
  async ({ actor, refuse }, holderId, { rhythm }) => {
    const id = assertId(holderId)
    const held = (await getHoldersOf(actor, actor.id)).find(holder => holder.id === id)
    if (!held) throw refuse('NOT_FOUND')
    if (held.isFrozen) throw refuse('HOLDER_FROZEN')
    if (held.right === 'viewer') throw new PortalError('FORBIDDEN')
    await actAs(actor, async tx => {
      const changed = await tx
        .updateTable('holders')
        .set({ statement_rhythm: rhythm })
        .where('id', '=', id)
        .where('statement_rhythm', '<>', rhythm)
        .returning('id')
        .execute()
      if (changed.length === 0) return
      const [from, to] = [{ statement_rhythm: held.statementRhythm }, { statement_rhythm: rhythm }]
      await audit(tx, actor, 'holder.updated', id, { from, to })
    })
  },
)
