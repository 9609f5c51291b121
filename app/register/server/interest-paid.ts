import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { registerPerPage } from '../register.ts'

/** Interest that was paid in a calendar year, by the day of payment. Cents. */
interface PaidSums {
  paid: bigint
  /** What came back in the year, or was reversed, of payments of any year. */
  returned: bigint
  /** What was paid less what came back. */
  net: bigint
  /** Tax withheld of payments of the year, by the ledger's account 2030: part of what was paid. */
  withheld: bigint
}

/** The same that a holder was paid. */
export interface InterestPaid extends PaidSums {
  holderId: string
  number: string
  name: string
  kind: HolderKind
  /** Lines of the holder's address. */
  address: string[]
  notes: number
}

/** The address of the holder `h`, as an array of its lines. */
export const addressLines = sql`array(select a.line from unnest(string_to_array(h.address_lines, E'\\n')) with ordinality a (line, n)
  where a.line ~ '\\S' order by a.n)`

const inYear = (day: RawBuilder<unknown>, year: number) =>
  sql`${day} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

const ofHolder = (column: RawBuilder<unknown>, id: string | undefined) => (id ? sql`and ${column} = ${id}` : sql``)

/** A year's payments of interest `m`, and what undid some: the same that a holder's own page adds up. */
const ofYear = (year: number, holderId?: string) => sql`app.note_movements m where m.about = 'payment'
  and ${inYear(sql`m.relates_to`, year)} ${ofHolder(sql`m.holder_id`, holderId)}`

const sums = sql`coalesce(-sum(m.interest_cents) filter (where m.kind = 'payment'), 0) as paid,
  coalesce(sum(m.interest_cents) filter (where m.kind <> 'payment'), 0) as returned, coalesce(-sum(m.interest_cents), 0) as net`

/** What was withheld of a year's payments, `w`, by holder. */
const withheldOf = (
  year: number,
  holderId?: string,
) => sql`(select l.holder_id, sum(l.credit_cents - l.debit_cents) as cents
  from ledger_lines l join ledger_entries e on e.id = l.entry_id left join ledger_entries o on o.id = e.reverses
  where l.account = 2030 and case when e.undoes is null then coalesce(o.kind, e.kind)
      else (select u.kind from ledger_entries u where u.id = e.undoes) end = 'payment' and ${inYear(sql`e.relates_to`, year)}
    ${ofHolder(sql`l.holder_id`, holderId)}
  group by l.holder_id) w`

/** The holders that were paid interest in a year, `s`, each with its sums. */
const holdersOf = (year: number, holderId?: string) => sql`(select p.*, coalesce(w.cents, 0) as withheld
  from (select m.holder_id, count(distinct m.note_id)::int as notes, ${sums} from ${ofYear(year, holderId)}
      group by m.holder_id) p
    left join ${withheldOf(year, holderId)} on w.holder_id = p.holder_id) s`

/**
 * @param page from 0
 * @returns a page of the holders that were paid interest in a year, by number, with the sums of all; and the years in
 *   which any was paid, newest first
 */
export async function getInterestPaid(
  actor: Actor,
  { year, page = 0, size = registerPerPage }: { year: number; page?: number; size?: number },
) {
  requireAdministrator(actor)
  const holders = unprepared<InterestPaid>(
    () => sql<InterestPaid>`select h.id as "holderId", h.number, h.legal_name as name, h.kind, ${addressLines} as address,
        s.notes, s.paid, s.returned, s.net, s.withheld
      from ${holdersOf(year)} join holders h on h.id = s.holder_id
      order by h.number limit ${size} offset ${page * size}`,
  )
  type All = PaidSums & { total: number }
  const all = unprepared<All>(
    () => sql<All>`select count(distinct m.holder_id)::int as total, ${sums},
      (select coalesce(sum(w.cents), 0) from ${withheldOf(year)}) as withheld from ${ofYear(year)}`,
  )
  const years = unprepared<{ first: number | null; last: number | null }>(
    () => sql<{ first: number | null; last: number | null }>`
      select extract(year from min(m.relates_to))::int as first, extract(year from max(m.relates_to))::int as last
      from app.note_movements m where m.about = 'payment'`,
  )
  const [rows, [sum], [range]] = await readAs(actor, holders, all, years)
  const { total, ...totals } = sum ?? { total: 0, paid: 0n, returned: 0n, net: 0n, withheld: 0n }
  return { holders: rows, total, totals, years: yearsFrom(range?.first ?? year, range?.last ?? year) }
}

/** What a holder was paid in a year, for its tax form. Cents. */
export interface PaidInYear {
  holderId: string
  /** What was paid less what came back in the year. */
  net: bigint
  withheld: bigint
  /** Returns after the year of payments of the year: deducted from the year of the return. */
  returnedLater: bigint
  /** Returns in this year of payments of earlier years: deducted from this year. */
  returnedEarlier: bigint
}

/**
 * @param tx of the office, or of a job
 * @param holderId of one holder; of all without
 * @returns what each holder was paid in a year, as `getInterestPaid` counts
 */
export async function readPaidInYear(
  tx: Transaction<Database>,
  year: number,
  holderId?: string,
): Promise<PaidInYear[]> {
  const { rows } = await sql<PaidInYear>`
    select s.holder_id as "holderId", s.net, s.withheld, coalesce(b.later, 0) as "returnedLater",
      coalesce(b.earlier, 0) as "returnedEarlier"
    from ${holdersOf(year, holderId)} left join (
      select m.holder_id, sum(m.interest_cents) filter (where ${inYear(sql`o.relates_to`, year)}
          and m.relates_to > make_date(${year}, 12, 31)) as later,
        sum(m.interest_cents) filter (where ${inYear(sql`m.relates_to`, year)}
          and o.relates_to < make_date(${year}, 1, 1)) as earlier
      from app.note_movements m join ledger_entries o on o.id = m.reverses
      where m.about = 'payment' ${ofHolder(sql`m.holder_id`, holderId)} group by m.holder_id
    ) b on b.holder_id = s.holder_id`.execute(tx)
  return rows
}

function yearsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => last - at)
}
