import { assertId } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { chooseStatementRhythmCommand } from '../../settings/settings.commands.ts'
import { getHoldersOf } from './holders-list.ts'

/** Sets the statement frequency of one of the actor's holders. The next statement starts where the last one ended. */
export const chooseStatementRhythm = performFreely(
  chooseStatementRhythmCommand,
  async ({ actor, refuse, transact }, holderId, { rhythm }) => {
    const id = assertId(holderId)
    const held = (await getHoldersOf(actor, actor.id)).find(holder => holder.id === id)
    if (!held) throw refuse('NOT_FOUND')
    if (held.isFrozen) throw refuse('HOLDER_FROZEN')
    if (held.right === 'viewer') throw refuse('FORBIDDEN')
    await transact(async ({ tx, audit }) => {
      const changed = await tx
        .updateTable('holders')
        .set({ statement_rhythm: rhythm })
        .where('id', '=', id)
        .where('statement_rhythm', '<>', rhythm)
        .returning('id')
        .execute()
      if (changed.length === 0) return
      const [from, to] = [{ statement_rhythm: held.statementRhythm }, { statement_rhythm: rhythm }]
      await audit('holder.updated', id, { from, to })
    })
  },
)
