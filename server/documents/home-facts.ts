import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { servedStates } from '../../rules/file-checks.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/types.ts'
import { documentsOf, firstDocumentsOf, isOwnedFor } from './readers.ts'

/** A document, as a sentence names it. `created_at` is UTC. */
export interface NamedDocument {
  id: string
  filename: string
  created_at: Date
}

/** The newest document that someone else added for a person and nobody has read yet, and how many there are. */
export const newestUnread = prepared('newest_unread', (db, personId: string) =>
  newestFromOthersThat(db, personId, sql`read_at is null`).select(
    sql<number>`(select coalesce(sum(unread), 0)::bigint from document_figures where ${isOwnedFor(personId)})`.as(
      'count',
    ),
  ),
)

/** The newest document that someone else added for a person. */
export const newestFromOthers = prepared('newest_from_others', (db, personId: string) =>
  newestFromOthersThat(db, personId, sql`true`),
)

/** Whether a person has a signing link to sign, and one that they say is signed. */
export const linksSent = prepared(
  'links_sent',
  (db, personId: string) => sql<{ hasToSign: boolean; hasSigned: boolean }>`
    select exists (select from ${documentsOf(db, personId)} where signing_state in ('sent', 'opened')) as "hasToSign",
      exists (select from ${documentsOf(db, personId)} where signing_state in ('said_signed', 'confirmed')) as "hasSigned"`,
)

/** Signing links wait to be signed rather than read. */
const newestFromOthersThat = (db: Kysely<Database>, personId: string, meets: RawBuilder<SqlBool>) =>
  firstDocumentsOf(
    db,
    personId,
    sql`created_at desc`,
    1,
    sql`uploaded_by is distinct from user_id and not is_external_link and check_state in (${sql.join(servedStates)})
      and ${meets}`,
  ).select(['id', 'filename', 'created_at'])
