import type { Transaction } from 'kysely'
import { searchLength } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { isNewAccess } from '../../../server/access/new-access.ts'
import type { Database } from '../../../server/database/types.ts'

/**
 * Logs an administrator's search for people, once in ten minutes for the same words.
 * @param words as typed; not empty
 */
export async function auditSearch(tx: Transaction<Database>, actor: Actor, words: string): Promise<void> {
  if (!(await isNewAccess(`${actor.id} searched ${words}`))) return
  await audit(tx, actor, 'people.searched', actor.id, { search: words.slice(0, searchLength) })
}
