import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { undoUploadTime } from '../../../rules/limits.ts'
import { noRows, type PackedRows } from '../../../rules/packed-rows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId, isId } from '../../../server/access/ids.ts'
import { isNewAccess } from '../../../server/access/new-access.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { prepared, type Statement, unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database } from '../../../server/database/types.ts'
import {
  type DocumentKind,
  type DocumentQuery,
  type DocumentSort,
  type DocumentState,
  type DocumentTopic,
  documentKinds,
  documentLists,
  documentTopics,
  isFiltered,
} from '../document-query.ts'
import { categoryOf, isAboutTopic, yearOfDocument } from './document-topics.ts'
import { documentColumns, listLimit, type PortalDocument } from './documents.ts'
import {
  askOwnersOf,
  csvBeside,
  documentsOf,
  firstDocumentsOf,
  type InAccount,
  type ListOwner,
  requestedOwners,
} from './readers.ts'

type PersonState = DocumentState<'person'>

export interface FoundDocuments {
  /** In the requested order, at most `limit`. */
  rows: PackedRows<PortalDocument>
  /** Number of matches, and of all the person's documents. */
  matching: number
  total: number
}

/** Number of documents of each kind and state that meet the other conditions, without kinds the person has none of. */
export interface FilterCounts {
  kinds: Partial<Record<DocumentKind, number>>
  states: Record<PersonState, number>
  /** Only document kinds and years with matches. */
  topics: Partial<Record<DocumentTopic, number>>
  years: Record<string, number>
}

/** Natural order: 'Statement 9' before 'Statement 10', with accented letters in their usual place. Indexed. */
const byName = sql`regexp_replace(regexp_replace(lower(filename), '\\d+', '0000000000\\&', 'g'), '\\d*(\\d{10})', '\\1', 'g')
  collate "und-x-icu"`

const orderings: Record<DocumentSort<'person'>, ReturnType<typeof sql>> = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  name: sql`${byName}, created_at desc, id desc`,
  size: sql`file_size desc, created_at desc, id desc`,
  views: sql`view_count desc, created_at desc, id desc`,
}

const inState: Record<PersonState, ReturnType<typeof sql<SqlBool>>> = {
  requested: sql`delete_request_status is not distinct from 'pending'`,
  viewed: sql`view_count > 0`,
  unviewed: sql`view_count = 0`,
}

/**
 * Searches a person's documents.
 * @param actor the person, or an administrator
 * @param userId the person
 * @param query filters and order
 * @param limit most rows
 * @param account id of one of the person's holders, to list only its documents
 */
export async function findDocuments(
  actor: Actor,
  userId: string,
  { sort, ...filters }: DocumentQuery,
  limit = listLimit,
  account?: string,
): Promise<FoundDocuments> {
  const owner = assertId(userId)
  requireOwnerOrAdministrator(actor, owner)
  // Not on every reload of the list.
  if (actor.id !== owner && (await isNewAccess(`${actor.id} ${actor.sessionId} listed ${owner}`))) {
    await actAs(actor, tx => audit(tx, actor, 'documents.listed', owner))
  }
  const owners = inAccount(owner, account)
  if (!isFiltered(filters) && typeof owners === 'string') {
    const [[found]] = await readAs(actor, lists[sort](owners, actor.id, limit))
    const { rows = noRows, total = 0 } = found ?? {}
    return { rows, matching: total, total }
  }
  const total = typeof owners === 'string' ? totalOf(owners) : unprepared(() => countOf(owners))
  const [[found], [counted], [met]] = await readAs(
    actor,
    unprepared(
      db => sql<{ rows: PackedList }>`select ${list(db, sort, owners, owner, actor.id, limit, filters)} as rows`,
    ),
    total,
    unprepared(db => db.selectFrom(documentsOf(db, owners)).select(countAll.as('matching')).where(meets(filters))),
  )
  return { rows: found?.rows ?? noRows, matching: met?.matching ?? 0, total: counted?.total ?? 0 }
}

/**
 * Counts the documents that each filter would show. Reads every document of the person, so a list calls it only when
 * its filters are opened.
 * @param account as in `findDocuments`
 * @throws PortalError FORBIDDEN for anyone but the person or an administrator
 */
