import type { Actor } from '../../../server/access/actor.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { chooseListColumnsCommand } from '../list-columns.commands.ts'
import { type AdminList, adminListColumns, adminListNamed, type ListColumn } from '../list-columns.ts'

/** @returns the columns of a list that the actor chose, or its default */
export async function getListColumns<List extends AdminList>(actor: Actor, list: List): Promise<ListColumn<List>[]> {
  const { all, atFirst } = adminListColumns[list]
  const chosen = await queryAsAdministrator(actor, tx =>
    tx
      .selectFrom('list_columns')
      .select('columns')
      .where('user_id', '=', actor.id)
      .where('list', '=', list)
      .executeTakeFirst(),
  )
  const names: readonly string[] = chosen?.columns ?? atFirst
  return (all as readonly ListColumn<List>[]).filter(column => names.includes(column))
}

/** Stores the actor's columns of a list, for all browsers. Unknown names are ignored. */
export const chooseListColumns = perform(chooseListColumnsCommand, async ({ tx, actor, refuse }, name, { columns }) => {
  const list = adminListNamed(name)
  if (!list) throw refuse('NOT_FOUND')
  const chosen = adminListColumns[list].all.filter(column => columns.includes(column))
  await tx
    .insertInto('list_columns')
    .values({ user_id: actor.id, list, columns: chosen })
    .onConflict(conflict => conflict.columns(['user_id', 'list']).doUpdateSet({ columns: chosen }))
    .execute()
})
