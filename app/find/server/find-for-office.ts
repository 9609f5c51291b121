import { sql } from 'kysely'
import { parseCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { toCentsOrNull } from '../../../server/database/cents.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { lateSince, unpaidToday } from '../../lists/server/late-since.ts'
import { type Late, type NoteState, stateByDay, toLate } from '../../notes/standing.ts'
import { foundShown } from '../find.ts'
import { recordOnceTyped } from './typed-searches.ts'

export type FoundKind = 'person' | 'holder' | 'note' | 'document' | 'conversation'

/** A result. */
export interface Found {
  kind: FoundKind
  id: string
  /** Name of a person, holder or document, number of a note, subject of a conversation; null for a visitor's. */
  name: string | null
  /** Owner or other distinguishing details, in parts. */
  about: string[]
  /**
   * For a person 'erased', 'disabled', 'guest', 'delegate' or 'administrator'; for a holder 'frozen'; for a note its
   * state; for a conversation 'unanswered' or 'done'.
   */
  state: string | null
  /** A note's late amount. */
  late: Late | null
  /** A visitor's topic, or kind of call. */
  visitor: string | null
  /** A note's principal. */
  cents: bigint | null
  /** The searched amount, if the note pays it as interest. */
  pays: bigint | null
  /** When a document was added, or a conversation's last message was written. */
  at: Date | null
}

export interface FoundForOffice {
  found: Found[]
  /** Kinds with more results than listed. */
  more: FoundKind[]
}

type Row = Omit<Found, 'cents' | 'pays' | 'late'> & {
  late_since: string | null
  /** A note's dates. */
  issued: string | null
  matures: string | null
  cents: string | null
  pays: string | null
}

/** The database finds ids by its indexes (`app.find_for_office`); their rows are read under the actor's row-level security. */
const foundRows = prepared(
  'find_for_office',
  (_, words: string, cents: string | null, most: number, today: string) => sql<Row>`
  with found as materialized (
    select kind, id, place from app.find_for_office(string_to_array(${words}, ' '), ${cents}::bigint, ${most}::integer))
  select f.kind, f.place, p.id, coalesce(p.full_name, p.email) as name,
    array_remove(array[case when p.full_name is not null then p.email end, p.organization], null) as about,
    case when p.erased_at is not null then 'erased' when p.disabled_at is not null then 'disabled'
      when p.accepted_at is null then case when app.came_by_grant(p.id, p.email) then 'delegate' else 'guest' end
      when p.is_admin then 'administrator' end as state,
    null::text as late_since, null::text as issued, null::text as matures,
    null::text as visitor, null::text as cents, null::text as pays, null::timestamptz as at
  from found f join user_profiles p on p.id = f.id where f.kind = 'person'
  union all
  select f.kind, f.place, h.id, h.legal_name, h.number || array(
      select coalesce(p.full_name, p.email) from holder_members m join user_profiles p on p.id = m.user_id
      where m.holder_id = h.id and m.ended_at is null and p.full_name is distinct from h.legal_name order by m.added_at, m.id),
    case when h.frozen_at is not null then 'frozen' end, null, null, null, null, null, null, null
  from found f join holders h on h.id = f.id where f.kind = 'holder'
  union all
  select f.kind, f.place, n.id, n.number, array[h.legal_name], n.state, ${lateSince(today, unpaidToday(today))},
    n.issue_date::text, n.maturity_date::text, null, n.principal_cents::text,
    case when n.principal_cents <> ${cents}::bigint and exists (select from schedule_lines l where l.note_id = n.id
      and l.version = n.version and l.interest_cents = ${cents}::bigint) then ${cents}::text end, null
  from found f join notes n on n.id = f.id join holders h on h.id = n.holder_id where f.kind = 'note'
  union all
  select f.kind, f.place, d.id, d.filename, array[coalesce(h.legal_name, p.full_name, p.email)], null, null, null, null, null, null,
    null, d.created_at
  from found f join documents d on d.id = f.id join user_profiles p on p.id = d.user_id left join holders h on h.id = d.holder_id
  where f.kind = 'document'
  union all
  select f.kind, f.place, c.id, c.subject, array[coalesce(p.full_name, p.email, v.name, k.name)],
    case when c.awaits_answer then 'unanswered' when c.closed_at is not null then 'done' end, null, null, null,
    coalesce(v.topic, k.kind), null, null, c.last_message_at
  from found f join conversations c on c.id = f.id left join user_profiles p on p.id = c.person_id
    left join messages v on v.id = c.visitor_message_id left join call_requests k on k.id = c.call_request_id
  where f.kind = 'conversation'
  order by kind, place`,
)

/**
 * Finds people, holders, notes, documents and conversations by parts of their names, e-mail addresses and numbers, and
 * notes by amounts: the best few of each.
 * @param search words that must all match, or an amount, such as '$250,000'; an empty search finds nothing
 */
export async function findForOffice(actor: Actor, search: string): Promise<FoundForOffice> {
  requireAdministrator(actor)
  const words = searchWords(search)
  if (words.length === 0) return { found: [], more: [] }
  const cents = parseCents(search)
  const [rows] = await readAs(
    actor,
    foundRows(words.join(' '), cents ? String(cents) : null, foundShown + 1, fundDay()),
  )
  recordOnceTyped(actor, search.trim())
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return {
    found: [...kinds.values()].flatMap(ofKind => ofKind.slice(0, foundShown)).map(toFound),
    more: [...kinds].filter(([, ofKind]) => ofKind.length > foundShown).map(([kind]) => kind),
  }
}

function toFound({ kind, id, name, about, late_since, visitor, cents, pays, at, ...row }: Row): Found {
  const today = fundDay()
  const late = toLate(late_since, today)
  const dates = { issueDate: row.issued, maturityDate: row.matures }
  const state = kind === 'note' ? stateByDay(row.state as NoteState, dates, today) : row.state
  return { kind, id, name, about, state, late, visitor, cents: toCentsOrNull(cents), pays: toCentsOrNull(pays), at }
}