export async function countDocuments(
  actor: Actor,
  userId: string,
  { search, kind, state, topic, year }: Filters,
  account?: string,
): Promise<FilterCounts> {
  const owner = assertId(userId)
  requireOwnerOrAdministrator(actor, owner)
  const owners = inAccount(owner, account)
  const [groups, years] = await readAs(
    actor,
    unprepared(db => groupsOf(db, owners, search)),
    unprepared(db => yearsOf(db, owners, search)),
  )
  return { ...countMatches(groups, kind, state), ...countTopics(years, topic, year) }
}

const countAll = sql<number>`count(*)`

/** Number of a person's documents visible to the reader. The number visible to everyone is stored, not counted. */
const countOf = (owners: string | InAccount) =>
  sql<{ total: number }>`${askOwnersOf(owners)} select ${totalOfRequested} as total`

/** Documents that lists show only to some readers are rare, so they are counted only if there are any. */
const totalOfRequested = sql<number>`(select listed + case when has_unlisted then app.count_unlisted(owners) else 0 end from asked)`

const totalOf = prepared('documents_total', (_, owner: string) => countOf(owner))

/** @returns the owners to list: one account if given, otherwise all that the person may read */
function inAccount(person: string, account: string | undefined): string | InAccount {
  return account && isId(account) ? { person, account } : person
}

type Filters = Partial<Omit<DocumentQuery, 'sort'>>

type PackedList = FoundDocuments['rows']

/** @param owner the list's person */
function list(
  db: Kysely<Database>,
  sort: DocumentSort<'person'>,
  owners: ListOwner,
  owner: string,
  reader: string,
  limit: number,
  filters: Filters = {},
) {
  const rows = firstDocumentsOf(db, owners, orderings[sort], limit, meets(filters))
    .select(documentColumns.filter(column => column !== 'user_id'))
    .select([sql<string>`${owner}::uuid`.as('user_id'), 'holder_id'])
    .select([addedWithin(undoUploadTime, reader).as('just_added'), csvBeside.as('csv_id')])
  return packRows<PortalDocument>(sql`${rows}`, [...documentColumns, 'holder_id', 'just_added', 'csv_id'])
}

function meets({ search = '', kind, topic, year, state }: Filters) {
  return sql<SqlBool>`${isFoundBy(search)}
    and ${topic ? isAboutTopic(topic) : sql`true`} and ${year ? sql`${yearOfDocument} = ${year}::integer` : sql`true`}
    and ${kind ? sql`file_type in (${sql.join(documentKinds[kind])})` : sql`true`} and ${state ? inState[state] : sql`true`}`
}

/** The whole list in each order, with its length. */
const lists = Object.fromEntries(
  documentLists.person.sorts.map(sort => [
    sort,
    prepared(
      `documents_by_${sort}`,
      (db, owner: string, reader: string, limit: number) =>
        sql`${askOwnersOf(owner)} select ${list(db, sort, requestedOwners, owner, reader, limit)} as rows, ${totalOfRequested} as total`,
    ),
  ]),
) as Record<
  DocumentSort<'person'>,
  (owner: string, reader: string, limit: number) => Statement<{ rows: PackedList; total: number }>
>

function groupsOf(db: Kysely<Database>, owners: string | InAccount, search = '') {
  const named = isFoundBy(search)
  const countWhere = (condition: RawBuilder<SqlBool>) => sql<number>`count(*) filter (where ${named} and ${condition})`
  return db
    .selectFrom(documentsOf(db, owners))
    .select(['file_type', countWhere(sql`true`).as('named')])
    .select([countWhere(inState.requested).as('requested'), countWhere(inState.viewed).as('viewed')])
    .groupBy('file_type')
}

/** Matches of a year, in total and by kind. */
type Year = Record<DocumentTopic, number> & { year: number; named: number }

function yearsOf(db: Kysely<Database>, owners: string | InAccount, search = '') {
  const named = isFoundBy(search)
  const ofKinds = documentTopics.map(
    kind => sql`count(*) filter (where ${named} and ${isAboutTopic(kind)}) as ${sql.ref(kind)}`,
  )
  return sql<Year>`select ${yearOfDocument} as year, count(*) filter (where ${named}) as named, ${sql.join(ofKinds)}
    from ${documentsOf(db, owners)} group by 1`
}

