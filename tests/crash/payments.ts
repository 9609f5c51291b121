import { fundDay } from '../../server/platform/fund-day.ts'
import { carryOn, type Errand, newErrand } from './errands.ts'
import type { Lent } from './ledger.ts'
import { approval } from './register.ts'
import { submitUntilAnswered } from './submit.ts'
import { apiOf, pause, readValue, unique, type World } from './world.ts'

/** What a note pays every month but the last. */
const interest = '1833.33'
/** Of the ten payments due on a note, as many are recorded: more than that is refused. */
const mostPayments = 8

/** Goes on with a payment, which the second person approves, or the first one withdraws; some are reversed. */
export function pay(world: World): Promise<void> {
  const { ledger, random } = world
  return carryOn(world, 'payment', async () => {
    const payable = ledger.lent.filter(({ requested, isBusy }) => !isBusy && requested < mostPayments)
    if (payable.length === 0) return undefined
    const note = random.pick(payable)
    note.requested++
    // Two payments would settle the same interest: the one that is approved last would be refused.
    note.isBusy = true
    return newErrand(payment(world, note))
  })
}

function payment(world: World, note: Lent): Errand['next'][] {
  const { ledger, random, administrator: api } = world
  const path = `/profile/admin/register/notes/${note.id}`
  const written = ledger.write('payment', unique('payment'))
  const day = fundDay()
  const reached = (state: string) => () => {
    written.acknowledged = true
    written.state = state
  }
  const kept = "select id from approvals where kind = 'payment.record' and content ->> 'reference' = $1"
  const booked = "select id from ledger_entries where kind = 'payment' and reference = $1"
  const requested = "select id from approvals where kind = 'ledger.reverse' and subject_id = $1"
  const entry = () => readValue(world, booked, written.text)
  const ask: Errand['next'] = async () => {
    const fields = { intent: 'payment.record', day, confirmedDay: day, amount: interest, reference: written.text }
    return { form: { api, path, fields }, again: 'APPROVAL_OPEN', answered: reached('asked') }
  }
  const withdraw: Errand['next'] = async () => {
    const fields = { intent: 'approval.withdraw', approval: await readValue(world, kept, written.text) }
    const form = { api, path: '/profile/admin/approvals', fields }
    return { form, again: 'APPROVAL_GONE', answered: reached('withdrawn') }
  }
  const approve: Errand['next'] = async () => {
    const id = await readValue(world, kept, written.text)
    return { ...approval(world, id), answered: reached('approved') }
  }
  const why = random.pick(['returned', 'mistake'])
  const reverse: Errand['next'] = async () => {
    const fields = { intent: 'ledger.reverse', entry: await entry(), why, day }
    return { form: { api, path, fields }, again: 'APPROVAL_OPEN', answered: reached('approved') }
  }
  const approveReversal: Errand['next'] = async () => {
    const id = await readValue(world, requested, await entry())
    return { ...approval(world, id), answered: reached('reversed') }
  }
  const release: Errand['next'] = async () => {
    note.isBusy = false
    return undefined
  }
  if (random.chance(0.2)) return [ask, withdraw, release]
  if (random.chance(0.6)) return [ask, approve, release]
  return [ask, approve, reverse, approveReversal, release]
}

/** A member chooses what happens at maturity, and perhaps chooses again. */
export async function elect(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random } = world
  if (ledger.lent.length === 0) return pause()
  const note: Lent = random.pick(ledger.lent)
  const choice = random.pick(['renew', 'withdraw'])
  note.election ??= ledger.write('election', note.holder)
  // Until it is answered, it may be the earlier choice or this one.
  delete note.election.state
  const form = {
    api: apiOf(world, note.person),
    path: `/profile/notes/${note.id}/choice`,
    fields: { intent: 'note.elect', choice },
  }
  if (!(await submitUntilAnswered(world, signal, form))) return
  note.election.acknowledged = true
  note.election.state = choice
}
