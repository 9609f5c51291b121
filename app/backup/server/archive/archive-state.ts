import { sql } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../../../../server/access/actor.ts'
import { queryAsAdministrator } from '../../../../server/access/roles.ts'

/** State of continuous archiving, in the one row of `app.archive_state`. */
export interface ArchiveState {
  /** The place, without credentials. */
  target: string
  /** Everything acknowledged before this moment is archived; null before the first round. */
  archived_until: Date | null
  /** End of the last round, successful or not. */
  checked_at: Date
  /** Why the last round failed. */
  error: string | null
}

/** @returns the last round's outcome; undefined without archiving, such as with the fund's own PostgreSQL */
export function getArchive(actor: Actor): Promise<ArchiveState | undefined> {
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<ArchiveState>`
      select target, archived_until, checked_at, error from app.archive_state`.execute(tx)
    return rows[0]
  })
}

/** Records a round's outcome. @param archivedUntil undefined if unknown */
export async function noteArchive(
  owner: pg.Client,
  target: string,
  archivedUntil: Date | undefined,
  error: Error | undefined,
): Promise<void> {
  await owner.query(
    `insert into app.archive_state as old (target, archived_until, error) values ($1, $2, $3)
    on conflict (only_row) do update set target = $1, error = $3, checked_at = clock_timestamp(),
      archived_until = coalesce($2, case when old.target = $1 then old.archived_until end),
      started_at = case when old.target = $1 then old.started_at else clock_timestamp() end`,
    [target, archivedUntil ?? null, error?.message.slice(0, 2000) ?? null],
  )
}
