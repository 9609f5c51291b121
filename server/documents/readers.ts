import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Database } from '../database/types.ts'

/*
 * Whose a document is: its owner's or, where it belongs to a holder, that of everyone who acts for the holder. Its file is
 * in the folder of one of them then, who may have stopped acting for it.
 */

/**
 * The documents that a person's list shows, in the place of the table `documents`. Each part is served by its own index.
 * @param personId the person who acts, or anyone for an administrator
 */
export function documentsOf(db: Kysely<Database>, personId: string) {
  const listed = db.selectFrom('documents').selectAll().where('companion_of', 'is', null)
  return listed
    .where('user_id', '=', personId)
    .where('holder_id', 'is', null)
    .unionAll(listed.where(isOfHoldersOf(personId)))
    .as('documents')
}

/** As `documentsOf`, with what belongs beside them: every file of a person. */
export function filesOf(db: Kysely<Database>, personId: string) {
  const all = db.selectFrom('documents').selectAll()
  return all
    .where('user_id', '=', personId)
    .where('holder_id', 'is', null)
    .unionAll(all.where(isOfHoldersOf(personId)))
    .as('documents')
}

const isOfHoldersOf = (personId: string) => sql<boolean>`holder_id = any ((select app.holders_of(${personId}))::uuid[])`

/** Whether a row is one of these documents, or belongs beside one of them. */
export function isAmong(ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(documents.id = any(${ids}::uuid[]) or documents.companion_of = any(${ids}::uuid[]))`
}

/** The id of the CSV beside a row of `documents`. What people upload has none. */
export const csvBeside = sql<string | null>`case when documents.uploaded_by is null and documents.file_type = 'pdf'
  then (select csv.id from documents csv where csv.companion_of = documents.id) end`

/** Whether a row of `documents` is the actor's, which row-level security decides, too. */
export function isOwnDocument(actor: Pick<Actor, 'id'>): RawBuilder<boolean> {
  return sql<boolean>`case when holder_id is null then user_id = ${actor.id} else app.is_member(holder_id) end`
}

/** Whether the actor may change something about a row of `documents` that is theirs; members who only look may not. */
export function actsForDocument(actor: Pick<Actor, 'id'>): RawBuilder<boolean> {
  return sql<boolean>`case when holder_id is null then user_id = ${actor.id} else app.acts_for_holder(holder_id) end`
}

/** @returns whether a document of which `isOwnDocument` was read may be shown to the actor */
export function isShownTo(actor: Actor, { is_own }: { is_own: boolean }): boolean {
  return is_own || actor.isAdmin
}

/** @returns whom to tell about a document: its owner, or everyone who acts for its holder. For the office and for jobs */
export async function readersOf(
  tx: Transaction<Database>,
  { user_id, holder_id }: { user_id: string; holder_id: string | null },
): Promise<string[]> {
  if (holder_id === null) return [user_id]
  const { rows } = await sql<{ readers: string[] }>`select app.readers_of(${holder_id}) as readers`.execute(tx)
  return rows[0]?.readers ?? []
}
