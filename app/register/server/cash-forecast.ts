import { sql } from 'kysely'
import { type Cents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { issuedStates } from '../../notes/note-states.ts'
import { isPayoffPending, isPending } from '../../notes/server/pending-payments.ts'
import { type ForecastPeriod, type ForecastStep, forecastPeriods } from '../cash-forecast.ts'
import { getOverdue } from './due-list.ts'

/** What a week or a month takes of cash. Cents. */
export interface ForecastLine extends ForecastPeriod {
  /** Whether it is what should have been paid before today. */
  isOverdue: boolean
  interest: Cents
  principal: Cents
  /** Principal that falls due and is renewed, so that no cash moves. */
  renewed: Cents
}

interface Renewal {
  /** Null: all of it. */
  cents: Cents | null
}

/** Until they are carried out, renewals are what the election says; a note in default isn't renewed. */
const renewableStates = ['funded', 'current', 'matured']

/**
 * Adds up the unpaid interest and principal that fall due, by pay date, as in the due list. Where a holder has chosen
 * to renew, that takes no cash; silence pays out. Interest of notes that will be renewed, past their maturity, isn't
 * known before they are. A payment pending approval has left the bank, and its approver types the sum.
 * @param today 'YYYY-MM-DD'
 * @returns what is overdue, if anything is, then each week or month
 */
export async function getCashForecast(
  actor: Actor,
  { by, today }: { by: ForecastStep; today: string },
): Promise<ForecastLine[]> {
  requireAdministrator(actor)
  const periods = forecastPeriods(by, today)
  const until = periods.at(-1)?.to ?? today
  const isIn = sql`s.pay_date between ${today}::date and ${until}::date and n.state in ${oneOf(issuedStates)}
    and not ${isPending('s')} and not ${isPayoffPending('s')}`
  const interest = unprepared<{ day: string; cents: Cents }>(
    () => sql<{ day: string; cents: Cents }>`
      select s.pay_date as day, sum(greatest(0, s.interest_cents - s.paid_cents)) as cents
      from notes n join app.line_status s on s.note_id = n.id and s.version = n.version where ${isIn} group by 1`,
  )
  type Principal = { noteId: string; day: string; cents: Cents }
  const principal = unprepared<Principal>(
    () => sql<Principal>`select s.note_id as "noteId", s.pay_date as day, s.principal_left_cents::numeric as cents
      from notes n join app.line_status s on s.note_id = n.id and s.version = n.version
      where ${isIn} and s.principal_cents > 0`,
  )
  type Elected = Renewal & { noteId: string }
  const elections = unprepared<Elected>(
    () => sql<Elected>`select e.note_id as "noteId", e.renew_cents::numeric as cents
      from elections e join notes n on n.id = e.note_id
      where e.superseded_at is null and (not e.is_late or e.approval_id is not null) and e.choice <> 'withdraw'
        and n.state in ${oneOf(renewableStates)}`,
  )
  const [interests, principals, elected] = await readAs(actor, interest, principal, elections)
  const renewals = new Map(elected.map(renewal => [renewal.noteId, renewal]))
  const falling = principals.map(({ noteId, day, cents }) => ({ day, ...divided(cents, renewals.get(noteId)) }))
  const lines = periods.map((period): ForecastLine => {
    const isOf = ({ day }: { day: string }) => period.from <= day && day <= period.to
    const due = falling.filter(isOf)
    return {
      ...period,
      isOverdue: false,
      interest: sumCents(interests.filter(isOf).map(({ cents }) => cents)),
      principal: sumCents(due.map(({ paid }) => paid)),
      renewed: sumCents(due.map(({ renewed }) => renewed)),
    }
  })
  return [...(await overdueLine(actor, today, renewals)), ...lines]
}

/** Interest on late principal is paid with it; renewed principal has none. */
async function overdueLine(actor: Actor, today: string, renewals: Map<string, Renewal>): Promise<ForecastLine[]> {
  const overdue = (await getOverdue(actor, today)).filter(({ state }) => state !== 'asked')
  if (overdue.length === 0) return []
  const principals = overdue.map(({ noteId, principalLeft }) => divided(principalLeft, renewals.get(noteId)))
  const late = overdue.map(({ late, principalLeft }, at) =>
    principalLeft === 0n ? late : (late * (principals[at]?.paid ?? 0n)) / principalLeft,
  )
  return [
    {
      from: overdue[0]?.payDate ?? today,
      to: today,
      label: 'Late',
      isOverdue: true,
      interest: sumCents([...overdue.map(({ interestLeft }) => interestLeft), ...late]),
      principal: sumCents(principals.map(({ paid }) => paid)),
      renewed: sumCents(principals.map(({ renewed }) => renewed)),
    },
  ]
}

/** @returns the parts of a principal that are paid in cash and renewed */
function divided(left: Cents, renewal: Renewal | undefined): Record<'paid' | 'renewed', Cents> {
  const wanted = renewal ? (renewal.cents ?? left) : 0n
  const renewed = wanted < left ? wanted : left
  return { paid: left - renewed, renewed }
}
