import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { perform } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { markFilesSeenCommand } from '../all-documents.commands.ts'

/** A file uploaded by an investor and not opened by any administrator. */
export interface NewFile {
  id: string
  filename: string
  /** The owner's name, or else their address. */
  owner: string
  since: Date
  /** Total number. */
  total: number
}

/** The newest files not opened by any administrator, with the total number; for administrators. */
export const newFiles = prepared(
  'new_files',
  (_, most: number) => sql<NewFile>`
    select documents.id, filename, ${nameOrAddress('owner')} as owner, documents.created_at as since,
      (select count(*) from documents where new_for_office)::int as total
    from documents join user_profiles owner on owner.id = documents.user_id
    where new_for_office order by documents.created_at desc, documents.id desc limit ${most}`,
)

/** Marks every new file as seen. @returns number of new files */
export const markFilesSeen = perform(markFilesSeenCommand, ({ tx, actor }) => markSeen(tx, actor))

/** Marks one file as seen, after an administrator's download. */
export async function markFileSeen(actor: Actor, documentId: string): Promise<void> {
  await asAdministrator(actor, tx => markSeen(tx, actor, assertId(documentId)))
}

async function markSeen(tx: Transaction<Database>, actor: Actor, id?: string): Promise<number> {
  const { rows } = await sql<{ files: number }>`select app.mark_seen(${id ? [id] : null}) as files`.execute(tx)
  const files = rows[0]?.files ?? 0
  if (files > 0) await audit(tx, actor, 'documents.marked_seen', id ?? actor.id, { files })
  return files
}
