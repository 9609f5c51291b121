import { expect } from 'vitest'
import { adjust } from '../../rules/notes/calendar.ts'
import { addDays, addMonths, type Day, daysBetween } from '../../rules/notes/days.ts'
import { dueBy } from '../../rules/notes/due.ts'
import type { Actor } from '../../server/access/actor.ts'
import { decideApproval } from '../../server/approvals/decide-approval.ts'
import { actAs } from '../../server/database/act-as.ts'
import { getHoldings } from '../../server/holdings/holdings.ts'
import { getOwnNote } from '../../server/holdings/note-page.ts'
import { getLedger, trialBalance } from '../../server/ledger/get-ledger.ts'
import { ledgerHead } from '../../server/ledger/holder-books.ts'
import { advanceNotes } from '../../server/notes/advance-notes.ts'
import { requestCure, requestDefault } from '../../server/notes/default-and-cure.ts'
import { requestFunding } from '../../server/notes/funding.ts'
import { readNotesHeld } from '../../server/notes/notes-held.ts'
import { requestPartRepayment } from '../../server/notes/part-repayment.ts'
import { requestPayment } from '../../server/notes/payments.ts'
import { requestPayoff } from '../../server/notes/payoff.ts'
import { requestRenewal } from '../../server/notes/renewal.ts'
import { requestReversal } from '../../server/notes/reversals.ts'
import { requestTransfer } from '../../server/notes/transfer.ts'
import { requestFundingReversal } from '../../server/notes/undo-funding.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { compareRegister, differencesOf } from '../../server/register/compare-register.ts'
import { getDuePayments } from '../../server/register/due-list.ts'
import { getNoteStory, type NoteStory } from '../../server/register/note-story.ts'
import { getRegister } from '../../server/register/register-list.ts'
import { givenHolder } from '../helpers/holders.ts'
import { rounds } from '../helpers/lane.ts'
import { givenAccreditedHolder, givenBuyer, givenNote, type NotePeople } from '../helpers/notes.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

/** How many notes live: of each, what happens to it until nothing is owed any more. `NOTE_LIVES=10000` lets as many live. */
const lives = Number(process.env['NOTE_LIVES']) || rounds(12, 60)

/** Most that happens to one of them before it is settled. */
const mostActs = 12

/** The same numbers from 0 to 1 each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * What a note that has matured owes of interest today, counted once more by walking single days: what its schedule had
 * until maturity, and for each day since its last pay date the interest of the principal that was owed on that day.
 */
async function countedAgain({ admin }: NotePeople, story: NoteStory, today: Day): Promise<number> {
  const maturity = story.terms.maturity_date ?? ''
  const scheduled = story.lines.filter(({ due, principal }) => due < maturity || principal > 0n)
  const last = scheduled.findLast(({ principal }) => principal > 0n)
  // The last coupon runs to maturity, also where the convention pays before it.
  const from = last && last.pay < last.due ? last.due : last?.pay
  const entries = (await getLedger(admin, story.id)).filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  const moved = (account: number, from: Day, to: Day) =>
    entries
      .filter(({ kind, relatesTo }) => kind !== 'interest_due' && from <= relatesTo && relatesTo <= to)
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.account === account ? Number(line.credit - line.debit) : 0), 0)
  let late = 0
  for (let day = from ?? today; day < today; day = addDays(day, 1))
    late += (moved(2010, '2000-01-01', day) * (story.defaultRateBp ?? story.terms.rate_bp)) / (10_000 * 365)
  const due = scheduled.reduce((sum, { interest }) => sum + Number(interest), 0)
  return due + late + moved(2020, '2000-01-01', today)
}

/** What accounts have as owed at the end of a day, in cents. */
async function owedByBooks(admin: Actor, on: Day, accounts: readonly number[]): Promise<bigint> {
  const lines = (await trialBalance(admin, on)).filter(({ account }) => accounts.includes(account))
  return lines.reduce((sum, { credit, debit }) => sum + credit - debit, 0n)
}

/** Interest that has fallen due and is unpaid today, as the office's due list and the holders' own pages have it. */
async function interestShown(admin: Actor, holders: readonly Actor[]): Promise<[due: bigint, holders: bigint]> {
  const today = fundDay()
  const due = await getDuePayments(admin, { from: today, to: addDays(today, 800), today })
  const own = await Promise.all(holders.map(each => getHoldings(each)))
  return [
    // What was paid ahead of its day is less than nothing until then.
    due.reduce(
      (sum, { dueDate, interest, interestLeft }) => sum + interestLeft - (dueDate <= today ? 0n : interest),
      0n,
    ),
    own.flatMap(each => each?.notes ?? []).reduce((sum, { interestDueCents }) => sum + interestDueCents, 0n),
  ]
}

