import { type RawBuilder, sql, type Transaction } from 'kysely'
import { addDays } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { recordView } from '../../../server/access/audit-view.ts'
import { assertId, isId } from '../../../server/access/ids.ts'
import type { RequestedPage } from '../../../server/access/requested-page.ts'
import { queryAsAdministrator, requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { aliased } from '../../../server/database/camel.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type HeldRow, type HeldSummary, heldBy, nothingHeld, toHeldSummary } from '../../lists/server/held-summary.ts'
import { lateSince, unpaidToday } from '../../lists/server/late-since.ts'
import { outstandingStates } from '../../notes/note-states.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import {
  type HolderKind,
  type HolderShow,
  type MemberRight,
  maturingSoon,
  personFirst,
  type SigningRule,
  type StatementRhythm,
} from '../holders.ts'
import { accreditedThrough } from './accredited-through.ts'
import { type StoredNumber, storedNumbersOf } from './number-vault.ts'

/** A row of the list of holders. */
export interface HolderRow extends HeldSummary {
  id: string
  number: string
  legalName: string
  kind: HolderKind
  state: string | null
  /** Current members. */
  members: { id: string; name: string }[]
  isFrozen: boolean
  /** End of verification for any sale, 'YYYY-MM-DD', or null. */
  accreditedThrough: string | null
}

/** Page size. */
export const holdersShown = 50

/** Totals over all pages. */
export interface HolderTotals {
  holders: number
  /** Outstanding principal, in cents. */
  held: bigint
}

/** @returns a condition on holders `h` */
function isShown(show: HolderShow | undefined): RawBuilder<boolean> {
  const today = fundDay()
  switch (show) {
    case 'late':
      return sql`exists (select from notes n where n.holder_id = h.id and ${lateSince(today, unpaidToday(today))} is not null)`
    case 'unverified':
      return sql`coalesce(${accreditedThrough} < ${today}, true)`
    case 'maturing':
      return sql`exists (select from notes n where n.holder_id = h.id and n.state in ${oneOf(outstandingStates)}
        and n.maturity_date <= ${addDays(today, maturingSoon)}::date)`
    case undefined:
      return sql`true`
  }
}

/**
 * @param asked `words`: names or numbers that a holder must all match; `show`: filter; `edge`: the holder before the
 * page's first, or after its last
 * @returns holders by name, whether there are later pages, and totals over all pages
 */
export async function getHolders(
  actor: Actor,
  {
    words = '',
    show,
    page = 0,
    edge = '',
    backward = false,
  }: RequestedPage & { words?: string; show?: HolderShow } = {},
): Promise<{ holders: HolderRow[]; more: boolean; totals: HolderTotals }> {
  return queryAsAdministrator(actor, async tx => {
    const wanted = words.split(/\s+/).filter(Boolean).slice(0, 8).map(containing)
    const isFound = sql`app.folded(h.legal_name || ' ' || h.number) like all (${wanted}::text[]) and ${isShown(show)}`
    const beyond = isId(edge)
      ? await tx.selectFrom('holders').select(['id', 'legal_name']).where('id', '=', edge).executeTakeFirst()
      : undefined
    const isBackward = backward && beyond !== undefined
    const order = isBackward ? sql`desc` : sql`asc`
    const { rows } = await sql<Omit<HolderRow, keyof HeldSummary>>`
      select h.id, h.number, h.legal_name as "legalName", h.kind, h.state, h.frozen_at is not null as "isFrozen",
        ${accreditedThrough} as "accreditedThrough",
        coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(p.full_name, p.email))
            order by m.added_at, coalesce(p.full_name, p.email), m.id)
          from holder_members m join user_profiles p on p.id = m.user_id
          where m.holder_id = h.id and m.ended_at is null), '[]') as members
      from holders h
      where ${isFound}
        ${beyond ? sql`and (lower(h.legal_name), h.id) ${isBackward ? sql`<` : sql`>`} (lower(${beyond.legal_name}), ${beyond.id})` : sql``}
      order by lower(h.legal_name) ${order}, h.id ${order}
      limit ${holdersShown + 1} offset ${beyond ? 0 : page * holdersShown}`.execute(tx)
    const holders = await withHeld(tx, rows.slice(0, holdersShown))
    const all = await sql<{ holders: number; held: string }>`
      select count(distinct h.id)::int as holders, coalesce(sum(p.principal_cents), 0)::text as held
      from holders h left join notes n on n.holder_id = h.id left join app.note_principals p on p.note_id = n.id
      where ${isFound}`.execute(tx)
    const totals = { holders: all.rows[0]?.holders ?? 0, held: BigInt(all.rows[0]?.held ?? 0) }
    return isBackward
      ? { holders: holders.reverse(), more: true, totals }
      : { holders, more: rows.length > holdersShown, totals }
  })
}

/** @returns the rows with each holder's notes and next payment */
async function withHeld<Row extends { id: string }>(
  tx: Transaction<Database>,
  rows: readonly Row[],
): Promise<(Row & HeldSummary)[]> {
  const ids = rows.map(({ id }) => id)
  const found = await sql<HeldRow & { key: string }>`${heldBy(
    sql`select id as key, id as holder_id from unnest(${ids}::uuid[]) id`,
  )}`.execute(tx)
  const heldOf = new Map(found.rows.map(({ key, ...held }) => [key, toHeldSummary(held)]))
  return rows.map(row => ({ ...row, ...(heldOf.get(row.id) ?? nothingHeld) }))
}

