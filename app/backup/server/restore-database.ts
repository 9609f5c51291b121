import type pg from 'pg'
import { StartError } from '../../../server/platform/start-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { createTables } from './create-tables.ts'
import { compareDatabase } from './dump-database.ts'
import { loadDatabase } from './load-database.ts'
import { type Manifest, tableOf } from './snapshots.ts'
import { decompressed } from './streams.ts'

/**
 * Restores a backup's database and compares every row.
 * @param owner a connection of the owner of an empty database, or one where this was interrupted
 * @throws StartError with the differences
 */
export async function restoreDatabase(
  owner: pg.Client,
  place: BackupPlace,
  name: string,
  { database }: Manifest,
): Promise<void> {
  await createTables(owner, database)
  await loadDatabase(owner, database, table => decompressed(place.read(tableOf(name, table))))
  const differences = await compareDatabase(owner, database)
  if (differences.length > 0) throw new StartError(differences.join('\n'))
}
