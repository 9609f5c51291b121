import {
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { aliased } from '../../../server/database/camel.ts'
import { countUpTo } from '../../../server/database/count-up-to.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { ConversationsTable, Database } from '../../../server/database/types.ts'
import type { Topic } from '../../leads/leads.ts'
import { firstRows } from '../../lists/server/first-rows.ts'
import {
  type ConversationFilter,
  type ConversationKey,
  type ConversationKind,
  conversationsPerPage,
  readConversationKey,
} from '../conversations.ts'

/** A conversation as lists show it. Times are UTC. */
export interface ConversationSummary {
  id: string
  /** The investor; null where it is with a visitor. */
  person: { id: string; name: string | null; email: string } | null
  /** The visitor, with the row in `messages` or `call_requests`; null where it is with an investor. */
  visitor: VisitorSummary | null
  /** The document it is about, if that still exists. */
  document: { id: string; filename: string } | null
  /** Null for visitors' conversations. */
  subject: string | null
  lastMessageAt: Date
  /** The beginning of the last message, and who wrote it. */
  excerpt: string
  lastFromFund: boolean
  lastSender: string | null
  closedAt: Date | null
  /** The other side wrote last, and the fund hasn't answered or closed it. */
  awaitsAnswer: boolean
  /** The other side has written since the actor last read it. */
  isUnread: boolean
  /** The administrator who answered last, as administrators see it. */
  answeredBy: string | null
}

/** The visitor who wrote or booked a call, and the subject. */
export interface VisitorSummary {
  kind: 'message' | 'phone' | 'video'
  leadId: string
  name: string
  email: string
  /** Of a message. */
  topic: Topic | null
  /** Of a call. */
  startsAt: Date | null
  isCancelled: boolean
}

export interface ConversationList {
  /** Newest first. */
  conversations: ConversationSummary[]
  /** How many there are in all, or, where there are `more`, at least. */
  total: number
  more: boolean
}

export interface ConversationQuery {
  /** Only this person's. An investor sees no others; for an administrator everyone's, visitors' included, by default. */
  of?: string | undefined
  /** From 0. */
  page?: number
  /**
   * When a conversation's last message was, and its id, as ISO 8601 and UUID with `_` between: the page begins after it, or
   * ends before it where `backward`, whatever `page` says (`conversationKey`).
   */
  edge?: string | undefined
  backward?: boolean
  filter?: ConversationFilter | undefined
  kind?: ConversationKind | undefined
  /** Conversations on a page. */
  size?: number
}

/**
 * Lists conversations.
 * @throws PortalError FORBIDDEN for another person's
 */
export async function getConversations(
  actor: Actor,
  { of, page = 0, edge, backward = false, filter, kind, size = conversationsPerPage }: ConversationQuery = {},
): Promise<ConversationList> {
  const person = of === undefined && actor.isAdmin ? undefined : assertId(of ?? actor.id)
  if (person) requireOwnerOrAdministrator(actor, person)
  const narrowed = (db: Kysely<Database>) =>
    inFilter(all(db), filter, actor)
      .$if(person !== undefined, rows => rows.where('c.person_id', '=', person ?? null))
      .$if(kind === 'investors', rows => rows.where('c.person_id', 'is not', null))
      .$if(kind === 'visitors', rows => rows.where('c.visitor_message_id', 'is not', null))
      .$if(kind === 'calls', rows => rows.where('c.call_request_id', 'is not', null))
  return queryAs(actor, async tx => {
    const count = await countUpTo(tx, narrowed(tx))
    const key = readConversationKey(edge)
    const isBackward = backward && key !== undefined
    const order = isBackward ? 'asc' : 'desc'
    // Only these are joined with their details.
    const found = await narrowed(tx)
      .select('c.id')
      .$if(key !== undefined, rows => rows.where(isBeyond(key as ConversationKey, isBackward)))
      .orderBy('c.last_message_at', order)
      .orderBy('c.id', order)
      .offset(key ? 0 : page * size)
      .limit(size)
      .execute()
    const shown = all(tx).where(isAmong(found.map(({ id }) => id)))
    const rows = await newestFirst(summaries(shown, actor.id)).execute()
    return { conversations: rows.map(toSummary), ...count }
  })
}

const isAmong = (ids: string[]) => sql<SqlBool>`c.id = any(${ids}::uuid[])`

function isBeyond({ at, id }: ConversationKey, backward: boolean) {
  return backward
    ? sql<SqlBool>`(c.last_message_at, c.id) > (${at}, ${id}::uuid)`
    : sql<SqlBool>`(c.last_message_at, c.id) < (${at}, ${id}::uuid)`
}

/** @returns one conversation as lists show it; undefined where there is none, or the actor can't see it */
export async function findSummary(
  tx: Transaction<Database>,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<ConversationSummary | undefined> {
  const row = await summaries(all(tx).where('c.id', '=', id), actor.id).executeTakeFirst()
  return row && toSummary(row)
}

/** The newest conversations without an answer, as `toSummary` reads them, with the total number; for administrators. */
export const newestAwaiting = firstRows(
  'newest_awaiting_conversation',
  db => inFilter(all(db), 'new'),
  (found, actorId: string) => newestFirst(summaries(found, actorId)),
)

/** @returns which of these conversations are unread for the actor of the transaction */
export async function unreadOf(
  tx: Transaction<Database>,
  actorId: string,
  ids: string[],
): Promise<{ id: string; isOwn: boolean }[]> {
  const actor = { id: actorId }
  const rows = await tx
    .selectFrom('conversations as c')
    .leftJoin('conversation_reads as r', join =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.reader_id', '=', actorId),
    )
    .select(['c.id', 'c.person_id'])
    .where('c.id', 'in', ids)
    .where(isUnreadBy(actor))
    .orderBy('c.last_message_at')
    .execute()
  return rows.map(({ id, person_id }) => ({ id, isOwn: person_id === actorId }))
}

type WithConversations = Database & { c: ConversationsTable }
type ConversationRows = SelectQueryBuilder<WithConversations, 'c', object>

const all = (db: Kysely<Database>): ConversationRows => db.selectFrom('conversations as c')

function inFilter(rows: ConversationRows, filter?: ConversationFilter, actor?: Pick<Actor, 'id'>): ConversationRows {
  switch (filter) {
    case 'new':
      return rows.where(sql<SqlBool>`c.awaits_answer`)
    case 'open':
      return rows.where('c.closed_at', 'is', null)
    case 'done':
      return rows.where('c.closed_at', 'is not', null)
    case 'mine':
      return rows.where('c.answered_by', '=', actor?.id ?? null)
    default:
      return rows
  }
}

/** What the other side wrote after the actor last read. An administrator sees what no one has answered. */
export function isUnreadBy(actor: Pick<Actor, 'id'>) {
  return sql<SqlBool>`case when c.person_id = ${actor.id}
    then coalesce(c.from_fund_at > coalesce(r.read_at, '-infinity'), false)
    else c.awaits_answer and c.from_person_at > coalesce(r.read_at, '-infinity') end`
}

function summaries(rows: ConversationRows, actorId: string) {
  return rows
    .leftJoin('user_profiles as p', 'p.id', 'c.person_id')
    .leftJoin('messages as v', 'v.id', 'c.visitor_message_id')
    .leftJoin('call_requests as k', 'k.id', 'c.call_request_id')
    .leftJoin('documents as d', 'd.id', 'c.document_id')
    .leftJoin('user_profiles as a', 'a.id', 'c.answered_by')
    .leftJoin('conversation_reads as r', join =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.reader_id', '=', actorId),
    )
    .leftJoinLateral(lastMessage, join => join.onTrue())
    .select(aliased(['id', 'subject', 'last_message_at', 'closed_at', 'awaits_answer'], 'c'))
    .select(['c.person_id as personId', 'p.full_name as personName', 'p.email as personEmail'])
    .select(['d.id as documentId', 'd.filename', 'v.topic', 'k.starts_at as startsAt'])
    .select(sql<string | null>`coalesce(v.id, k.id)`.as('leadId'))
    .select(sql<VisitorSummary['kind']>`coalesce(k.kind, 'message')`.as('kind'))
    .select(sql<boolean>`k.cancelled_at is not null`.as('isCancelled'))
    .select(sql<string>`coalesce(v.name, k.name)`.as('visitorName'))
    .select(sql<string>`coalesce(v.email, k.email)`.as('visitorEmail'))
    .select(sql<string>`left(coalesce(last.body, v.message, k.message, ''), 240)`.as('excerpt'))
    .select([sql<boolean>`coalesce(last.from_fund, false)`.as('lastFromFund'), 'last.sender_name as lastSender'])
    .select(sql<boolean>`coalesce(${isUnreadBy({ id: actorId })}, false)`.as('isUnread'))
    .select(sql<string | null>`coalesce(a.full_name, a.email)`.as('answeredBy'))
}

const newestFirst = (rows: ReturnType<typeof summaries>) =>
  rows.orderBy('c.last_message_at', 'desc').orderBy('c.id', 'desc')

function lastMessage({ selectFrom }: ExpressionBuilder<WithConversations, 'c'>) {
  return selectFrom('conversation_messages as m')
    .select(['m.body', 'm.from_fund', 'm.sender_name'])
    .whereRef('m.conversation_id', '=', 'c.id')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(1)
    .as('last')
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['executeTakeFirstOrThrow']>>

/** @returns a conversation as lists show it */
export function toSummary({ total: _, ...row }: SummaryRow & { total?: number }): ConversationSummary {
  const { personId, personName, personEmail, documentId, filename, ...others } = row
  const { leadId, kind, visitorName, visitorEmail, topic, startsAt, isCancelled, ...summary } = others
  return {
    ...summary,
    person: personId ? { id: personId, name: personName, email: personEmail ?? '' } : null,
    visitor: leadId ? { kind, leadId, name: visitorName, email: visitorEmail, topic, startsAt, isCancelled } : null,
    document: documentId ? { id: documentId, filename: filename ?? '' } : null,
  }
}
