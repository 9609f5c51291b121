import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { sanctions } from '../../../content/sanctions.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { ListedNames } from '../match-names.ts'
import type { ListedEntry, ListKind, NameSource } from '../sanctions.ts'
import { notifyOfHits, remindOfLists } from './sanctions-mail.ts'

/** A name that wasn't compared with a list in force yet. */
interface Unchecked {
  source: NameSource
  holder_id: string | null
  user_id: string | null
  name: string
}

/** Names compared in one transaction. */
const batchSize = 200

/**
 * Compares the names that are new with the lists in force, and all of them with a new list; the handler of the queue
 * `check-names`, which runs each minute and after each upload. Notifies administrators of new hits, and reminds them of a list
 * that gets too old.
 */
export async function checkNames(): Promise<void> {
  const lists = await actAsJobs(tx =>
    tx
      .selectFrom('sanctions_lists')
      .select(['id', 'kind'])
      .where('superseded_at', 'is', null)
      .orderBy('kind')
      .execute(),
  )
  for (const { id, kind } of lists) await checkWith(id, kind as ListKind)
  if (lists.length === 0) return
  await actAsJobs(async tx => {
    await sql`delete from sanctions_entries e using sanctions_lists l
      where l.id = e.list_id and l.superseded_at is not null`.execute(tx)
    await notifyOfHits(tx)
    await remindOfLists(tx)
  })
}

async function checkWith(listId: string, kind: ListKind): Promise<void> {
  let listed: ListedNames<ListedEntry> | undefined
  for (;;) {
    const done = await actAsJobs(async tx => {
      const names = await readUnchecked(tx, listId)
      if (names.length === 0) return true
      listed ??= await readListed(tx, listId)
      for (const name of names) {
        await compare(tx, { listId, kind, listed }, name)
        // A comparison takes a millisecond or more; requests get their turn.
        await setImmediate()
      }
      return names.length < batchSize
    })
    if (done) return
  }
}

/** Two processes don't compare with a list at once. */
async function readUnchecked(tx: Transaction<Database>, listId: string): Promise<Unchecked[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names ${listId}`}, 0))`.execute(tx)
  const { rows } = await sql<Unchecked>`select * from app.names_to_compare(${listId}, ${batchSize})`.execute(tx)
  return rows
}

async function readListed(tx: Transaction<Database>, listId: string): Promise<ListedNames<ListedEntry>> {
  const { rows } = await sql<ListedEntry>`
    select uid, kind, name, aliases, programs, births, places, remarks from sanctions_entries where list_id = ${listId}`.execute(
    tx,
  )
  const listed = new ListedNames<ListedEntry>()
  for (let at = 0; at < rows.length; at += 1000) {
    listed.add(rows.slice(at, at + 1000))
    await setImmediate()
  }
  return listed
}

async function compare(
  tx: Transaction<Database>,
  { listId, kind, listed }: { listId: string; kind: ListKind; listed: ListedNames<ListedEntry> },
  { source, holder_id, user_id, name }: Unchecked,
): Promise<void> {
  const found = listed.find(name, sanctions.closeFrom)
  const of = { list_id: listId, source, holder_id, user_id, name }
  for (const { entry, matched, score } of found) {
    const json = JSON.stringify(entry)
    const entry_sha256 = createHash('sha256').update(json).digest('hex')
    await tx
      .insertInto('sanctions_hits')
      .values({ ...of, kind, uid: entry.uid, entry: sql`${json}::jsonb`, entry_sha256, matched, score })
      // The same name and the same entry: what was decided stays.
      .onConflict(conflict =>
        conflict
          .columns(['holder_id', 'user_id', 'kind', 'uid', 'entry_sha256', 'name'])
          .doUpdateSet({ list_id: listId }),
      )
      .execute()
  }
  await tx
    .insertInto('sanctions_checks')
    .values({ ...of, hits: found.length })
    .execute()
}
