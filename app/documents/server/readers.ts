import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'

/*
 * A document's owner is `owner_id`, a person or a holder. Its file is in the folder of a person (`user_id`), who may no
 * longer be a member of the holder. The database decides which owners a person may read (`app.my_owners`,
 * `app.owners_of`).
 */

/** One of a person's accounts: the id of one of their holders. Any other is ignored. */
export interface InAccount {
  person: string
  account: string
}

/** A person's id, or one of their accounts; or `requestedOwners`, in a statement that begins with `askOwnersOf`. */
export type ListOwner = string | InAccount | typeof requestedOwners
export const requestedOwners = Symbol('the owners that the statement has asked for')

/**
 * Starts a statement that uses a person's owners several times, since finding them is slower than reading a row.
 * `requestedOwners` also has totals of their documents: `listed`, `unread` and `has_unlisted`.
 */
export const askOwnersOf = (listOwner: string | InAccount) =>
  sql`with asked as materialized (select * from ${ownersWithFigures(listOwner)})`

/** The documents in a person's list, in place of the table `documents`. */
export function documentsOf(db: Kysely<Database>, listOwner: ListOwner) {
  return allOf(db, listOwner).where('companion_of', 'is', null).as('documents')
}

/** `documentsOf` with companion files: every file of a person. */
export function filesOf(db: Kysely<Database>, personId: string) {
  return allOf(db, personId).as('documents')
}

const allOf = (db: Kysely<Database>, listOwner: ListOwner) =>
  db.selectFrom('documents').selectAll().where(isOwnedFor(listOwner))

/** Whether a row of a table with `owner_id` belongs to an owner that a person may read. */
export const isOwnedFor = (listOwner: ListOwner) => sql<SqlBool>`owner_id = any (${ownersOf(listOwner)})`

function ownersOf(listOwner: ListOwner) {
  if (listOwner === requestedOwners) return sql<string[]>`(select owners from asked)::uuid[]`
  if (isAccount(listOwner)) return sql<string[]>`(select owners from ${ownersWithFigures(listOwner)})::uuid[]`
  return sql<string[]>`(select app.owners_of(${listOwner}))::uuid[]`
}

function ownersWithFigures(listOwner: string | InAccount) {
  return isAccount(listOwner)
    ? sql`app.owners_with_figures(${listOwner.person}, ${listOwner.account})`
    : sql`app.owners_with_figures(${listOwner})`
}

/** In a prepared statement a person's id is a placeholder, which is also an object. */
const isAccount = (listOwner: string | InAccount): listOwner is InAccount =>
  typeof listOwner === 'object' && 'account' in listOwner

/**
 * The first documents of a person's list, in place of the table `documents`. An index has each owner's in this order,
 * so that no more rows are read than shown.
 * @param order as after `order by`
 * @param meets conditions of a row
 */
export function firstDocumentsOf(
  db: Kysely<Database>,
  listOwner: ListOwner,
  order: RawBuilder<unknown>,
  limit: number,
  meets: RawBuilder<SqlBool> = sql`true`,
) {
  const ofOne = db
    .selectFrom('documents')
    .selectAll()
    .where(sql<SqlBool>`owner_id = whose.one and companion_of is null and ${meets}`)
    .orderBy(order)
    .limit(limit)
  return db
    .selectFrom(sql<{ one: string }>`unnest(${ownersOf(listOwner)})`.as<'whose'>(sql`whose(one)`))
    .crossJoinLateral(ofOne.as('documents'))
    .orderBy(order)
    .limit(limit)
}

/** Whether a row is one of these documents, or a companion of one. */
export function isAmong(ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(documents.id = any(${ids}::uuid[]) or documents.companion_of = any(${ids}::uuid[]))`
}

/** The id of a document's companion CSV. Uploads have none. */
export const csvBeside = sql<string | null>`case when documents.uploaded_by is null and documents.file_type = 'pdf'
  then (select csv.id from documents csv where csv.companion_of = documents.id) end`

/** Whether the actor may read the owner of a row of `documents`; row-level security checks that, too. */
export const isOwnDocument = sql<boolean>`owner_id = any ((select app.my_owners())::uuid[])`

/** Whether the actor may change their own row of `documents`; viewers may not. */
export const actsForDocument = sql<boolean>`app.acts_for(owner_id)`

/** A delegate's access to a document. */
export interface Share {
  /** Whether they may download it. */
  mayDownload: boolean
}

/** A delegate's access to a row of `documents`; null for everyone else: their grants aren't read. */
export const shareOf = sql<Share | null>`case when documents.owner_id <> all ((select app.my_owners())::uuid[]) then
  (select jsonb_build_object('mayDownload', s.may_download) from app.my_shares() s
    where s.owner_id = documents.owner_id and s.category = documents.category limit 1) end`

/** Whether the actor is an approver with a pending decision about a row of `documents`; evaluated for approvers only. */
export const comparedBy = ({ isApprover }: Actor) =>
  isApprover
    ? sql<boolean>`(app.is_bank_page(documents.id) or app.is_form_to_compare(documents.id))`
    : sql<boolean>`false`

/** Whether a row of `documents` was published about an offering, so that everyone who was accepted may read it. */
export const isDisclosed = sql<boolean>`documents.id = any ((select app.disclosed())::uuid[])`

/** Columns that decide whether a document is visible: `isOwnDocument`, and where applicable the others. */
interface Shown {
  is_own: boolean
  share?: Share | null
  is_compared?: boolean
  is_disclosed?: boolean
}

/** @returns whether the actor may see a document */
export function isShownTo(actor: Actor, { is_own, share, is_compared, is_disclosed }: Shown): boolean {
  return is_own || actor.isAdmin || !!share || !!is_compared || !!is_disclosed
}

/** @returns people to notify about an owner's documents. For administrators and jobs */
export async function readersOf(tx: Transaction<Database>, { owner_id }: { owner_id: string }): Promise<string[]> {
  const { rows } = await sql<{ readers: string[] }>`select app.readers_of(${owner_id}) as readers`.execute(tx)
  return rows[0]?.readers ?? []
}
