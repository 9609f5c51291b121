import { sql, type Transaction } from 'kysely'
import { noteSettings } from '../../../../content/notes.ts'
import type { Database } from '../../../../server/database/types.ts'
import { fundDay } from '../../../../server/platform/fund-day.ts'
import { namesIn, type RegisterFacts } from './plan-import.ts'
import type { NoteFile } from './read-notes.ts'

/**
 * Reads what a file of notes is to be compared with.
 * @param tx a transaction of an administrator or approver
 * @param members the people found when the import was requested; without it, they are looked up
 */
export async function readFacts(
  tx: Transaction<Database>,
  file: NoteFile,
  members?: Readonly<Record<string, string>>,
): Promise<RegisterFacts> {
  const { numbers, holders, names, emails } = namesIn(file)
  const taken = await sql<{ number: string }>`select number from notes where number = any(${numbers}::text[])`.execute(
    tx,
  )
  const known = await sql<{ number: string; id: string; legal_name: string; state: string | null }>`
    select number, id, legal_name, state from holders where number = any(${holders}::text[])`.execute(tx)
  const named = await sql<{ name: string; number: string }>`
    select name, min(number) as number from holders,
      lateral (select regexp_replace(app.folded(legal_name), '\\s+', ' ', 'g') as name) folded
    where name = any(${names}::text[]) group by 1`.execute(tx)
  const { rows: limits } = await sql<{ day: string }>`select app.imports_are_new_from()::text as day`.execute(tx)
  return {
    today: fundDay(),
    newFrom: limits[0]?.day ?? '',
    defaultOffering: noteSettings.offering,
    takenNumbers: new Set(taken.rows.map(({ number }) => number)),
    holders: new Map(known.rows.map(({ number, id, legal_name, state }) => [number, { id, name: legal_name, state }])),
    numbersByName: new Map(named.rows.map(({ name, number }) => [name, number])),
    members: new Map(members ? Object.entries(members) : await findMembers(tx, emails)),
  }
}

async function findMembers(tx: Transaction<Database>, emails: string[]): Promise<[string, string][]> {
  const { rows } = await sql<{ email: string; id: string }>`
    select lower(email) as email, id from user_profiles
    where lower(email) = any(${emails}::text[]) and accepted_at is not null and disabled_at is null`.execute(tx)
  return rows.map(({ email, id }) => [email, id])
}
