import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { soldNotes } from '../../notes/server/accreditation-facts.ts'
import { amendmentDue, formDDue } from '../filing-days.ts'
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

type Row = Omit<SalesByState, 'due' | 'filings' | 'amendmentDue'>

/**
 * Lists the sales of each offering, in all and by state: what Form D (17 CFR 230.503) and the states' notices ask for.
 * A sale is a signed note, on the day of its last signature; drafts, and notes that were canceled, aren't sold. Nor is a note
 * that another one took over from by transfer.
 */
export async function getSales(actor: Actor): Promise<SalesByState[]> {
  requireAdministrator(actor)
  const statement = unprepared<Row>(
    () => sql<Row>`with sales as (
        select n.offering, n.sale_state, n.holder_id, n.principal_cents,
          app.sold_on(n) as sold_on
        ${soldNotes})
      select offering, sale_state as state, grouping(sale_state) = 1 as "isAll", min(sold_on) as "firstSale",
        max(sold_on) as "lastSale", count(distinct holder_id)::int as holders, count(*)::int as notes,
        sum(principal_cents) as sold
      from sales group by grouping sets ((offering), (offering, sale_state))
      order by offering, grouping(sale_state) desc, min(sold_on), sale_state`,
  )
  const [rows, filed] = await readAs(actor, statement, allFilings())
  return rows.map(row => {
    const { offering, state, isAll, firstSale } = row
    const ofState = filed.filter(each => each.offering === offering && each.state === (isAll ? null : state))
    const filings = isAll || state !== null ? ofState : []
    const amended = isAll && filings[0] ? amendmentDue(filings[0].filedOn) : null
    return { ...row, due: formDDue(firstSale), filings, amendmentDue: amended }
  })
}
