import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'

/** @returns a query of the actor's own PDFs that are filed with no holder, the newest first, to choose one from */
export function ownPdfs(tx: Transaction<Database>, actor: Actor) {
  return tx
    .selectFrom('documents')
    .select(['id', 'filename'])
    .where('user_id', '=', actor.id)
    .where('uploaded_by', '=', actor.id)
    .where('holder_id', 'is', null)
    .where('file_type', '=', 'pdf')
    .where('check_state', 'in', ['unchecked', 'clean'])
    .where('unreleased', '=', false)
    .orderBy('created_at', 'desc')
    .limit(50)
}
