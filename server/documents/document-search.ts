import { type SqlBool, sql } from 'kysely'
import {
  type DocumentKind,
  type DocumentQuery,
  type DocumentSort,
  type DocumentState,
  documentKinds,
  documentLists,
} from '../../rules/document-query.ts'
import { undoUploadTime } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { isNewAccess } from '../access/new-access.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { searchWords } from '../database/search-words.ts'
import { documentColumns, listLimit, type PortalDocument } from './documents.ts'

type PersonState = DocumentState<'person'>

export interface FoundDocuments {
  /** In the requested order, at most `limit`. */
  documents: PortalDocument[]
  /** How many match, and how many the person has in all. */
  matching: number
  total: number
  /** How many of each kind and state meet the other conditions. Kinds the person has none of are left out. */
  kinds: Partial<Record<DocumentKind, number>>
  states: Record<PersonState, number>
}

/** Natural order: 'Statement 9' before 'Statement 10', accented letters where readers expect them. */
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
 * @param userId whose documents
 * @param query what to search for, and the order
 * @param limit rows at most
 * @throws PortalError FORBIDDEN for anyone else
 */
export async function findDocuments(
  actor: Actor,
  userId: string,
  { search, kind, state, sort }: DocumentQuery,
  limit = listLimit,
): Promise<FoundDocuments> {
  const owner = assertId(userId)
  requireOwnerOrAdministrator(actor, owner)
  const named = nameContains(search)
  return actAs(actor, async tx => {
    // Not each time the page reloads its list.
    if (actor.id !== owner && isNewAccess(`${actor.id} ${actor.sessionId} listed ${owner}`)) {
      await audit(tx, actor, 'documents.listed', owner)
    }
    const documents = await tx
      .selectFrom('documents')
      .select(documentColumns)
      .select(addedWithin(undoUploadTime, actor).as('just_added'))
      .where('user_id', '=', owner)
      .where(named)
      .$if(kind !== undefined, rows => rows.where('file_type', 'in', documentKinds[kind as DocumentKind]))
      .$if(state !== undefined, rows => rows.where(inState[state as PersonState]))
      .orderBy(orderings[sort])
      .limit(limit)
      .execute()
    const groups = await tx
      .selectFrom('documents')
      .select(['file_type', inState.requested.as('requested'), inState.viewed.as('viewed'), named.as('named')])
      .select(group => group.fn.countAll<number>().as('count'))
      .where('user_id', '=', owner)
      .groupBy(['file_type', sql`2`, sql`3`, sql`4`])
      .execute()
    return { documents, ...countMatches(groups as Group[], kind, state) }
  })
}

const addedWithin = (ms: number, { id }: Actor) =>
  sql<boolean>`coalesce(uploaded_by = ${id} and created_at > now() - make_interval(secs => ${ms / 1000}), false)`

/** How many documents share the properties that conditions look at. */
type Group = { file_type: string; requested: boolean; viewed: boolean; named: boolean; count: number }

function countMatches(groups: Group[], kind: DocumentKind | undefined, state: PersonState | undefined) {
  const sum = (of: (group: Group) => boolean) =>
    groups.reduce((count, group) => (of(group) ? count + group.count : count), 0)
  const ofKind = (group: Group, wanted = kind) =>
    !wanted || documentKinds[wanted].some((type: string) => type === group.file_type)
  const ofState = ({ requested, viewed }: Group, wanted = state) =>
    !wanted || { requested, viewed, unviewed: !viewed }[wanted]
  const kinds = (Object.keys(documentKinds) as DocumentKind[])
    .filter(one => groups.some(group => ofKind(group, one)))
    .map(one => [one, sum(group => group.named && ofState(group) && ofKind(group, one))])
  const states = documentLists.person.states.map(one => [
    one,
    sum(group => group.named && ofKind(group) && ofState(group, one)),
  ])
  return {
    total: sum(() => true),
    matching: sum(group => group.named && ofKind(group) && ofState(group)),
    kinds: Object.fromEntries(kinds) as FoundDocuments['kinds'],
    states: Object.fromEntries(states) as FoundDocuments['states'],
  }
}

/** Matches names that contain every word of `search`, in upper or lower case. */
function nameContains(search: string) {
  const conditions = searchWords(search).map(
    word => sql<SqlBool>`filename ilike ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
  )
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}
