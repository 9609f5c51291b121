import type { Asking } from '../../../shell/portal/list-page.tsx'
import { type AdminList, adminListColumns, type ListColumn } from '../../list-columns.ts'

/** @returns the reader's columns of a list; the default ones if their choice can't be loaded */
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
