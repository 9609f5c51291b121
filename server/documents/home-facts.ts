import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { servedStates } from '../../rules/file-checks.ts'
import { newsShown } from '../../rules/limits.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/types.ts'
import { asked, askOwnersOf, documentsOf, firstDocumentsOf, isHeldFor, isOwnedFor } from './readers.ts'

/** Its time is ISO 8601. */
type Named = { id: string; filename: string; created_at: string }

/** What a person's home is made of: their profile, and what their documents say. */
export interface HomeFacts {
  created_at: Date
  full_name: string | null
  details_asked_at: Date | null
  steps_hidden_at: Date | null
  /** Documents that someone else added and nobody has read. */
  unread: number
  /** The newest that someone else added: of those that nobody has opened, or where there are none, of all. No links to sign. */
  news: Named[] | null
  /** The newest that the fund has filed under Tax. */
  tax: Named[] | null
  /** How many holders show them something as their delegate, and how many invite them to. */
  shares: number
  invitations: number
  /** Whether there is a signing link to sign, and one that they say is signed. */
  has_to_sign: boolean | null
  has_signed: boolean | null
  /** Whether a holder that they act for has, or had, a note that is signed, and one that was funded. */
  has_signed_note: boolean | null
  has_funded_note: boolean | null
}

export const homeFacts = prepared(
  'home_facts',
  (db, personId: string) => sql<HomeFacts>`
    ${askOwnersOf(personId)}
    select p.created_at, p.full_name, p.details_asked_at, p.steps_hidden_at,
      (select coalesce(sum(unread), 0)::bigint from document_figures where ${isOwnedFor(asked)}) as unread,
      coalesce(${newestFromOthers(db, sql`read_at is null`, newsShown)}, ${newestFromOthers(db, sql`true`, 1)}) as news,
      ${newest(db, sql`category = 'Tax' and uploaded_by is distinct from user_id`, 1)} as tax, shared.*, links.*, held.*
    from user_profiles p cross join lateral app.count_shared() shared
      cross join lateral (select bool_or(signing_state in ('sent', 'opened')) as has_to_sign,
        bool_or(signing_state in ('said_signed', 'confirmed')) as has_signed
        from ${documentsOf(db, asked)} where signing_state is not null) links
      cross join lateral (select bool_or(state = 'signed') as has_signed_note, bool_or(funded_at is not null) as has_funded_note
        from notes where ${isHeldFor(asked)}) held
    where p.id = ${personId}`,
)

/** Signing links wait to be signed rather than read. */
const newestFromOthers = (db: Kysely<Database>, meets: RawBuilder<SqlBool>, limit: number) =>
  newest(db, sql`uploaded_by is distinct from user_id and not is_external_link and ${meets}`, limit)

const newest = (db: Kysely<Database>, meets: RawBuilder<SqlBool>, limit: number) => {
  const found = firstDocumentsOf(
    db,
    asked,
    sql`created_at desc`,
    limit,
    sql`check_state in (${sql.join(servedStates)}) and ${meets}`,
  ).select(['id', 'filename', 'created_at'])
  return sql`(select jsonb_agg(to_jsonb(found) order by created_at desc) from (${found}) found)`
}
