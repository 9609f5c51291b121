import { sql, type Transaction } from 'kysely'
import { oneOf } from '../../../server/database/one-of.ts'
import type { Database } from '../../../server/database/types.ts'
import type { BinderSale } from '../../accreditation/server/binder-content.ts'
import type { MaturingNote } from '../../accreditation/server/remind.ts'
import { soldStates } from '../note-states.ts'

/* Facts about notes for verifying accreditation, a capability that precedes notes; `portal.ts` passes these functions in. */

/** Notes `n` that the fund has sold: no drafts, no canceled notes, and no successors by transfer. */
export const soldNotes = sql`from notes n where n.state in ${oneOf(soldStates)}
  and (select p.state from notes p where p.id = n.predecessor_id) is distinct from 'transferred'`

/** @returns the notes sold to a holder, or of an offering, earliest first */
export async function findSales(
  tx: Transaction<Database>,
  of: { holderId: string } | { offering: string },
): Promise<BinderSale[]> {
  const condition = 'holderId' in of ? sql`n.holder_id = ${of.holderId}` : sql`n.offering = ${of.offering}`
  const { rows } = await sql<BinderSale>`
    select n.id as "noteId", n.number, n.holder_id as "holderId", n.offering, coalesce(n.sale_state, '') as "saleState",
      n.principal_cents::text as "amountCents",
      app.sold_on(n)::text as "soldOn", app.last_signature(n.id)::text as "signedOn",
      (select a.valid_from::text from reliances r join accreditations a on a.id = r.accreditation_id
        where r.note_id = n.id) as "verifiedOn",
      case when n.funded_at is not null then n.issue_date::text end as "moneyOn", app.fund_day(n.signed_at)::text as "lockedOn"
    ${soldNotes} and ${condition}
    order by 7, n.number`.execute(tx)
  return rows
}

/**
 * @param tx a transaction of a job
 * @param from first day, YYYY-MM-DD
 * @param until last day, inclusive
 * @returns notes that mature within these days, unless the holder chose to withdraw
 */
export async function findMaturingNotes(
  tx: Transaction<Database>,
  from: string,
  until: string,
): Promise<MaturingNote[]> {
  const { rows } = await sql<MaturingNote>`
    select n.id as "noteId", n.holder_id as "holderId", n.maturity_date as "maturesOn" from notes n
    where n.state = 'current'
      and n.maturity_date between ${from} and ${until}
      and not exists (select from elections e where e.note_id = n.id and e.superseded_at is null and e.choice = 'withdraw')
    order by n.maturity_date, n.id`.execute(tx)
  return rows
}
