import { expect } from 'vitest'
import { addDays, type Day, daysBetween } from '../../rules/notes/days.ts'
import type { Actor } from '../../server/access/actor.ts'
import { decideApproval } from '../../server/approvals/decide-approval.ts'
import { getHoldings } from '../../server/holdings/holdings.ts'
import { getLedger, trialBalance } from '../../server/ledger/get-ledger.ts'
import { advanceNotes } from '../../server/notes/advance-notes.ts'
import { requestCure, requestDefault } from '../../server/notes/default-and-cure.ts'
import { requestFunding } from '../../server/notes/funding.ts'
import { requestPartRepayment } from '../../server/notes/part-repayment.ts'
import { requestPayment } from '../../server/notes/payments.ts'
import { requestPayoff } from '../../server/notes/payoff.ts'
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
import { test } from '../helpers/shared-portal.ts'

const acts = rounds(100, 300)

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
  const entries = (await getLedger(admin, story.id)).filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  const moved = (account: number, from: Day, to: Day) =>
    entries
      .filter(({ kind, relatesTo }) => kind !== 'interest_due' && from <= relatesTo && relatesTo <= to)
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.account === account ? Number(line.credit - line.debit) : 0), 0)
  let late = 0
  for (let day = last?.pay ?? today; last && day < today; day = addDays(day, 1))
    late += (moved(2010, '2000-01-01', day) * story.terms.rate_bp) / (10_000 * 365)
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
  return requestTransfer(admin, id, { toHolderId: heir, reason: 'sale', day, paper: reference })
}

test('whatever happens to notes, the register is account 2010 and the due list, and no late interest is lost', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague } = people
  const today = fundDay()
  const random = seeded(2026)
  const holderId = await givenAccreditedHolder(portal, people)
  const { id: heir } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await givenBuyer(portal, heir, second)
  const terms = [
    { ages: 395, payout: 'monthly', dayCount: '30/360' },
    { ages: 430, payout: 'quarterly', dayCount: 'actual/365' },
    { ages: 500, payout: 'annually', dayCount: '30/360' },
    { ages: 800, payout: 'monthly', dayCount: 'actual/365' },
    { ages: 250, payout: 'monthly', dayCount: '30/360' },
    { ages: 340, payout: 'quarterly', dayCount: '30/360' },
  ] as const
  for (const { ages, ...given } of [...terms, ...terms])
    await givenNote(portal, people, addDays(today, -ages - Math.floor(random() * 20)), { holderId, ...given })
  await advanceNotes()
  let done = 0
  const readAll = () => getRegister(admin, { on: today, show: 'all', size: 100 })
  let register = await readAll()
  // As they were read after the last act on each: an act on one changes no other.
  const stories = new Map<string, NoteStory>()
  for (let round = 0; round < acts; round++) {
    const { id = '' } = register.notes[Math.floor(random() * register.notes.length)] ?? {}
    const story = stories.get(id) ?? (await getNoteStory(admin, id))
    stories.set(id, story)
    const where = `round ${round}, ${story.number}`
    try {
      await decideApproval(colleague, await randomAct(people, { story, random, heir }), 'approved')
      done++
    } catch (error) {
      // Refused, as a person would be told; anything else is a defect.
      if (!(error instanceof PortalError)) throw error
      continue
    }
    expect(differencesOf(await compareRegister()), where).toEqual([])
    register = await readAll()
    const earlier = addDays(today, -Math.floor(random() * 800))
    for (const [on, { notes, totals }] of [
      [today, await getRegister(admin, { on: today })],
      [earlier, await getRegister(admin, { on: earlier })],
    ] as const) {
      const unpaid = notes.reduce((sum, note) => sum + note.unpaid, 0n)
      const owed = [await owedByBooks(admin, on, [2010]), await owedByBooks(admin, on, [2020, 2040])]
      expect([totals.principal, unpaid], `${where}, ${on}`).toEqual(owed)
      if (on === today) expect(await interestShown(admin, [people.investor, second]), where).toEqual([unpaid, unpaid])
    }
    const after = await getNoteStory(admin, story.id)
    stories.set(story.id, after)
    const row = register.notes.find(({ id }) => id === story.id)
    expect([row?.state, row?.principal], where).toEqual([after.state, after.owed])
    const unpaid = (row?.unpaid ?? 0n) + (row?.accrued ?? 0n)
    if (after.state === 'paid') expect([after.owed, unpaid], where).toEqual([0n, 0n])
    if (['matured', 'defaulted'].includes(after.state) && (after.terms.maturity_date ?? '') <= today)
      expect(Math.abs((await countedAgain(people, after, today)) - Number(unpaid)), where).toBeLessThan(20)
  }
  expect(done).toBeGreaterThan(acts / 3)
})
