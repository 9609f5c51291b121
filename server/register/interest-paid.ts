import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { HolderKind } from '../../rules/holders.ts'
import { registerPerPage } from '../../rules/register.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { toCents } from '../database/cents.ts'
import { unprepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import type { Database } from '../database/types.ts'

/** Interest that a holder was paid in a calendar year, by the day of payment. Cents. */
export interface InterestPaid {
  holderId: string
  number: string
  name: string
  kind: HolderKind
  /** Lines of the holder's address. */
  address: string[]
  notes: number
  paid: bigint
  /** What came back in the year, or was reversed, of payments of any year. */
  returned: bigint
  /** What was paid less what came back. */
  net: bigint
  /** Tax withheld of payments of the year, by the ledger's account 2030: part of what was paid. */
  withheld: bigint
}

interface Row {
  id: string
  number: string
  name: string
  kind: HolderKind
  address: string | null
  notes: number
  paid: string
  returned: string
  withheld: string
}

const inYear = (day: RawBuilder<unknown>, year: number) =>
  sql`${day} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

const ofHolder = (column: RawBuilder<unknown>, id: string | undefined) => (id ? sql`and ${column} = ${id}` : sql``)

/** A year's payments of interest `m`, and what undid some: the same that a holder's own page adds up. */
const ofYear = (year: number, holderId?: string) => sql`app.note_movements m where m.about = 'payment'
  and ${inYear(sql`m.relates_to`, year)} ${ofHolder(sql`m.holder_id`, holderId)}`

const sums = sql`coalesce(-sum(m.interest_cents) filter (where m.kind = 'payment'), 0)::text as paid,
  coalesce(sum(m.interest_cents) filter (where m.kind <> 'payment'), 0)::text as returned`

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
const holdersOf = (year: number, holderId?: string) => sql`(select p.*, coalesce(w.cents, 0)::text as withheld
  from (select m.holder_id, count(distinct m.note_id)::int as notes, ${sums} from ${ofYear(year, holderId)}
      group by m.holder_id) p
    left join ${withheldOf(year, holderId)} on w.holder_id = p.holder_id) s`

/**
 * @param page from 0
 * @returns a page of the holders that were paid interest in a year, by number, with the sums of all; and the years in
 *   which any was paid, newest first
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getInterestPaid(
  actor: Actor,
  { year, page = 0, size = registerPerPage }: { year: number; page?: number; size?: number },
) {
  requireAdministrator(actor)
  const holders = unprepared<Row>(
    () => sql<Row>`select h.id, h.number, h.legal_name as name, h.kind, h.address_lines as address, s.notes, s.paid, s.returned,
        s.withheld
      from ${holdersOf(year)} join holders h on h.id = s.holder_id
      order by h.number limit ${size} offset ${page * size}`,
  )
  type Sums = Pick<Row, 'paid' | 'returned' | 'withheld'> & { holders: number }
  const all = unprepared<Sums>(
    () => sql<Sums>`select count(distinct m.holder_id)::int as holders, ${sums},
      (select coalesce(sum(w.cents), 0)::text from ${withheldOf(year)}) as withheld from ${ofYear(year)}`,
  )
  const years = unprepared<{ first: number | null; last: number | null }>(
    () => sql<{ first: number | null; last: number | null }>`
      select extract(year from min(m.relates_to))::int as first, extract(year from max(m.relates_to))::int as last
      from app.note_movements m where m.about = 'payment'`,
  )
  const [rows, [total], [range]] = await readAs(actor, holders, all, years)
  return {
    holders: rows.map(
      (row): InterestPaid => ({
        ...amountsOf(row),
        holderId: row.id,
        number: row.number,
        name: row.name,
        kind: row.kind,
        address: (row.address ?? '').split('\n').filter(line => line.trim()),
        notes: row.notes,
      }),
    ),
    total: total?.holders ?? 0,
    totals: amountsOf(total),
    years: yearsFrom(range?.first ?? year, range?.last ?? year),
  }
}

function amountsOf(row: Pick<Row, 'paid' | 'returned' | 'withheld'> | undefined) {
  const [paid, returned] = [toCents(row?.paid ?? 0), toCents(row?.returned ?? 0)]
  return { paid, returned, net: paid - returned, withheld: toCents(row?.withheld ?? 0) }
}

/** What a holder was paid in a year, for its tax form. Cents. */
export interface PaidInYear {
  holderId: string
  /** What was paid less what came back in the year. */
  net: bigint
  withheld: bigint
  /** Of payments of the year, what came back after it: taken off the year in which it did. */
  returnedLater: bigint
  /** Of payments of earlier years, what came back in this one: taken off this one. */
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
  const { rows } = await sql<
    Pick<Row, 'paid' | 'returned' | 'withheld'> & { id: string; later: string; earlier: string }
  >`
    select s.holder_id as id, s.paid, s.returned, s.withheld, coalesce(b.later, 0)::text as later,
      coalesce(b.earlier, 0)::text as earlier
    from ${holdersOf(year, holderId)} left join (
      select m.holder_id, sum(m.interest_cents) filter (where ${inYear(sql`o.relates_to`, year)}
          and m.relates_to > make_date(${year}, 12, 31)) as later,
        sum(m.interest_cents) filter (where ${inYear(sql`m.relates_to`, year)}
          and o.relates_to < make_date(${year}, 1, 1)) as earlier
      from app.note_movements m join ledger_entries o on o.id = m.reverses
      where m.about = 'payment' ${ofHolder(sql`m.holder_id`, holderId)} group by m.holder_id
    ) b on b.holder_id = s.holder_id`.execute(tx)
  return rows.map(({ id, later, earlier, ...row }) => {
    const { net, withheld } = amountsOf(row)
    return { holderId: id, net, withheld, returnedLater: toCents(later), returnedEarlier: toCents(earlier) }
  })
}

function yearsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => last - at)
}