function countTopics(years: Year[], topic: DocumentTopic | undefined, year: number | undefined) {
  const counted = (of: readonly (readonly [string | number, number])[]) =>
    Object.fromEntries(of.filter(([, count]) => count > 0))
  const ofYear = years.filter(one => !year || one.year === year)
  const topics = documentTopics.map(kind => [kind, ofYear.reduce((count, one) => count + one[kind], 0)] as const)
  return { topics: counted(topics), years: counted(years.map(one => [one.year, one[topic ?? 'named']])) }
}

const addedWithin = (ms: number, by: string) =>
  sql<boolean>`coalesce(uploaded_by = ${by} and created_at > now() - make_interval(secs => ${sql.lit(ms / 1000)}), false)`

/** Number of documents of a type that match the name, and of those in two states. */
type Group = { file_type: string; named: number; requested: number; viewed: number }

function countMatches(
  groups: Group[],
  kind: DocumentKind | undefined,
  state: PersonState | undefined,
): Pick<FilterCounts, 'kinds' | 'states'> {
  const isOfKind = ({ file_type }: Group, wanted = kind) =>
    !wanted || documentKinds[wanted].some((type: string) => type === file_type)
  const inState = ({ named, requested, viewed }: Group, wanted = state) =>
    wanted ? { requested, viewed, unviewed: named - viewed }[wanted] : named
  const sum = (groups: Group[], of: (group: Group) => number) => groups.reduce((count, group) => count + of(group), 0)
  const ofKind = (wanted?: DocumentKind) => groups.filter(group => isOfKind(group, wanted))
  const kinds = (Object.keys(documentKinds) as DocumentKind[])
    .filter(one => ofKind(one).length > 0)
    .map(one => [one, sum(ofKind(one), group => inState(group))])
  const states = documentLists.person.states.map(one => [one, sum(ofKind(), group => inState(group, one))])
  return {
    kinds: Object.fromEntries(kinds) as FilterCounts['kinds'],
    states: Object.fromEntries(states) as FilterCounts['states'],
  }
}

/**
 * Whether each word matches one person's row of `documents`: its name, with or without hyphens; its category or kind;
 * its year; or its holder's name. For everyone's documents, `app.documents_with` uses indexes.
 */
function isFoundBy(search: string): RawBuilder<SqlBool> {
  const words = searchWords(search)
  return words.length > 0 ? sql<SqlBool>`(${sql.join(words.map(hasWord), sql` and `)})` : sql<SqlBool>`true`
}

function hasWord(word: string): RawBuilder<SqlBool> {
  const pattern = containing(word)
  const bare = pattern.replaceAll('-', '')
  const categories = sql`app.categories_searched(${word})`
  const ofKinds = documentTopics.flatMap(kind => {
    const category = categoryOf(kind)
    return category ? [sql`(${category} = any (${categories}) and ${isAboutTopic(kind)})`] : []
  })
  const named = [
    sql`app.folded(filename) like ${pattern}`,
    // Finds '1099int' and 'w9' without hyphens; a hyphen alone matches names only.
    ...(bare === '%%' ? [] : [sql`replace(app.folded(filename), '-', '') like ${bare}`]),
    sql`category = any (${categories})`,
    ...ofKinds,
    ...(/^20\d\d$/.test(word) ? [sql`${yearOfDocument} = ${word}::integer`] : []),
    // By primary key: with `exists` the planner might read every holder.
    sql`coalesce((select app.folded(h.legal_name) like ${pattern} from holders h where h.id = holder_id), false)`,
  ]
  return sql<SqlBool>`(${sql.join(named, sql` or `)})`
}

/**
 * Has PostgreSQL write a query's rows as one text, for a list that a page reads as is: neither the driver nor the
 * serialization handles each value (docs/performance.md has the cost).
 * @param query in the list's order
 * @param columns of the query in the list
 * @returns the text as an expression
 */
function packRows<Row>(query: RawBuilder<Row>, columns: readonly (keyof Row & string)[]) {
  const values = sql.join(columns.map(name => sql.ref(`found.${name}`)))
  const names = sql.lit(`{"columns":${JSON.stringify(columns)},"rows":`)
  return sql<PackedRows<Row>>`(select ${names} || coalesce(json_agg(json_build_array(${values}))::text, '[]') || '}'
    from (${query}) found)`
}
