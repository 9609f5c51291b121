import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { asAdministrator } from '../access/roles.ts'
import { prepared } from '../database/prepared.ts'

/** A file that an investor uploaded and no administrator has opened yet. */
export interface NewFile {
  id: string
  filename: string
  /** The owner's name, or else their address. */
  owner: string
  since: Date
  /** How many there are in all. */
  total: number
}

/** The newest files that no administrator has opened, with how many there are; for administrators. */
export const newFiles = prepared(
  'new_files',
  (_, most: number) => sql<NewFile>`
    select documents.id, filename, ${nameOrAddress('owner')} as owner, documents.created_at as since,
      (select count(*) from documents where new_for_office)::int as total
    from documents join user_profiles owner on owner.id = documents.user_id
    where new_for_office order by documents.created_at desc, documents.id desc limit ${most}`,
)

/**
 * Marks every new file as seen by the office, or one of them.
 * @returns how many were new
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function markFilesSeen(actor: Actor, documentId?: string): Promise<number> {
  const ids = documentId === undefined ? null : [assertId(documentId)]
  return asAdministrator(actor, async tx => {
    const { rows } = await sql<{ files: number }>`select app.mark_seen(${ids}) as files`.execute(tx)
    const files = rows[0]?.files ?? 0
    if (files > 0) await audit(tx, actor, 'documents.marked_seen', documentId ?? actor.id, { files })
    return files
  })
}
