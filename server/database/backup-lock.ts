import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from './types.ts'

/** Key of the advisory lock that a backup holds while it copies; any number that every process shares. */
const backupLock = 5_062_027
/** Key for a round of continuous archiving, which runs beside a backup. */
const archiveLock = 5_062_028

/**
 * Takes the lock of a backup, so that no stored file is removed until the connection ends. Take it before the snapshot:
 * files removed without having seen the lock belong to rows that the snapshot no longer has.
 * @param owner a connection straight to the server, which a pooler can't hand to others
 * @returns whether it was free; otherwise another backup is in progress
 */
export async function takeBackupLock(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [backupLock])
  return rows[0]?.taken ?? false
}

/**
 * Runs work for continuous archiving, during which no stored file is removed. As with `takeBackupLock`, the work may
 * only read the database after this has begun.
 * @param owner as for `takeBackupLock`
 */
export async function whileFilesStay<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('select pg_advisory_lock($1)', [archiveLock])
  try {
    return await work()
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [archiveLock])
  }
}

/**
 * Called before a stored file is removed, once its row is gone.
 * @returns whether a backup is in progress, which may need the file; then it must be removed later
 */
export async function isBackupRunning(tx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${backupLock})
      and pg_try_advisory_xact_lock_shared(${archiveLock}) as free`.execute(tx)
  return !rows[0]?.free
}