/** What a note's holder reads of it, and what a statement of today would say: principal and all interest, in cents. */
async function shownToHolder({ admin }: NotePeople, holder: Actor, story: NoteStory): Promise<bigint[][]> {
  const today = fundDay()
  const { note } = await getOwnNote(holder, story.id)
  const held = await actAs(admin, async tx =>
    readNotesHeld(tx, {
      holderId: story.holder.id,
      day: today,
      head: await ledgerHead(tx),
      withLater: false,
      start: today,
    }),
  )
  const one = held.find(({ number }) => number === story.number)
  return [
    [note.outstandingCents, note.interestDueCents + note.accruedCents],
    [one?.principal ?? 0n, (one?.unpaid ?? 0n) + (one?.accrued ?? 0n)],
  ]
}

/** What isn't due yet can be paid from the day after issue on, unless interest was paid ahead of a day that hasn't come. */
function canBePaidOff({ state, terms, lines }: NoteStory): boolean {
  const [today, day] = [fundDay(), adjust(fundDay(), 'preceding')]
  const isBooked = lines.some(({ due, paid }) => due > day && (paid > 0n || due <= today))
  return state !== 'signed' && (terms.issue_date ?? today) < day && !isBooked
}

/** Records all that a note owes today, as the office would; refused where there is no way to. */
async function settle({ admin, colleague }: NotePeople, id: string): Promise<void> {
  const today = fundDay()
  // Principal that is paid lets interest fall due with it, which a second payment settles.
  for (let payment = 0; payment < 3; payment++) {
    const { lines } = await getNoteStory(admin, id)
    const due = dueBy(lines, today).reduce((sum, { cents }) => sum + cents, 0n)
    if (due === 0n) break
    const paid = { day: today, confirmedDay: today, amount: due, reference: `Settled ${payment}` }
    await decideApproval(colleague, await requestPayment(admin, id, paid), 'approved')
  }
  const story = await getNoteStory(admin, id)
  if (story.owed === 0n || !canBePaidOff(story)) return
  const payoff = { day: adjust(today, 'preceding'), reference: 'Settled', reason: 'Random' }
  await decideApproval(colleague, await requestPayoff(admin, id, payoff), 'approved')
}

/** What a random act on a note asks for. @returns its approval */
async function randomAct(
  { admin }: NotePeople,
  { story, random, heir }: { story: NoteStory; random: () => number; heir: string },
): Promise<string> {
  const today = fundDay()
  const { id, lines, terms } = story
  const issued = terms.issue_date ?? addDays(today, -400)
  const day = random() < 0.5 ? today : addDays(issued, Math.floor(random() * (daysBetween(issued, today) + 1)))
  const reference = `Ref ${Math.floor(random() * 1e9)}`
  const open = lines.filter(({ paid, interest, principalLeft }) => paid < interest || principalLeft > 0n)
  const next = open[Math.floor(random() * Math.min(open.length, 4))]
  const wire = { amount: BigInt(terms.principal_cents), originator: 'Iris Vestor', reference }
  if (story.state === 'signed') return requestFunding(admin, id, { day, confirmedDay: day, ...wire })
  const wasPaid = story.entries.some(({ kind }) => kind === 'payment' || kind === 'principal')
  const act = random()
  if (act < (wasPaid ? 0.03 : 0.3)) return requestFundingReversal(admin, id, 'Random')
  if (act < 0.4) {
    const whole = next ? next.interest - next.paid + next.principalLeft : 1_00n
    const amount = random() < 0.5 ? whole : BigInt(Math.ceil(Number(whole) * random() * 1.1))
    const paidOn = next && random() < 0.5 ? next.pay : day
    return requestPayment(admin, id, { day: paidOn, confirmedDay: paidOn, amount, reference })
  }
  if (act < 0.5) {
    const due = lines.filter(({ due }) => due <= today).reduce((sum, { interest, paid }) => sum + interest - paid, 0n)
    return requestPayment(admin, id, { day, confirmedDay: day, amount: due, reference })
  }
  if (act < 0.75) {
    const paid = (await getLedger(admin, id)).filter(
      ({ kind, reversedBy }) => ['payment', 'principal'].includes(kind) && !reversedBy,
    )
    const entry = paid[Math.floor(random() * paid.length)]
    const why = random() < 0.5 ? 'returned' : 'mistake'
    return requestReversal(admin, entry?.id ?? id, { why, day: random() < 0.5 ? today : (entry?.relatesTo ?? today) })
  }
  if (act < 0.85) return requestPayoff(admin, id, { day, reference, reason: 'Random' })
  if (act < 0.9) return requestPartRepayment(admin, id, { amount: BigInt(Math.ceil(random() * 200_000_00)), reference })
  if (act < 0.94) return requestDefault(admin, id, 'Random')
  if (act < 0.97) return requestCure(admin, id, 'Random')
  if (story.state === 'matured' && random() < 0.7) return requestRenewal(admin, id)
  return requestTransfer(admin, id, { toHolderId: heir, reason: 'sale', day, paper: reference })
}

