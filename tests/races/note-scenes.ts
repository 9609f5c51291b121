import { createHash, randomUUID } from 'node:crypto'
import { decideApproval, withdrawApproval } from '../../app/approvals/server/decide-approval.ts'
import { getLedger } from '../../app/ledger/server/get-ledger.ts'
import { scheduleOf } from '../../app/notes/schedule.ts'
import { advanceNotes } from '../../app/notes/server/advance-notes.ts'
import { requestCancellation } from '../../app/notes/server/cancel-note.ts'
import { electAtMaturity } from '../../app/notes/server/elections.ts'
import { requestFunding } from '../../app/notes/server/funding.ts'
import { requestPayment } from '../../app/notes/server/payments.ts'
import { requestPayoff } from '../../app/notes/server/payoff.ts'
import { requestReversal } from '../../app/notes/server/reversals.ts'
import { requestTransfer } from '../../app/notes/server/transfer.ts'
import { adjust } from '../../rules/business-days.ts'
import type { Actor } from '../../server/access/actor.ts'
import { givenHolder } from '../helpers/holders.ts'
import { askForImport } from '../helpers/imports.ts'
import { givenAccreditation, givenBuyer, givenNote, givenPayment, givenSignedNote } from '../helpers/notes.ts'
import type { SharedPortal } from '../helpers/shared-portal.ts'

/** Who acts in a race. */
export interface Cast {
  portal: SharedPortal
  /** Two administrators who approve, and the one who has asked for everything. */
  admin: Actor
  first: Actor
  second: Actor
  /** Two people who act for the holder, with fresh proof. */
  members: [Actor, Actor]
  /** Two holders, of whom the first has the notes. */
  holders: [string, string]
}

/** What people and the clock do with a note at the same moment. */
export type Scene = {
  /** Makes a note, and what was asked for about it. `number` is that of a note to be imported, and its holder's name. */
  begin(cast: Cast): Promise<{ noteId: string } & Record<string, string>>
  actions: Record<string, (cast: Cast, ids: Record<string, string>) => Promise<unknown>>
}

