import type pg from 'pg'

/** What is moved, and where to. */
export interface Move {
  id: string
  kind: 'database' | 'files'
  /** The destination as people read it, without secrets. */
  to: string
  /** ISO 8601. */
  started_at: string
}

/** What the database says about the whole site, see the migration 0031. */
export interface SiteState {
  /** No process runs jobs or stores files. */
  isPaused: boolean
  /** The database refuses every change. */
  isHeld: boolean
  /** A move that has begun and isn't done. */
  move: Move | null
  /** Where the database's contents have gone; it stays read-only. */
  movedTo: string | null
  /** Where the files have been moved to; null where they never were. */
  filesAt: string | null
}

/** NOTIFY on this channel: the state has changed. */
export const siteStateChannel = 'site_state'
/** Advisory lock that each process shares while it may run jobs and store files. */
export const processLock = 7_030_002

interface Row {
  is_paused: boolean
  is_held: boolean
  move: Move | null
  moved_to: string | null
  files_at: string | null
}

/** @param client a connection in the role app_user, or the owner's */
export async function readSiteState(client: pg.ClientBase): Promise<SiteState> {
  const { rows } = await client.query<Row>('select * from app.current_site_state()')
  const { is_paused = false, is_held = false, move = null, moved_to = null, files_at = null } = rows[0] ?? {}
  return { isPaused: is_paused, isHeld: is_held, move, movedTo: moved_to, filesAt: files_at }
}
