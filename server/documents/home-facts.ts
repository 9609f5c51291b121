import { type Kysely, type SqlBool, sql } from 'kysely'
import { servedStates } from '../../rules/file-checks.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/types.ts'
import { documentsOf } from './readers.ts'

/** A document, as a sentence names it. `created_at` is UTC. */
export interface NamedDocument {
  id: string
  filename: string
  created_at: Date
}

/** The newest document that someone else added for a person and they haven't opened yet, and how many there are. */
export const newestUnread = prepared('newest_unread', (db, personId: string) =>
  // They are counted only where there is one.
  newestOf(unread(db, personId)).select(
    sql<number>`(${unread(db, personId).select(({ fn }) => fn.countAll().as('count'))})`.as('count'),
  ),
)

const unread = (db: Kysely<Database>, personId: string) => fromOthers(db, personId).where('read_at', 'is', null)

/** The newest document that someone else added for a person. */
export const newestFromOthers = prepared('newest_from_others', (db, personId: string) =>
  newestOf(fromOthers(db, personId)),
)

/** Whether a person has a signing link to sign, and one that they say is signed. */
export const linksSent = prepared(
  'links_sent',
  (_, personId: string) => sql<{ hasToSign: boolean; hasSigned: boolean }>`
    select exists (select from documents where user_id = ${personId} and holder_id is null
          and signing_state in ('sent', 'opened'))
        or exists (select from documents where ${ofHolders(personId)} and signing_state in ('sent', 'opened')) as "hasToSign",
      exists (select from documents where user_id = ${personId} and holder_id is null
          and signing_state in ('said_signed', 'confirmed'))
        or exists (select from documents where ${ofHolders(personId)}
          and signing_state in ('said_signed', 'confirmed')) as "hasSigned"`,
)

const ofHolders = (personId: string) => sql`holder_id = any ((select app.holders_of(${personId}))::uuid[])`

/** Signing links wait to be signed rather than read. */
function fromOthers(db: Kysely<Database>, personId: string) {
  return (
    db
      .selectFrom(documentsOf(db, personId))
      .where('is_external_link', '=', false)
      .where('check_state', 'in', [...servedStates])
      // The first condition is that of an index.
      .where(sql<SqlBool>`uploaded_by is distinct from user_id and uploaded_by is distinct from ${personId}`)
  )
}

const newestOf = (documents: ReturnType<typeof fromOthers>) =>
  documents.select(['id', 'filename', 'created_at']).orderBy('created_at', 'desc').limit(1)
