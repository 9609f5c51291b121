import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { readSiteState } from './site-state.ts'
import { assertRestored } from './unfinished-restore.ts'

/**
 * Refuses a database whose contents have gone elsewhere, or haven't all arrived. Where the site is read-only for a
 * moment, it waits until that is over.
 * @param owner a connection of the database's owner
 * @throws StartError
 */
export async function assertUsable(owner: pg.Client): Promise<void> {
  await assertRestored(owner)
  const { rows } = await owner.query(
    `select to_regclass('app.site_state') is not null as known, to_regclass('move.destination') is not null as incomplete`,
  )
  if (rows[0].incomplete) {
    throw new StartError(
      'This database is the destination of a move that isn’t done. Run `npm run move` again with the settings from before.',
    )
  }
  if (!rows[0].known) return
  for (let isFirst = true; ; isFirst = false) {
    const { isHeld, movedTo } = await readSiteState(owner)
    if (movedTo !== null) {
      throw new StartError(
        `This database’s contents have moved to ${movedTo}. Set DATABASE_URL to it; or, if nothing has used it yet, go back with \`npm run move -- --cancel\`.`,
      )
    }
    if (!isHeld) return
    if (isFirst) log.info('the site is read-only for a moment; waiting until that is over')
    await sleep(500)
  }
}
