import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
export async function requireConsent(_tx: Transaction<Database>, _actor: Actor): Promise<{ id: string; version: string }> {
  throw new Error('stand-in')
}
