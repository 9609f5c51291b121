import type pg from 'pg'
import { StartError } from '../platform/start-error.ts'

/** A restore's marker in the database that it fills (app/backup/server/restore-backup.ts). */
export interface UnfinishedRestore {
  /** Name of the backup. */
  name: string
  /** Whether all rows are restored, and only files are missing. */
  has_rows: boolean
}

/** @returns the interrupted or running restore in this database */
export async function findUnfinishedRestore(owner: pg.Client): Promise<UnfinishedRestore | undefined> {
  const { rows } = await owner.query("select to_regclass('public.unfinished_restore') is not null as is_there")
  if (!rows[0].is_there) return undefined
  return (await owner.query<UnfinishedRestore>('select name, has_rows from public.unfinished_restore')).rows[0]
}

/**
 * @param owner a connection of the database's owner
 * @throws StartError if a restore into this database isn't finished: the site would run with part of its data
 */
export async function assertRestored(owner: pg.Client): Promise<void> {
  const unfinished = await findUnfinishedRestore(owner)
  if (!unfinished) return
  throw new StartError(
    `The restore of the backup ${unfinished.name} into this database isn't finished. Run npm run restore again with the same place and time; it continues.`,
  )
}