const on = (ids: Record<string, string>, name: string) => ids[name] ?? ''
const day = (days: number, months = 0) => {
  const at = new Date(Date.now() - 6 * 3600 * 1000)
  at.setUTCMonth(at.getUTCMonth() + months)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The last day on which banks were open. */
const banking = adjust(day(0), 'preceding')

/** A note 40 days before its maturity, with one payment due, and everything that may be asked for waiting. */
const current: Scene = {
  begin: async cast => {
    const { portal, admin, first, members, holders } = cast
    const people = { admin, colleague: first, investor: members[0] }
    const { id } = await givenNote(portal, people, day(40, -12), { holderId: holders[0] })
    const due = (await getLedger(admin, id)).filter(({ kind }) => kind === 'interest_due')
    const last = due.at(-1)?.bookedOn ?? ''
    await givenPayment(people, id, { day: last, amount: BigInt(due.length - 1) * 1_833_33n, reference: 'Before' })
    const paid = (await getLedger(admin, id)).findLast(({ kind }) => kind === 'payment')
    const payment = (reference: string) => requestPayment(admin, id, { day: last, amount: 1_833_33n, reference })
    return {
      noteId: id,
      last,
      payment: await payment('One'),
      other: await payment('Other'),
      reversal: await requestReversal(admin, paid?.id ?? '', { why: 'returned', day: day(0) }),
      payoff: await requestPayoff(admin, id, { day: banking, reference: 'Payoff', reason: 'Early' }),
      transfer: await requestTransfer(admin, id, {
        ...{ holder: holders[1], reason: 'sale', day: day(0), paper: 'Assignment' },
      }),
    }
  },
  actions: {
    record: ({ admin }, ids) =>
      requestPayment(admin, on(ids, 'noteId'), { day: on(ids, 'last'), amount: 1_833_33n, reference: 'Third' }),
    'record the same': ({ first }, ids) =>
      requestPayment(first, on(ids, 'noteId'), { day: on(ids, 'last'), amount: 1_833_33n, reference: 'Third' }),
    'approve payment': ({ first }, ids) => decideApproval(first, on(ids, 'payment'), 'approved'),
    'approve payment too': ({ second }, ids) => decideApproval(second, on(ids, 'payment'), 'approved'),
    'approve other payment': ({ second }, ids) => decideApproval(second, on(ids, 'other'), 'approved'),
    'reject payment': ({ second }, ids) => decideApproval(second, on(ids, 'payment'), 'rejected', 'No'),
    'withdraw payment': ({ admin }, ids) => withdrawApproval(admin, on(ids, 'payment')),
    'approve reversal': ({ first }, ids) => decideApproval(first, on(ids, 'reversal'), 'approved'),
    'approve reversal too': ({ second }, ids) => decideApproval(second, on(ids, 'reversal'), 'approved'),
    'approve payoff': ({ second }, ids) => decideApproval(second, on(ids, 'payoff'), 'approved'),
    'approve transfer': ({ first }, ids) => decideApproval(first, on(ids, 'transfer'), 'approved'),
    elect: ({ members }, ids) => electAtMaturity(members[0], on(ids, 'noteId'), { choice: 'renew' }),
    'elect otherwise': ({ members }, ids) => electAtMaturity(members[1], on(ids, 'noteId'), { choice: 'withdraw' }),
    'advance notes': () => advanceNotes(),
  },
}

/** A note that was paid off early, whose payoff came back. */
const paidOff: Scene = {
  begin: async ({ portal, admin, first, members, holders }) => {
    const people = { admin, colleague: first, investor: members[0] }
    const { id } = await givenNote(portal, people, day(-40), { holderId: holders[0] })
    const payoff = await requestPayoff(admin, id, { day: banking, reference: 'Payoff', reason: 'Early' })
    await decideApproval(first, payoff, 'approved')
    const paid = (await getLedger(admin, id)).filter(({ kind }) => kind === 'payment' || kind === 'principal')
    const reversal = await requestReversal(admin, paid[0]?.id ?? '', { why: 'returned', day: day(0) })
    return { noteId: id, principal: paid.at(-1)?.id ?? '', reversal }
  },
  actions: {
    'approve reversal': ({ first }, ids) => decideApproval(first, on(ids, 'reversal'), 'approved'),
    'approve reversal too': ({ second }, ids) => decideApproval(second, on(ids, 'reversal'), 'approved'),
    'withdraw reversal': ({ admin }, ids) => withdrawApproval(admin, on(ids, 'reversal')),
    'reverse the principal': ({ second }, ids) =>
      requestReversal(second, on(ids, 'principal'), { why: 'mistake', day: day(0) }),
    'pay off again': ({ second }, ids) =>
      requestPayoff(second, on(ids, 'noteId'), { day: banking, reference: 'Again', reason: 'Early' }),
    'advance notes': () => advanceNotes(),
  },
}

/** A signed note whose funds someone has recorded. */
const signed: Scene = {
  begin: async ({ portal, admin, first, members, holders }) => {
    const people = { admin, colleague: first, investor: members[0] }
    const { id } = await givenSignedNote(portal, people, { holderId: holders[0] })
    const wire = { amount: 200_000_00n, reference: 'WIRE', originator: 'Iris Vestor' }
    const funds = { day: day(-40), confirmedDay: day(-40), ...wire }
    return { noteId: id, funding: await requestFunding(admin, id, funds) }
  },
  actions: {
    'confirm funds': ({ first }, ids) => decideApproval(first, on(ids, 'funding'), 'approved'),
    'confirm funds too': ({ second }, ids) => decideApproval(second, on(ids, 'funding'), 'approved'),
    'reject funds': ({ second }, ids) => decideApproval(second, on(ids, 'funding'), 'rejected', 'No'),
    'ask to cancel note': ({ first }, ids) => requestCancellation(first, on(ids, 'noteId'), { reason: 'Withdrawn' }),
    'advance notes': () => advanceNotes(),
  },
}

/** A current note, and a file with another one whose import two administrators have asked for. */
const imported: Scene = {
  begin: async ({ portal, admin, first, second, members, holders }) => {
    const people = { admin, colleague: first, investor: members[0] }
    const { id } = await givenNote(portal, people, day(-40), { holderId: holders[0] })
    const last = (await getLedger(admin, id)).findLast(({ kind }) => kind === 'interest_due')?.bookedOn ?? ''
    const number = `RACE-${randomUUID().slice(0, 8).toUpperCase()}`
    const content = fileOf(number, members[0].email)
    const file = { filename: 'notes.csv', content, sha256: createHash('sha256').update(content).digest('hex') }
    const ask = async (requester: Actor) => {
      await askForImport(requester, file)
      const { rows } = await portal.owner.query(
        `select a.id from approvals a join import_batches b on b.id = a.subject_id where b.sha256 = $1
          and a.asked_by = $2`,
        [file.sha256, requester.id],
      )
      return String(rows[0]?.id)
    }
    return {
      ...{ noteId: id, number, last },
      ...{ import: await ask(admin), again: await ask(second) },
      payment: await requestPayment(admin, id, { day: last, amount: 1_833_33n, reference: 'One' }),
    }
  },
  actions: {
    'approve import': ({ first }, ids) => decideApproval(first, on(ids, 'import'), 'approved'),
    'approve import too': ({ second }, ids) => decideApproval(second, on(ids, 'import'), 'approved'),
    'approve import of the same file': ({ first }, ids) => decideApproval(first, on(ids, 'again'), 'approved'),
    record: ({ admin }, ids) =>
      requestPayment(admin, on(ids, 'noteId'), { day: on(ids, 'last'), amount: 1_833_33n, reference: 'Third' }),
    'approve payment': ({ first }, ids) => decideApproval(first, on(ids, 'payment'), 'approved'),
    'advance notes': () => advanceNotes(),
  },
}

/** A file with one note of a new holder of the same name, and the first of its payments. */
function fileOf(number: string, email: string): string {
  const issueDate = day(0, -4)
  const terms = { principalCents: 200_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly' } as const
  const [line] = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following', issueDate })
  return [
    'record,note,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,issue_date,due_date,paid_on,amount,reference',
    `note,${number},${number},individual,TX,${email},200000,11,12,monthly,30/360,${issueDate},,,,`,
    `payment,${number},,,,,,,,,,,${line?.due},${line?.pay},1833.33,ACH`,
  ].join('\r\n')
}

export const scenes: Record<string, Scene> = {
  'a current note': current,
  'a note paid off': paidOff,
  'a signed note': signed,
  'an import': imported,
}

/** @returns the people and holders of a portal's races */
export async function openCast(portal: SharedPortal, withFreshProof: (person: Actor) => Promise<Actor>): Promise<Cast> {
  const name = randomUUID().slice(0, 8)
  const administrator = (who: string) => portal.newPerson(`${who}-${name}@races.example`, { isAdmin: true })
  const [admin, first, second] = [await administrator('a'), await administrator('b'), await administrator('c')]
  const member = async (who: string) => withFreshProof(await portal.newPerson(`${who}-${name}@races.example`))
  const members: [Actor, Actor] = [await member('m'), await member('n')]
  const both = members.map(({ id }) => ({ userId: id, right: 'owner' as const }))
  const kept = await givenHolder(admin, members[0], {
    legalName: 'Iris and Isaac Vestor',
    kind: 'joint_tic',
    members: both,
  })
  const other = await givenHolder(admin, members[0], { legalName: 'Other Holder' })
  await givenAccreditation(portal, kept.id, members[0])
  await givenBuyer(portal, other.id, members[0])
  return { portal, admin, first, second, members, holders: [kept.id, other.id] }
}