/** A note of random terms, issued on a random day of the last two years and more, whose holder has chosen to renew it, or not. */
async function givenLife(portal: SharedPortal, people: NotePeople, random: () => number, holderId: string) {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const payout = one(['monthly', 'quarterly', 'annually'] as const)
  const issued = addDays(fundDay(), -20 - Math.floor(random() * 800))
  const months = { monthly: 1, quarterly: 3, annually: 12 }[payout]
  const terms = {
    holderId,
    payout,
    dayCount: one(['30/360', 'actual/365']),
    convention: one(['following', 'modified_following', 'preceding']),
    termMonths: one([12, 12, 24]),
    ...(random() < 0.3 && { defaultRateBp: 1500 }),
    ...(random() < 0.3 && { firstPaymentDate: addDays(addMonths(issued, months), -Math.floor(random() * 20)) }),
  }
  // The first payment of some is on a day that isn't possible.
  const { id } = await givenNote(portal, people, issued, terms).catch(() =>
    givenNote(portal, people, issued, { ...terms, firstPaymentDate: '' }),
  )
  await portal.owner.query(
    `insert into elections (note_id, holder_id, choice, made_by) select id, holder_id, $2, $3 from notes where id = $1`,
    [id, one(['renew', 'withdraw']), people.investor.id],
  )
  return id
}

test('whatever happens to notes, every place says the same of them, and what is owed can always be recorded', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const today = fundDay()
  const random = seeded(2026)
  const holderId = await givenAccreditedHolder(portal, people)
  const { id: heir } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await givenBuyer(portal, heir, second)
  const done: Record<string, number> = {}
  let [tried, happened] = [0, 0]
  const readRow = async ({ number }: NoteStory) =>
    (await getRegister(admin, { on: today, show: 'all', search: number })).notes.find(row => row.number === number)

  /** All places at once: the register of today and of an earlier day, the ledger, the due list and holders' pages. */
  const compareAll = async (where: string) => {
    expect(differencesOf(await compareRegister()), where).toEqual([])
    for (const on of [today, addDays(today, -Math.floor(random() * 800))]) {
      const { notes, totals } = await getRegister(admin, { on, size: 500 })
      const unpaid = notes.reduce((sum, note) => sum + note.unpaid, 0n)
      const owed = [await owedByBooks(admin, on, [2010]), await owedByBooks(admin, on, [2020, 2040])]
      expect([totals.principal, unpaid], `${where}, ${on}`).toEqual(owed)
      if (on === today) expect(await interestShown(admin, [investor, second]), where).toEqual([unpaid, unpaid])
    }
  }

  /** One note, in each place that shows it. */
  const compareOne = async (id: string, where: string): Promise<NoteStory> => {
    const story = await getNoteStory(admin, id)
    const row = await readRow(story)
    expect([row?.state, row?.principal], where).toEqual([story.state, story.owed])
    if (story.state === 'signed') return story
    const unpaid = (row?.unpaid ?? 0n) + (row?.accrued ?? 0n)
    const holder = story.holder.id === heir ? second : investor
    const owed = [story.owed, unpaid]
    expect(await shownToHolder(people, holder, story), where).toEqual([owed, owed])
    if (story.state === 'paid') expect(owed, where).toEqual([0n, 0n])
    const isLate = ['matured', 'defaulted'].includes(story.state) && (story.terms.maturity_date ?? '') <= today
    // What a note owed before it was renewed or transferred is in the books of the one before.
    if (isLate && !story.predecessor)
      expect(Math.abs((await countedAgain(people, story, today)) - Number(unpaid)), where).toBeLessThan(20)
    return story
  }

  for (let life = 0; life < lives; life++) {
    const first = await givenLife(portal, people, random, holderId)
    await advanceNotes()
    const family = [first]
    for (let act = 0; act < 1 + random() * mostActs; act++) {
      const id = family[Math.floor(random() * family.length)] ?? first
      const story = await getNoteStory(admin, id)
      const where = `life ${life}, act ${act}, ${story.number}`
      tried++
      try {
        const approval = await randomAct(people, { story, random, heir })
        await decideApproval(colleague, approval, 'approved')
        const { rows } = await portal.owner.query('select kind from approvals where id = $1', [approval])
        done[rows[0].kind] = (done[rows[0].kind] ?? 0) + 1
        happened++
      } catch (error) {
        // Refused, as a person would be told; anything else is a defect.
        if (!(error instanceof PortalError)) throw error
        continue
      }
      const { successor } = await compareOne(id, where)
      if (successor && !family.includes(successor.id)) {
        family.push(successor.id)
        await compareOne(successor.id, where)
      }
    }
    await compareAll(`life ${life}`)
    for (const id of family) await settle(people, id)
    for (const id of family) {
      const story = await compareOne(id, `life ${life}, settled`)
      expect(dueBy(story.lines, today), `life ${life}, settled`).toEqual([])
      if (canBePaidOff(story)) expect(story.owed, `life ${life}, settled`).toBe(0n)
    }
  }
  await compareAll('at the end')
  expect(happened, JSON.stringify({ tried, done })).toBeGreaterThan(tried / 4)
  if (lives >= 60)
    for (const kind of [
      'payment.record',
      'ledger.reverse',
      'note.payoff',
      'note.transfer',
      'note.renew',
      'note.default',
      'note.unfund',
      'note.repay',
    ])
      expect(done[kind], kind).toBeGreaterThan(0)
})
