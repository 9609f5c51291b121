import type { Selectable } from 'kysely'
import { actAs } from '../../../server/database/act-as.ts'
import type { UploadsTable } from '../../../server/database/types.ts'

export type Upload = Selectable<UploadsTable>

/** @returns an upload of the actor, if any */
export function findUpload(actor: { id: string }, id: string): Promise<Upload | undefined> {
  return actAs(actor, tx =>
    tx.selectFrom('uploads').selectAll().where('id', '=', id).where('uploaded_by', '=', actor.id).executeTakeFirst(),
  )
}
