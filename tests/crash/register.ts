import { checklistFor } from '../../app/accreditation/checklist.ts'
import type { Sale } from '../../app/accreditation/high-minimum.ts'
import { representationText } from '../../app/accreditation/representation.ts'
import { fund } from '../../content/fund.ts'
import { representations } from '../../content/representations.ts'
import { adjust } from '../../rules/business-days.ts'
import { addDays, addMonths } from '../../rules/days.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { esignConsentRow } from '../../server/sample/accreditations.ts'
import { insertOf } from '../../server/sample/rows.ts'
import type { Api } from '../helpers/api.ts'
import { carryOn, type Errand, newErrand, type Step } from './errands.ts'
import type { SignedIn, Written } from './ledger.ts'
import type { Form } from './submit.ts'
import { apiOf, idOf, readRows, readValue, unique, type World } from './world.ts'

/* What the office and investors do with the register: one administrator asks, the other one approves. */

/** What each note lends, in cents. */
const principalCents = 200_000_00n

const sale: Sale = {
  kind: 'individual',
  category: 'a5',
  principalCents,
  owners: [],
  isJointTest: false,
  isRenewal: false,
}

/** Goes on with a note, from its holder to its money: accreditation, draft, signature, frozen terms, funds. */
export function lend(world: World): Promise<void> {
  return carryOn(world, 'loan', async () => {
    const person = world.random.pick(world.ledger.people)
    const user = await idOf(world, person)
    const loan = { world, person, user, name: unique('holder') }
    return newErrand([...toHolder(loan), ...toAccreditation(loan), ...toFunds(loan)])
  })
}

/** A note that someone is on the way to. */
interface Loan {
  world: World
  person: SignedIn
  /** The person's id. */
  user: string
  /** The holder's name. */
  name: string
}

/** Writes down what is about to be submitted, or was answered. */
function record({ world: { ledger }, name }: Loan, kind: Written['kind'], answered?: { state?: string }): void {
  const isIt = (each: Written) => each.kind === kind && each.text === name
  const written = ledger.written.find(isIt) ?? ledger.write(kind, name)
  if (!answered) return
  written.acknowledged = true
  if (answered.state) written.state = answered.state
}

const holderOf = ({ world, name }: Loan) => readValue(world, 'select id from holders where legal_name = $1', name)

function toHolder(loan: Loan): Errand['next'][] {
  const { world, person, name } = loan
  const statementRhythm = world.random.pick(['monthly', 'quarterly'])
  return [
    async () => {
      record(loan, 'holder')
      const holder = { legalName: name, kind: 'individual', state: 'TX', signingRule: 'one', statementRhythm }
      const fields = { intent: 'holder.add', ...holder, email: person.email, right: 'owner' }
      const form = { api: world.administrator, path: '/profile/admin/holders/new', fields }
      return { form, answered: () => record(loan, 'holder', {}) }
    },
  ]
}

function toAccreditation(loan: Loan): Errand['next'][] {
  const { world, person, user, name } = loan
  const reached = (state: string) => () => record(loan, 'accreditation', { state })
  const idOfIt = async () =>
    readValue(world, 'select id from accreditations where holder_id = $1', await holderOf(loan))
  const wizard = (fields: Form['fields']): Form => ({
    api: apiOf(world, person),
    path: '/profile/accreditation',
    fields,
  })
  const review = async (api: Api): Promise<Form> => {
    const id = await idOfIt()
    const ticks = checklistFor(sale, 'high_minimum').map(({ code }) => code)
    return { api, path: `/profile/admin/accreditation/${id}`, fields: { intent: 'accreditation.approve', ticks } }
  }
  return [
    async () => {
      record(loan, 'accreditation')
      const form = wizard({ ...answers, holderId: await holderOf(loan) })
      return { form, again: 'the same', answered: reached('started') }
    },
    async () => {
      const consent = insertOf('esign_consents', esignConsentRow({ user_id: user }))
      await readRows(world, `${consent} on conflict do nothing`)
      const form = wizard({
        intent: 'accreditation.sign',
        accreditation: await idOfIt(),
        typedName: 'Iris Vestor',
        text: toSign(name),
      })
      return { form, again: 'ACCREDITATION_MOVED', answered: reached('submitted') }
    },
    async () => {
      const form = await review(world.administrator)
      return { form, again: 'REVIEWED_ALREADY', answered: reached('in_review') }
    },
    async () => {
      const form = await review(world.colleague)
      return { form, again: 'ACCREDITATION_MOVED', answered: reached('approved') }
    },
  ]
}

function toFunds(loan: Loan): Errand['next'][] {
  const { world, person, user, name } = loan
  const api = world.administrator
  const noteId = async () => readValue(world, 'select id from notes where holder_id = $1', await holderOf(loan))
  const formOf = async (fields: Form['fields']): Promise<Form> => {
    return { api, path: `/profile/admin/register/notes/${await noteId()}`, fields }
  }
  const reached = (state?: string) => () => record(loan, 'note', state ? { state } : {})
  return [
    async () => {
      record(loan, 'note')
      const terms = { principal: '200000', rate: '11', term_months: '12', payout: 'monthly', day_count: '30/360' }
      const fields = { intent: 'note.draft', confirmed: '1', issue_date: issueDate(), sale_state: 'TX', ...terms }
      const form = { api, path: `/profile/admin/register/notes/new?for=${await holderOf(loan)}`, fields }
      return { form, answered: reached('draft') }
    },
    async () => {
      const form = await formOf({ intent: 'note.signature', userId: user, signedOn: fundDay() })
      return { form, again: 'the same', answered: reached() }
    },
    async () => {
      const form = await formOf({ intent: 'note.sign' })
      return { form, again: 'NOTE_NOT_DRAFT', answered: reached('signed') }
    },
    async () => {
      const days = { day: issueDate(), confirmedDay: issueDate(), late: 'It waited for the verification.' }
      const funds = { ...days, amount: '200000', originator: name, reference: name }
      return { form: await formOf({ intent: 'note.fund', ...funds }), again: 'APPROVAL_OPEN', answered: reached() }
    },
    async () => {
      const id = await noteId()
      const requested = "select id from approvals where kind = 'note.fund' and subject_id = $1"
      const answered = () => {
        reached('current')()
        world.ledger.lent.push({ id, holder: name, person, requested: 0, isBusy: false })
      }
      return { ...approval(world, await readValue(world, requested, id)), answered }
    },
  ]
}

/** So that the note is in its maturity window today. */
function issueDate(): string {
  return adjust(addMonths(addDays(fundDay(), 40), -12), 'preceding')
}

/** What a member says on the first two screens: the note's amount is the proof. */
const answers = {
  intent: 'accreditation.save',
  money: 'own',
  amount: '$200,000',
  category: 'a5',
  method: 'high_minimum',
  to: 'send',
}

/** @returns what they sign after that */
function toSign(holder: string): string {
  const year = Number(fundDay().slice(0, 4))
  const facts = { holder, fund: fund.name, sale, method: 'high_minimum', minimumCents: principalCents } as const
  return representationText({ ...facts, year, verified: undefined }, representations)
}

/** The second administrator approves what the first one has asked for. */
export function approval({ colleague }: World, id: string): Omit<Step, 'answered'> {
  const form = {
    api: colleague,
    path: '/profile/admin/approvals',
    fields: { intent: 'approval.approve', approval: id },
  }
  return { form, again: 'APPROVAL_GONE' }
}
