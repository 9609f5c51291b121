import {
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import {
  type ConversationFilter,
  type ConversationKey,
  type ConversationKind,
  conversationsPerPage,
  readConversationKey,
} from '../../rules/conversations.ts'
import type { Topic } from '../../rules/leads.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { countUpTo } from '../database/count-up-to.ts'
import { prepared } from '../database/prepared.ts'
import { queryAs } from '../database/read-as.ts'
import type { ConversationsTable, Database } from '../database/types.ts'

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

/** Who wrote through the website or booked a call, and what it is about. */
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
  const narrowed = <Output>(rows: ConversationRows<Output>) =>
    rows
      .$if(person !== undefined, all => all.where('c.person_id', '=', person ?? null))
      .$if(filter === 'new', all => all.where(sql<SqlBool>`c.awaits_answer`))
      .$if(filter === 'open', all => all.where('c.closed_at', 'is', null))
      .$if(filter === 'done', all => all.where('c.closed_at', 'is not', null))
      .$if(filter === 'mine', all => all.where('c.answered_by', '=', actor.id))
      .$if(kind === 'investors', all => all.where('c.person_id', 'is not', null))
      .$if(kind === 'visitors', all => all.where('c.visitor_message_id', 'is not', null))
      .$if(kind === 'calls', all => all.where('c.call_request_id', 'is not', null))
  return queryAs(actor, async tx => {
    const count = await countUpTo(tx, narrowed(tx.selectFrom('conversations as c')))
    const key = readConversationKey(edge)
    const isBackward = backward && key !== undefined
    const order = isBackward ? 'asc' : 'desc'
    // Only these are joined with what tells of them.
    const found = await narrowed(tx.selectFrom('conversations as c'))
      .select('c.id')
      .$if(key !== undefined, all => all.where(isBeyond(key as ConversationKey, isBackward)))
      .orderBy('c.last_message_at', order)
      .orderBy('c.id', order)
      .offset(key ? 0 : page * size)
      .limit(size)
      .execute()
    const rows = await summaries(tx, actor, all => all.where(isAmong(found.map(({ id }) => id))))
      .orderBy('c.last_message_at', 'desc')
      .orderBy('c.id', 'desc')
      .execute()
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
  const row = await summaries(tx, actor, all => all.where('c.id', '=', id)).executeTakeFirst()
  return row && toSummary(row)
}

/** The newest conversation without the fund's answer, as `toSummary` reads it; for administrators. */
export const newestAwaiting = prepared('newest_awaiting_conversation', (db, actorId: string) =>
  summaries(db, { id: actorId }, all => all.where(sql<SqlBool>`c.awaits_answer`))
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1),
)

/** @returns which of these conversations the actor, as whom the transaction acts, still has something to read in */
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
type ConversationRows<Output> = SelectQueryBuilder<WithConversations, 'c', Output>

/** What the other side wrote after the actor last read. An administrator sees what no one has answered. */
export function isUnreadBy(actor: Pick<Actor, 'id'>) {
  return sql<SqlBool>`case when c.person_id = ${actor.id}
    then coalesce(c.from_fund_at > coalesce(r.read_at, '-infinity'), false)
    else c.awaits_answer and c.from_person_at > coalesce(r.read_at, '-infinity') end`
}

function summaries(
  db: Kysely<Database>,
  actor: Pick<Actor, 'id'>,
  narrowed: (rows: ConversationRows<unknown>) => ConversationRows<unknown>,
) {
  const rows = narrowed(db.selectFrom('conversations as c') as ConversationRows<unknown>)
  return rows
    .leftJoin('user_profiles as p', 'p.id', 'c.person_id')
    .leftJoin('messages as v', 'v.id', 'c.visitor_message_id')
    .leftJoin('call_requests as k', 'k.id', 'c.call_request_id')
    .leftJoin('documents as d', 'd.id', 'c.document_id')
    .leftJoin('user_profiles as a', 'a.id', 'c.answered_by')
    .leftJoin('conversation_reads as r', join =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.reader_id', '=', actor.id),
    )
    .leftJoinLateral(lastMessage, join => join.onTrue())
    .select(['c.id', 'c.person_id', 'c.subject', 'c.last_message_at', 'c.closed_at', 'c.awaits_answer'])
    .select(['p.full_name as person_name', 'p.email as person_email', 'd.id as document_id', 'd.filename'])
    .select([
      'v.id as message_id',
      'v.topic',
      'k.id as call_id',
      'k.kind as call_kind',
      'k.starts_at',
      'k.cancelled_at',
    ])
    .select([sql<string>`coalesce(v.name, k.name)`.as('visitor_name')])
    .select([sql<string>`coalesce(v.email, k.email)`.as('visitor_email')])
    .select(sql<string>`left(coalesce(last.body, v.message, k.message, ''), 240)`.as('excerpt'))
    .select(['last.from_fund', 'last.sender_name'])
    .select(isUnreadBy(actor).as('is_unread'))
    .select(sql<string | null>`coalesce(a.full_name, a.email)`.as('answered_by'))
}

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
export function toSummary(row: SummaryRow): ConversationSummary {
  return {
    id: row.id,
    person: row.person_id ? { id: row.person_id, name: row.person_name, email: row.person_email ?? '' } : null,
    visitor: visitorOf(row),
    document: row.document_id ? { id: row.document_id, filename: row.filename ?? '' } : null,
    subject: row.subject,
    lastMessageAt: row.last_message_at,
    excerpt: row.excerpt,
    lastFromFund: row.from_fund === true,
    lastSender: row.sender_name,
    closedAt: row.closed_at,
    awaitsAnswer: row.awaits_answer,
    isUnread: row.is_unread === true,
    answeredBy: row.answered_by,
  }
}

function visitorOf(row: SummaryRow): VisitorSummary | null {
  const leadId = row.message_id ?? row.call_id
  if (!leadId) return null
  return {
    kind: row.call_kind ?? 'message',
    leadId,
    name: row.visitor_name,
    email: row.visitor_email,
    topic: row.topic,
    startsAt: row.starts_at,
    isCancelled: row.cancelled_at !== null,
  }
}
