import { fund } from '../../content/fund.ts'
import { representations } from '../../content/representations.ts'
import { checklistFor } from '../../rules/accreditation/checklist.ts'
import type { Sale } from '../../rules/accreditation/high-minimum.ts'
import { representationText } from '../../rules/accreditation/representation.ts'
import { adjust } from '../../rules/notes/calendar.ts'
import { addDays, addMonths } from '../../rules/notes/days.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import type { Lent, SignedIn } from './ledger.ts'
import { submitOnce, submitUntilAnswered } from './submit.ts'
import { apiOf, idOf, pause, readValue, unique, type World } from './world.ts'

/* What the office and investors do with the register: one administrator asks, the other one approves. */

/** What each note lends, in cents, and what it pays every month but the last. */
const principalCents = 200_000_00n
const interest = '1833.33'
/** Of the payments due on a note, as many are recorded: with every crash, one may be in the books without an answer. */
const mostPayments = 8

const sale: Sale = {
  kind: 'individual',
  category: 'a5',
  principalCents,
  owners: [],
  isJointTest: false,
  isRenewal: false,
}

/** A note from the holder to its money: accreditation, draft, signature, frozen terms, funds. */
export async function lend(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const person = random.pick(ledger.people)
  const user = await idOf(world, person)
  const name = unique('holder')
  const added = ledger.write('holder', name)
  const rhythm = random.pick(['monthly', 'quarterly'])
  const fields = { legal_name: name, kind: 'individual', state: 'TX', email: person.email, right: 'owner' }
  const holder = { intent: 'create', statement_rhythm: rhythm, signing_rule: 'one', ...fields }
  if (!(await submitOnce(world, { api: administrator, path: '/profile/admin/holders/new', fields: holder }))) return
  added.acknowledged = true
  const holderId = await readValue(world, 'select id from holders where legal_name = $1', name)
  if (!(await accredit(world, signal, { person, holderId, name }))) return

  const note = ledger.write('note', name)
  const terms = { principal: '200000', rate: '11', term_months: '12', payout: 'monthly', day_count: '30/360' }
  const draft = { intent: 'create', confirmed: '1', issue_date: issueDate(), sale_state: 'TX', ...terms }
  const path = `/profile/admin/register/notes/new?for=${holderId}`
  if (!(await submitOnce(world, { api: administrator, path, fields: draft }))) return
  note.acknowledged = true
  note.state = 'draft'
  const id = await readValue(world, 'select id from notes where holder_id = $1', holderId)
  const page = `/profile/admin/register/notes/${id}`
  const signature = { api: administrator, path: page, fields: { intent: 'signature', user, day: issueDate() } }
  if (!(await submitUntilAnswered(world, signal, signature))) return
  const freeze = { api: administrator, path: page, fields: { intent: 'sign' } }
  if (!(await submitUntilAnswered(world, signal, freeze, 'NOTE_NOT_DRAFT'))) return
  note.state = 'signed'
  const funds = { intent: 'fund', day: issueDate(), amount: '200000', originator: name, reference: unique('wire') }
  const asked = { api: administrator, path: page, fields: funds }
  if (!(await submitUntilAnswered(world, signal, asked, 'APPROVAL_OPEN'))) return
  const approval = await readValue(world, "select id from approvals where kind = 'note.fund' and subject_id = $1", id)
  if (!(await approve(world, signal, approval))) return
  note.state = 'current'
  ledger.lent.push({ id, holder: name, person, asked: 0 })
}

/** So that the note is in its maturity window today. */
function issueDate(): string {
  return adjust(addMonths(addDays(fundDay(), 40), -12), 'preceding')
}

