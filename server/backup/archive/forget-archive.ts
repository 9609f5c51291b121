import pg from 'pg'
import { settingsOf } from '../../database/settings.ts'
import { ownSlots } from './slots.ts'

/** Lets PostgreSQL give up the log that it keeps for an archive, where nothing is archived any more. */
export async function forgetArchive(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(settingsOf(ownerUrl))
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query(`select pg_drop_replication_slot(name) from (${ownSlots}) slots`)
  } finally {
    await owner.end()
  }
}
