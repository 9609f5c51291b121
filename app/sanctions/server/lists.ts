import { createHash, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { sanctions } from '../../../content/sanctions.ts'
import { addDays, type Day, formatDay } from '../../../rules/days.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { oneLine } from '../../../rules/text.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { insertRows } from '../../../server/database/insert-rows.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { addSanctionsListCommand } from '../sanctions.commands.ts'
import { type ListKind, listKinds } from '../sanctions.ts'
import { type ReadOfacList, readOfacList } from './read-ofac-list.ts'

/** What an upload became: a new list in force; or the one in force, found to be the newest still. */
export type UploadedList = 'added' | 'confirmed'

/**
 * Puts a list of OFAC's in force, in place of the one before, and has all names compared with it. The same file again says that
 * it still is the newest.
 */
export const addSanctionsList = performFreely(
  addSanctionsListCommand,
  async ({ actor, refuse, transact }, _, { kind, file, aliases, publishedOn, anyway }): Promise<UploadedList> => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const aliasBytes = new Uint8Array(await aliases.arrayBuffer())
    // Read before the transaction: it takes a second or two.
    const read = await readOfacList(bytes, aliasBytes)
    const day = read.publishedOn ?? publishedOn
    if (!day || day > fundDay()) throw refuse('SANCTIONS_DAY')
    const sha256 = hashOf(bytes)
    const alias_sha256 = read.publishedOn ? null : hashOf(aliasBytes)
    return transact(async ({ tx, audit }) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('sanctions lists', 0))`.execute(tx)
      const before = await listBefore(tx, kind)
      const same = await tx
        .selectFrom('sanctions_lists')
        .select('id')
        .where('sha256', '=', sha256)
        .where('alias_sha256', 'is not distinct from', alias_sha256)
        .executeTakeFirst()
      const isSame = before !== undefined && same?.id === before.id
      if (same && !isSame) throw refuse('SANCTIONS_REPLACED')
      const doubts = anyway ? [] : await doubtsOf(tx, { ...read, kind, day, before: isSame ? undefined : before })
      if (doubts.length > 0)
        throw refuse('SANCTIONS_DOUBT', {
          sentence: [...doubts, 'If that’s right, tick the box and upload it again.'].join(' '),
        })
      if (before && isSame) {
        await tx
          .updateTable('sanctions_lists')
          .set({ current_as_of: sql<Date>`now()` })
          .where('id', '=', before.id)
          .execute()
        await audit('sanctions.list_confirmed', before.id, { kind, sha256 })
        return 'confirmed'
      }
      const id = randomUUID()
      const counts = { entry_count: read.entryCount, alias_count: read.aliasCount }
      const filename = oneLine(file.name).slice(0, 255) || 'list'
      await tx
        .insertInto('sanctions_lists')
        .values({
          id,
          kind,
          published_on: day,
          filename,
          sha256,
          alias_sha256,
          size_bytes: bytes.length,
          ...counts,
          added_by: actor.id,
        })
        .execute()
      await insertRows(tx, 'sanctions_entries', read.entries.map(entry => ({ list_id: id, ...entry })) as never)
      await enqueue(tx, 'check-names', {})
      await audit('sanctions.list_added', id, { kind, published_on: day, filename, sha256, ...counts, anyway })
      return 'added'
    })
  },
  { codes: { sanctions_entries_pkey: 'SANCTIONS_FILE', sanctions_lists_in_force: 'COLLIDED' } },
)

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface ListBefore {
  id: string
  day: Day
  entryCount: number
}

async function listBefore(tx: Transaction<Database>, kind: ListKind): Promise<ListBefore | undefined> {
  const { rows } = await sql<ListBefore>`
    select id, published_on::text as day, entry_count as "entryCount" from sanctions_lists
    where kind = ${kind} and superseded_at is null`.execute(tx)
  return rows[0]
}

type Doubted = Pick<ReadOfacList, 'entries' | 'entryCount'> & {
  kind: ListKind
  day: Day
  before: ListBefore | undefined
}

/** @returns a sentence for each thing about a list that is more likely a mistake */
async function doubtsOf(
  tx: Transaction<Database>,
  { kind, day, before, entries, entryCount }: Doubted,
): Promise<string[]> {
  const usual = before?.entryCount ?? sanctions.usualEntries[kind]
  const isOld = kind === 'sdn' && day < addDays(fundDay(), -sanctions.oldestPublished)
  const uids = entries.map(({ uid }) => uid)
  const { rows } = await sql<{ known: number }>`select count(*)::integer as known from sanctions_entries e
    join sanctions_lists l on l.id = e.list_id where l.kind <> ${kind} and e.uid = any (${uids}::text[])`.execute(tx)
  return [
    ...(entryCount < usual * sanctions.leastShare
      ? [
          `This list has ${countOf(entryCount, 'entry', 'entries')}, and ${before ? 'the one before had' : 'OFAC’s has about'} ${grouped(usual)}.`,
        ]
      : []),
    ...(before && day < before.day
      ? [`It was published on ${formatDay(day)}, before the one in force (${formatDay(before.day)}).`]
      : []),
    ...(isOld ? [`It was published on ${formatDay(day)}, and OFAC publishes more often than that.`] : []),
    ...((rows[0]?.known ?? 0) > uids.length / 2
      ? [`Most of its entries are on the other list: is it the ${listKinds[kind]}?`]
      : []),
  ]
}
