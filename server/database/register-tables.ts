import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of migration 0037. */
export interface RegisterTables {
  import_batches: ImportBatchesTable
}

export interface ImportBatchesTable {
  id: Generated<string>
  filename: string
  /** The file. */
  content: string
  /** Of the content, in hex. */
  sha256: string
  /** Ids of people, by e-mail address. */
  members: ColumnType<Record<string, string>, string, never>
  created_at: GeneratedAlways<Date>
  created_by: ColumnType<string, never, never>
  /** The database sets it, when its approval is carried out. */
  imported_at: Date | null
}
