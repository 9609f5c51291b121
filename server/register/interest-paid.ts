import { sql } from 'kysely'
import type { HolderKind } from '../../rules/holders.ts'
import { registerPerPage } from '../../rules/register.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { toCents } from '../database/cents.ts'
import { unprepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'

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
}

/** A year's payments of interest `m`, and what undid some: the same that a holder's own page adds up. */
const ofYear = (year: number) => sql`app.note_movements m where m.about = 'payment'
  and m.relates_to between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

const sums = sql`coalesce(-sum(m.interest_cents) filter (where m.kind = 'payment'), 0)::text as paid,
  coalesce(sum(m.interest_cents) filter (where m.kind <> 'payment'), 0)::text as returned`

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
    () => sql<Row>`select h.id, h.number, h.legal_name as name, h.kind, h.address_lines as address, s.notes, s.paid, s.returned
      from (select m.holder_id, count(distinct m.note_id)::int as notes, ${sums} from ${ofYear(year)} group by m.holder_id) s
        join holders h on h.id = s.holder_id
      order by h.number limit ${size} offset ${page * size}`,
  )
  type Sums = Pick<Row, 'paid' | 'returned'> & { holders: number }
  const all = unprepared<Sums>(
    () => sql<Sums>`select count(distinct m.holder_id)::int as holders, ${sums} from ${ofYear(year)}`,
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

function amountsOf(row: Pick<Row, 'paid' | 'returned'> | undefined) {
  const [paid, returned] = [toCents(row?.paid ?? 0), toCents(row?.returned ?? 0)]
  return { paid, returned, net: paid - returned }
}

function yearsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => last - at)
}