/** A member answers and signs; both administrators review it. @returns whether all of it was answered */
async function accredit(
  world: World,
  signal: AbortSignal,
  { person, holderId, name }: { person: SignedIn; holderId: string; name: string },
): Promise<boolean> {
  const verification = world.ledger.write('accreditation', name)
  const year = Number(fundDay().slice(0, 4))
  const facts = { holder: name, fund: fund.name, sale, method: 'high_minimum', minimumCents: principalCents } as const
  const text = representationText({ ...facts, year, verified: undefined }, representations)
  const answers = { holderId, money: 'own', amount: '$200,000', category: 'a5', method: '' }
  const signed = { intent: 'save-and-sign', ...answers, typedName: 'Iris Vestor', text }
  const own = { api: apiOf(world, person), path: '/profile/accreditation', fields: signed }
  if (!(await submitUntilAnswered(world, signal, own, 'ACCREDITATION_MOVED'))) return false
  verification.acknowledged = true
  verification.state = 'submitted'
  const id = await readValue(world, 'select id from accreditations where holder_id = $1', holderId)
  const ticks = checklistFor(sale, 'high_minimum').map(({ code }) => code)
  const steps = [
    { api: world.administrator, state: 'in_review', done: 'REVIEWED_ALREADY' },
    { api: world.colleague, state: 'approved', done: 'ACCREDITATION_MOVED' },
  ] as const
  for (const { api, state, done } of steps) {
    const form = { api, path: `/profile/admin/accreditation/${id}`, fields: { intent: 'approve', ticks } }
    if (!(await submitUntilAnswered(world, signal, form, done))) return false
    verification.state = state
  }
  return true
}

/** Records a payment, which the second person approves, or the first one withdraws; some come back. */
export async function pay(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const payable = ledger.lent.filter(({ asked }) => asked < mostPayments)
  if (payable.length === 0) return pause()
  const note = random.pick(payable)
  note.asked++
  const path = `/profile/admin/register/notes/${note.id}`
  const payment = ledger.write('payment', unique('payment'))
  const day = fundDay()
  const fields = { intent: 'payment', day, amount: interest, reference: payment.text }
  if (!(await submitUntilAnswered(world, signal, { api: administrator, path, fields }, 'APPROVAL_OPEN'))) return
  payment.acknowledged = true
  payment.state = 'asked'
  const approval = await readValue(
    world,
    "select id from approvals where kind = 'payment.record' and content ->> 'reference' = $1",
    payment.text,
  )
  if (random.chance(0.2)) {
    if (await decide(world, signal, 'withdraw', approval)) payment.state = 'withdrawn'
    return
  }
  if (!(await approve(world, signal, approval))) return
  payment.state = 'approved'
  if (random.chance(0.6)) return
  const entry = await readValue(
    world,
    "select id from ledger_entries where kind = 'payment' and reference = $1",
    payment.text,
  )
  const why = random.pick(['returned', 'mistake'])
  const back = { api: administrator, path, fields: { intent: 'reverse', entry, why, day } }
  if (!(await submitUntilAnswered(world, signal, back, 'APPROVAL_OPEN'))) return
  const reversal = await readValue(
    world,
    "select id from approvals where kind = 'ledger.reverse' and subject_id = $1",
    entry,
  )
  if (await approve(world, signal, reversal)) payment.state = 'reversed'
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
    path: `/profile/notes/${note.id}`,
    fields: { intent: 'elect', choice },
  }
  if (!(await submitUntilAnswered(world, signal, form))) return
  note.election.acknowledged = true
  note.election.state = choice
}

/** The second administrator approves what the first one has asked for. */
export function approve(world: World, signal: AbortSignal, id: string): Promise<boolean> {
  return decide(world, signal, 'approve', id)
}

async function decide(world: World, signal: AbortSignal, intent: 'approve' | 'withdraw', id: string): Promise<boolean> {
  const api = intent === 'approve' ? world.colleague : world.administrator
  const form = { api, path: '/profile/admin/approvals', fields: { intent, id } }
  return (await submitUntilAnswered(world, signal, form, 'APPROVAL_GONE')) !== undefined
}
