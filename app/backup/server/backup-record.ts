import pg from 'pg'
import { actAsRole } from '../../../server/database/act-as-role.ts'
import { settingsOf } from '../../../server/database/settings.ts'
import { backupRole } from './database-shape.ts'

/** Result of a finished backup. */
export interface Outcome {
  /** The moment it captures, and its name in the place. */
  moment: string
  name: string
  /** Bytes added to the place. */
  bytes: number
  /** Number of files in the backup, and of missing ones, see `Manifest.damaged`. */
  files: number
  damagedFiles: number
}

/** Retention of rows in `app.backups`. */
const kept = '400 days'

/** Records a backup's start. The caller holds the backup's lock, so others that seem unfinished were interrupted. */
export async function recordStart(owner: pg.Client, target: string): Promise<string> {
  return await actAsRole(owner, backupRole, async () => {
    await owner.query(
      "update app.backups set finished_at = now(), error = 'It was interrupted.' where finished_at is null",
    )
    await owner.query(`delete from app.backups where started_at < now() - interval '${kept}'`)
    const { rows } = await owner.query('insert into app.backups (target) values ($1) returning id', [target])
    return rows[0].id
  })
}

/** Records a backup's end, on a connection of its own: the backup's may be the cause. */
export async function recordEnd(ownerUrl: string, id: string, outcome: Outcome | { error: string }): Promise<void> {
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  try {
    await actAsRole(owner, backupRole, () => {
      if ('error' in outcome) {
        const statement = 'update app.backups set finished_at = now(), error = $2 where id = $1'
        return owner.query(statement, [id, outcome.error.slice(0, 2000)])
      }
      const { moment, name, bytes, files, damagedFiles } = outcome
      return owner.query(
        `update app.backups set finished_at = now(), moment = $2, name = $3, bytes = $4, files = $5, damaged_files = $6
        where id = $1`,
        [id, moment, name, bytes, files, damagedFiles],
      )
    })
  } finally {
    await owner.end()
  }
}

/** Records that a backup was restored for verification, and was complete. */
export async function recordVerified(owner: pg.Client, name: string): Promise<void> {
  await actAsRole(owner, backupRole, () =>
    owner.query('update app.backups set verified_at = now() where name = $1', [name]),
  )
}
