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
  return db
    .selectFrom('documents')
    .selectAll()
    .where('user_id', '=', personId)
    .where('holder_id', 'is', null)
    .unionAll(
      db
        .selectFrom('documents')
        .selectAll()
        .where(sql<boolean>`holder_id = any ((select app.holders_of(${personId}))::uuid[])`),
    )
    .as('documents')
}

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
