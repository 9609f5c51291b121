import { type AdminList, adminListColumns, type ListColumn } from '../../../../rules/list-columns.ts'
import type { Asking } from '../../list-page.tsx'

/** @returns the columns of a list that the reader chose; those at first where their choice can't be read */
export async function chosenColumns<List extends AdminList>(
  { actor, operations }: Asking,
  list: List,
): Promise<ListColumn<List>[]> {
  const atFirst = adminListColumns[list].atFirst as readonly ListColumn<List>[]
  return operations.getListColumns(actor, list).catch(error => {
    console.error(error)
    return [...atFirst]
  })
}
