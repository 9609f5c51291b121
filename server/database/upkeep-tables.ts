import type { Generated, GeneratedAlways } from 'kysely'

/** One time that the sweeper looked. */
export interface SweepsTable {
  id: GeneratedAlways<string>
  started_at: Date
  finished_at: GeneratedAlways<Date>
  documents: number
  files: number
  orphans: number
  orphan_bytes: number
}

/** A document whose file isn't in the storage as it was uploaded. */
export interface MissingFilesTable {
  document_id: string
  found_at: Generated<Date>
  stored_size: number | null
}
