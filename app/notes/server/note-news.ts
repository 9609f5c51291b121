import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import type { NoteNoticeKind } from '../../notifications/mail-preferences.ts'
import { notifyOfNote } from '../../notifications/server/notify.ts'

interface News {
  kind: NoteNoticeKind
  noteId: string
  holderId: string
  /** The person who did it, not notified; undefined for a job. */
  by?: { id: string }
}

/** On commit, e-mails all members of a note's holder, viewers included. */
export async function notifyMembers(tx: Transaction<Database>, { kind, noteId, holderId, by }: News): Promise<void> {
  const members = await tx
    .selectFrom('holder_members')
    .select('user_id')
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .execute()
  const userIds = members.map(({ user_id }) => user_id).filter(id => id !== by?.id)
  await notifyOfNote(tx, { kind, noteId, userIds, ...(by && { by: by.id }) })
}
