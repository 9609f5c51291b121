import { type Selectable, sql } from 'kysely'
import { formatCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { RegisterChecksTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { log } from '../../../server/platform/log.ts'
import { ledgerAccounts, notesPayable } from '../../ledger/ledger-accounts.ts'
import { issuedStates } from '../../notes/note-states.ts'

/** Principal as three places count it, in cents: they agree, or something is wrong with the books. */
export interface ComparedSums {
  register: bigint
  /** Account 2010 of the trial balance. */
  ledger: bigint
  /** The due list, with future payments. */
  due: bigint
  /** Numbers of notes with a schedule that differs from the ledger, or with interest on no line of it. */
  notes: string[]
}

/** How many notes are named. */
const mostNamed = 20

const quoted = (states: readonly string[]) => states.map(state => `'${state}'`).join(', ')

/** Its value is the last day that counts. Written out, since the command that verifies the ledger runs it, too. */
export const sumsOfRegister = `
  with owed as (
    select m.note_id, sum(m.principal_cents) as principal, sum(m.interest_cents) as interest
    from app.note_movements m where m.booked_on <= $1::date group by m.note_id),
  on_lines as (
    select m.note_id, sum(m.interest_cents) as interest
    from app.note_movements m join public.notes n on n.id = m.note_id
      join public.schedule_lines s on s.note_id = n.id and s.version = n.version and s.n = m.line_n
    group by m.note_id),
  due as (
    select n.id as note_id, sum(s.principal_left_cents) as principal
    from public.notes n join app.line_status s on s.note_id = n.id and s.version = n.version and s.principal_cents > 0
    where n.state in (${quoted(issuedStates)}) group by n.id),
  compared as (
    select n.number, coalesce(o.principal, 0) as register, coalesce(d.principal, 0) as due,
      coalesce(o.principal, 0) <> coalesce(d.principal, 0) or coalesce(o.interest, 0) <> coalesce(l.interest, 0) as differs
    from public.notes n left join owed o on o.note_id = n.id left join due d on d.note_id = n.id
      left join on_lines l on l.note_id = n.id)
  select coalesce(sum(c.register), 0)::text as register, coalesce(sum(c.due), 0)::text as due,
    (select coalesce(sum(l.credit_cents - l.debit_cents), 0)::text from public.ledger_lines l
      where l.account = ${notesPayable}) as ledger,
    (select coalesce(array_agg(w.number), '{}') from (select number from compared where differs order by number
      limit ${mostNamed}) w) as notes
  from compared c`

/** A row of `sumsOfRegister`. */
export type SumsRow = Record<'register' | 'due' | 'ledger', string> & { notes: string[] }

export function toSums({ register, due, ledger, notes }: SumsRow): ComparedSums {
  return { register: BigInt(register), ledger: BigInt(ledger), due: BigInt(due), notes }
}

/** @returns a sentence for each thing that doesn't agree */
export function differencesOf({ register, ledger, due, notes }: ComparedSums): string[] {
  const account = `Account ${notesPayable} (${ledgerAccounts[notesPayable].toLowerCase()}) has ${formatCents(ledger, true)}`
  return [
    ...(register === ledger ? [] : [`${account}, the register ${formatCents(register, true)}`]),
    ...(due === ledger ? [] : [`${account}, the due list with what is still to come ${formatCents(due, true)}`]),
    ...notes.map(number => `The schedule of the note ${number} isn't what the ledger has as owed`),
  ]
}

/**
 * Compares the register with the trial balance and the due list, and remembers the outcome, which System and Today show;
 * the handler of the daily queue `compare-register`.
 */
export async function compareRegister(day = fundDay()): Promise<ComparedSums> {
  const sums = await actAsJobs(async tx => {
    const { rows } = await sql.raw<SumsRow>(sumsOfRegister.replaceAll('$1', `'${day}'`)).execute(tx)
    const sums = toSums(rows[0] as SumsRow)
    const checked = {
      register_cents: sums.register,
      ledger_cents: sums.ledger,
      due_cents: sums.due,
      notes: sums.notes,
    }
    await tx
      .insertInto('register_checks')
      .values({ day, ...checked })
      .onConflict(conflict => conflict.column('day').doUpdateSet({ ...checked, checked_at: sql<Date>`now()` }))
      .execute()
    return sums
  })
  for (const difference of differencesOf(sums))
    log.error('the register, its ledger and the due list disagree', undefined, { difference })
  return sums
}

/** What the last comparison found. */
export interface RegisterCheck {
  checkedAt: Date
  /** A sentence for each thing that doesn't agree. */
  differences: string[]
}

/** @returns undefined before the first comparison */
export async function getRegisterCheck(actor: Actor): Promise<RegisterCheck | undefined> {
  const [[row]] = await readAsAdministrator(actor, lastRegisterCheck())
  return row && toRegisterCheck(row)
}

/** The last comparison, as `toRegisterCheck` reads it; for administrators. */
export const lastRegisterCheck = prepared('last_register_check', db =>
  db.selectFrom('register_checks').selectAll().orderBy('day', 'desc').limit(1),
)

export function toRegisterCheck(row: Selectable<RegisterChecksTable>): RegisterCheck {
  const { checked_at: checkedAt, register_cents, ledger_cents, due_cents, notes } = row
  const sums = { register: BigInt(register_cents), ledger: BigInt(ledger_cents), due: BigInt(due_cents), notes }
  return { checkedAt, differences: differencesOf(sums) }
}