/** A current or former member of a holder. */
export interface Member {
  id: string
  userId: string
  name: string
  email: string
  right: MemberRight
  addedAt: Date
  endedAt: Date | null
}

/** A holder as administrators see it. */
export interface Holder extends HeldSummary {
  id: string
  number: string
  legalName: string
  kind: HolderKind
  custodianName: string | null
  signingRule: SigningRule
  address: string | null
  state: string | null
  statementRhythm: StatementRhythm
  createdAt: Date
  frozenAt: Date | null
  /** End of verification for any sale, 'YYYY-MM-DD', or null. */
  accreditedThrough: string | null
  /** Active ones first. */
  members: Member[]
  /** Numbers in the vault, masked, each with the holders that have the same one. */
  numbers: (Omit<StoredNumber, 'sameAs'> & { sameAs: string[] })[]
  /** A change of members pending approval. */
  openChange: { id: string; summary: string } | undefined
  /** A freeze or unfreeze pending approval. */
  openFreeze: { id: string; summary: string } | undefined
  /** A change of details pending approval. */
  openIdentity: { id: string; summary: string } | undefined
}

/** Reads a holder, with an audit entry. */
export async function getHolder(actor: Actor, holderId: string): Promise<Holder> {
  const id = assertId(holderId)
  const found = await queryAsAdministrator(actor, async tx => {
    const holder = await tx
      .selectFrom('holders as h')
      .select(aliased(['number', 'legal_name', 'kind', 'custodian_name', 'signing_rule'], 'h'))
      .select(aliased(['state', 'statement_rhythm', 'created_at', 'frozen_at'], 'h'))
      .select(['h.address_lines as address', sql<string | null>`${accreditedThrough}`.as('accreditedThrough')])
      .where('h.id', '=', id)
      .executeTakeFirst()
    if (!holder) throw new PortalError('NOT_FOUND')
    const members = await tx
      .selectFrom('holder_members as member')
      .innerJoin('user_profiles as person', 'person.id', 'member.user_id')
      .select(['member.id', 'person.email', 'member.user_id as userId', 'member.member_right as right'])
      .select(['member.added_at as addedAt', 'member.ended_at as endedAt'])
      .select(sql<string>`coalesce(person.full_name, person.email)`.as('name'))
      .where('member.holder_id', '=', id)
      .orderBy(sql`member.ended_at is not null`)
      .orderBy('member.added_at')
      .orderBy('name')
      .orderBy('member.id')
      .execute()
    const open = await tx
      .selectFrom('approvals')
      .select(['id', 'kind', 'summary'])
      .where('kind', 'in', ['holder.members', 'holder.freeze', 'holder.unfreeze', 'holder.identity'])
      .where('subject_id', '=', id)
      .where('decision', 'is', null)
      .execute()
    const [held] = await withHeld(tx, [{ id }])
    const kept = await storedNumbersOf(tx, id)
    const others = kept.flatMap(({ sameAs }) => sameAs)
    const numbered = others.length
      ? await tx.selectFrom('holders').select(['id', 'number']).where('id', 'in', others).execute()
      : []
    const numberOf = new Map(numbered.map(({ id, number }) => [id, number]))
    return {
      ...(held ?? nothingHeld),
      id,
      ...holder,
      members,
      numbers: kept.map(row => ({ ...row, sameAs: row.sameAs.map(each => numberOf.get(each) ?? '') })),
      openChange: open.find(({ kind }) => kind === 'holder.members'),
      openFreeze: open.find(({ kind }) => kind.endsWith('freeze')),
      openIdentity: open.find(({ kind }) => kind === 'holder.identity'),
    }
  })
  await recordView(actor, 'holder.viewed', id)
  return found
}

/** A row if there are any holders; for administrators. */
export const anyHolder = prepared('any_holder', db => db.selectFrom('holders').select('id').limit(sql.lit(1)))

export interface HeldAs {
  id: string
  number: string
  legalName: string
  kind: HolderKind
  right: MemberRight
  isFrozen: boolean
  statementRhythm: StatementRhythm
}

/** A person's holders, by name. */
export const holdersOf = prepared(
  'holders_of',
  (_, personId: string) => sql<HeldAs>`
    select h.id, h.number, h.legal_name as "legalName", h.kind, m.member_right as "right",
      h.frozen_at is not null as "isFrozen", h.statement_rhythm as "statementRhythm"
    from holder_members m join holders h on h.id = m.holder_id
    where m.user_id = ${personId} and m.ended_at is null order by lower(h.legal_name), h.id`,
)

/** @returns a person's holders, the person first; none for most people */
export async function getHoldersOf(actor: Actor, personId: string): Promise<HeldAs[]> {
  const id = assertId(personId)
  requireOwnerOrAdministrator(actor, id)
  const [held] = await readAs(actor, holdersOf(id))
  return personFirst(held)
}

/** A person's holders, for the export of their data. */
export const holdersExport: DataExport = {
  name: 'holders.json',
  about: 'the holders of notes that you act for',
  read: async actor => {
    const held = await getHoldersOf(actor, actor.id)
    if (held.length === 0) return undefined
    return held.map(({ number, legalName, kind, right }) => ({ number, name: legalName, kind, right }))
  },
}
