import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { notesPayable } from '../../ledger/ledger-accounts.ts'
import { registerPerPage } from '../register.ts'
import { addressLines } from './interest-paid.ts'
import { isShown, principalsOn } from './on-a-day.ts'

/** What a holder is owed of principal at the end of a day, as two places have it. Cents. */
export interface TiedHolder {
  holderId: string
  number: string
  name: string
  /** Lines of the holder's address, for letters of confirmation. */
  address: string[]
  notes: number
  /** The holder's lines of account 2010. */
  ledger: bigint
  /** The notes that the register lists as outstanding. */
  register: bigint
}

/**
 * Compares account 2010 with the register, holder by holder: the lines of the account, added up by the holder that they
 * name, and the register's notes, by holder.
 * @param on the books as of the end of this day, 'YYYY-MM-DD'
 * @param page from 0
 * @returns a page of the holders who are owed anything in either, those that differ first; the sums of all; and how many
 *   differ
 */
export async function getTieOut(
  actor: Actor,
  { on, page = 0, size = registerPerPage }: { on: string; page?: number; size?: number },
) {
  requireAdministrator(actor)
  const compared = sql`(select h.id, h.number, h.legal_name as name, ${addressLines} as address, coalesce(r.notes, 0) as notes,
      coalesce(l.cents, 0) as ledger, coalesce(r.cents, 0) as register
    from holders h
      left join (select l.holder_id, sum(l.credit_cents - l.debit_cents)::bigint as cents
        from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where l.account = ${sql.lit(notesPayable)} and e.booked_on <= ${on}::date group by l.holder_id) l on l.holder_id = h.id
      left join (select n.holder_id, sum(p.principal)::bigint as cents, count(*) filter (where p.principal <> 0)::int as notes
        from notes n ${principalsOn(on)} where ${isShown(on, 'outstanding')} group by n.holder_id) r on r.holder_id = h.id
    where coalesce(l.cents, 0) <> 0 or coalesce(r.cents, 0) <> 0) c`
  const rows = unprepared<TiedHolder>(
    () => sql<TiedHolder>`select c.id as "holderId", c.number, c.name, c.address, c.notes, c.ledger::numeric as ledger,
        c.register::numeric as register
      from ${compared} order by c.ledger <> c.register desc, c.number limit ${size} offset ${page * size}`,
  )
  type Totals = Pick<TiedHolder, 'ledger' | 'register'> & { total: number; differing: number }
  const totals = unprepared<Totals>(
    () => sql<Totals>`select count(*)::int as total, count(*) filter (where c.ledger <> c.register)::int as differing,
        coalesce(sum(c.ledger), 0) as ledger, coalesce(sum(c.register), 0) as register from ${compared}`,
  )
  const [holders, [all]] = await readAs(actor, rows, totals)
  const { total, differing, ...sums } = all ?? { total: 0, differing: 0, ledger: 0n, register: 0n }
  return { holders, total, differing, totals: sums }
}
