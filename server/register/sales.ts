import { sql } from 'kysely'
import { amendmentDue, formDDue } from '../../rules/register-days.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { unprepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import { soldNotes } from '../notes/accreditation-facts.ts'
import { allFilings, type Filing } from './filings.ts'

/** What was sold of an offering in a state, or everywhere. Amounts are cents, days 'YYYY-MM-DD'. */
export interface SalesByState {
  offering: string
  /** Two letters; null where none was recorded. */
  state: string | null
  /** Whether it is all states together, as Form D asks, which the others add up to. */
  isAll: boolean
  /** When the first holder was committed: the day of the last signature on the note. */
  firstSale: string
  lastSale: string
  holders: number
  notes: number
  sold: bigint
  /** The notice's last day: 15 days after the first sale. */
  due: string
  /** What was filed: with the SEC where it is all states together, else the state's notices. Newest first. */
  filings: Filing[]
  /** Of all states together, once Form D was filed: by when its yearly amendment is due. */
  amendmentDue: string | null
}

interface Row {
  offering: string
  state: string | null
  is_all: boolean
  first_sale: string
  last_sale: string
  holders: number
  notes: number
  sold: string
}

/**
 * Lists the sales of each offering, in all and by state: what Form D (17 CFR 230.503) and the states' notices ask for.
 * A sale is a signed note, on the day of its last signature; drafts, and notes that were canceled, aren't sold. Nor is a note
 * that another one took over from by transfer.
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getSales(actor: Actor): Promise<SalesByState[]> {
  requireAdministrator(actor)
  const statement = unprepared<Row>(
    () => sql<Row>`with sales as (
        select n.offering, n.sale_state, n.holder_id, n.principal_cents,
          app.sold_on(n) as sold_on
        ${soldNotes})
      select offering, sale_state as state, grouping(sale_state) = 1 as is_all, min(sold_on)::text as first_sale, max(sold_on)::text as last_sale,
        count(distinct holder_id)::int as holders, count(*)::int as notes, sum(principal_cents)::text as sold
      from sales group by grouping sets ((offering), (offering, sale_state))
      order by offering, grouping(sale_state) desc, min(sold_on), sale_state`,
  )
  const [rows, filed] = await readAs(actor, statement, allFilings())
  return rows.map(({ is_all, first_sale, last_sale, sold, ...row }) => {
    const filings = filed.filter(each => each.offering === row.offering && each.state === (is_all ? null : row.state))
    const ofState = is_all || row.state !== null ? filings : []
    return {
      ...row,
      isAll: is_all,
      firstSale: first_sale,
      lastSale: last_sale,
      sold: BigInt(sold),
      due: formDDue(first_sale),
      filings: ofState,
      amendmentDue: is_all && ofState[0] ? amendmentDue(ofState[0].filedOn) : null,
    }
  })
}
