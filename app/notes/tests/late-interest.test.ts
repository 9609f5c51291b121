import { expect } from 'vitest'
import { adjust } from '../../../rules/business-days.ts'
import { addDays } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { seeded } from '../../../tests/helpers/note-life.ts'
import { givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { getLedger, trialBalance } from '../../ledger/server/get-ledger.ts'
import { ledgerHead } from '../../ledger/server/holder-books.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getDuePayments } from '../../register/server/due-list.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { dueBy } from '../due.ts'
import { payoffQuote } from '../payoff.ts'
import { requestCure, requestDefault } from '../server/default-and-cure.ts'
import { readNotesHeld } from '../server/notes-held.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'
import { requestTransferReversal } from '../server/undo-transfer.ts'
import { toTerms } from '../terms-row.ts'

/** All interest of a matured note's schedule, in one payment on its maturity date. */
async function givenInterestPaid(people: NotePeople, noteId: string) {
  const { lines } = await getNoteStory(people.admin, noteId)
  const amount = lines.reduce((sum, { interest }) => sum + interest, 0n)
  await givenPayment(people, noteId, { day: lines.at(-1)?.pay ?? '', amount, reference: 'All interest' })
}

/** Records a payment's return by two people. */
async function givenReturned({ admin, colleague }: NotePeople, noteId: string, reference: string, day: string) {
  const paid = (await getLedger(admin, noteId)).find(entry => entry.reference === reference && !entry.reversedBy)
  const requested = await requestReversal(admin, paid?.id ?? '', { why: 'returned', day })
  await decideApproval(colleague, requested, 'approved')
}

/** What a note owes on a day, in the payoff, the register, a statement and its holder's page. */
async function owedOn(
  { admin, investor }: NotePeople,
  note: { id: string; number: string; holderId: string },
  day: string,
) {
  const story = await getNoteStory(admin, note.id)
  const { terms, lines, owed, defaultRateBp } = story
  const quote = payoffQuote({ terms: toTerms(terms, terms.issueDate ?? ''), lines, owed, defaultRateBp }, day)
  const [row] = (await getRegister(admin, { on: day, search: note.number })).notes
  const [held] = await actAs(admin, async tx =>
    readNotesHeld(tx, { holderId: note.holderId, day, head: await ledgerHead(tx), withLater: false, start: day }),
  )
  const { note: own } = await getOwnNote(investor, note.id, day)
  return {
    payoff: [quote.principal, quote.unpaid + quote.accrued + quote.late],
    register: row && [row.principal, row.total - row.principal],
    statement: held && [held.principal, held.unpaid + held.accrued + held.lateInterest],
    investor: [own.outstandingCents, own.interestDueCents + own.accruedCents + own.lateInterestCents],
  }
}

const everywhere = (principal: bigint, interest: bigint) => {
  const both = [principal, interest]
  return { payoff: both, register: both, statement: both, investor: both }
}

/** Today's due list, of one note. */
async function dueOf(admin: Actor, number: string) {
  const today = fundDay()
  const payments = await getDuePayments(admin, { from: today, to: today, today })
  return payments.filter(({ note }) => note === number)
}

test('interest on principal that is paid late stays due, is payable, and keeps the note open', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const note = await givenNote(portal, people, '2025-11-03', { principalCents: 600_000_00n, rateBp: 1300 })
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-11-20', amount: 600_000_00n, reference: 'Principal' })
  const story = await getNoteStory(admin, note.id)
  expect(story).toMatchObject({ state: 'matured', owed: 0n, closedOn: null })
  expect(story.lines.at(-1)).toMatchObject({ due: '2026-11-20', interest: 3_632_88n, paid: 0n, principal: 0n })
  expect(await owedOn(people, note, '2026-11-23')).toEqual(everywhere(0n, 3_632_88n))
  expect(await dueOf(admin, note.number)).toMatchObject([
    { state: 'overdue', interestLeft: 3_632_88n, principalLeft: 0n },
  ])
  await givenPayment(people, note.id, { day: '2026-11-23', amount: 3_632_88n, reference: 'Late interest' })
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid', closedOn: '2026-11-23' })
  expect(await dueOf(admin, note.number)).toEqual([])
})

test('principal and the interest that it earned since maturity can be paid at once', async ({ portal, people }) => {
  const note = await givenNote(portal, people, '2025-11-03', { principalCents: 600_000_00n, rateBp: 1300 })
  await givenInterestPaid(people, note.id)
  await expect(
    requestPayment(people.admin, note.id, { day: '2026-11-20', amount: 603_632_89n, reference: 'A cent more' }),
  ).rejects.toMatchObject({ code: 'PAYMENT_OVER' })
  await givenPayment(people, note.id, { day: '2026-11-20', amount: 603_632_88n, reference: 'All' })
  expect(await getNoteStory(people.admin, note.id)).toMatchObject({ state: 'paid', closedOn: '2026-11-20' })
})

test('what a part of the principal left owed is the same everywhere: on all of it until then, on the rest since', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-11-20', amount: 150_000_00n, reference: 'Part' })
  expect(await owedOn(people, note, '2026-11-23')).toEqual(everywhere(50_000_00n, 2_215_07n))
  expect(await owedOn(people, note, '2026-11-19')).toMatchObject({ register: [200_000_00n, 2_109_59n] })
  const due = await dueOf(admin, note.number)
  expect(due.map(({ interestLeft, principalLeft }) => [interestLeft, principalLeft])).toEqual([
    [0n, 50_000_00n],
    [1_627_40n, 0n],
  ])
  // A plain payment settles the interest before principal.
  await givenPayment(people, note.id, { day: '2026-11-23', amount: 11_627_40n, reference: 'More' })
  expect(await owedOn(people, note, '2026-11-23')).toEqual(everywhere(40_000_00n, 587_67n))
  await decideApproval(
    colleague,
    await requestPayoff(admin, note.id, { day: '2026-11-23', reference: 'Rest', reason: 'Late' }),
    'approved',
  )
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid', owed: 0n })
  expect(await dueOf(admin, note.number)).toEqual([])
})

test('late principal that comes back takes the interest that fell due with it back, and has earned it all along', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-11-20', amount: 150_000_00n, reference: 'Part' })
  const principal = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'principal')
  const back = { why: 'returned', day: '2026-11-21' }
  await decideApproval(colleague, await requestReversal(admin, principal?.id ?? '', back), 'approved')
  expect(await owedOn(people, note, '2026-11-23')).toEqual(everywhere(200_000_00n, 2_350_68n))

  await givenPayment(people, note.id, { day: '2026-11-23', amount: 150_000_00n, reference: 'Again' })
  await givenPayment(people, note.id, { day: '2026-11-24', amount: 1_763_01n, reference: 'Interest' })
  const again = (await getLedger(admin, note.id)).find(({ kind, reversedBy }) => kind === 'principal' && !reversedBy)
  await decideApproval(
    colleague,
    await requestReversal(admin, again?.id ?? '', { ...back, day: '2026-11-25' }),
    'approved',
  )
  // 43 days of all of it, of which 39 days of $150,000 are paid.
  expect(await owedOn(people, note, '2026-11-27')).toEqual(everywhere(200_000_00n, 2_591_78n - 1_763_01n))
})

async function interestPaid({ admin }: NotePeople, noteId: string): Promise<bigint> {
  const { entries } = await getNoteStory(admin, noteId)
  return entries
    .filter(({ kind, reversedBy }) => kind === 'payment' && !reversedBy)
    .flatMap(({ lines }) => lines)
    .reduce((sum, { debit }) => sum + debit, 0n)
}

test('late interest that was paid apart stays paid where its principal is returned, and comes off what that earns', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-29')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-10-20', amount: 200_000_00n, reference: 'Principal' })
  await givenPayment(people, note.id, { day: '2026-10-22', amount: 301_37n, reference: 'Late' })
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid' })
  const principal = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'principal')
  const requested = await requestReversal(admin, principal?.id ?? '', { why: 'returned', day: '2026-10-23' })
  const { approvals } = await getNoteStory(admin, note.id)
  expect(approvals.find(({ id }) => id === requested)?.lines.join(' ')).toContain(
    '$301.37 of that interest was paid with another payment.',
  )
  await decideApproval(colleague, requested, 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'matured', owed: 200_000_00n })
  expect(await owedOn(people, note, '2026-10-30')).toEqual(everywhere(200_000_00n, 904_11n - 301_37n))
  // The register of earlier days is unchanged.
  const registerOn = async (day: string) =>
    (await getRegister(admin, { on: day, search: note.number })).notes.map(row => [row.principal, row.total])
  expect(await registerOn('2026-10-19')).toEqual([[200_000_00n, 200_241_10n]])
  expect(await registerOn('2026-10-21')).toEqual([[0n, 301_37n]])
  expect(await registerOn('2026-10-22')).toEqual([])
  expect(await dueOf(admin, note.number)).toMatchObject([{ principalLeft: 200_000_00n, late: 2_712_33n - 301_37n }])
  const payoff = { day: '2026-11-02', reference: 'All', reason: 'Late' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  const story = await getNoteStory(admin, note.id)
  expect(story).toMatchObject({ state: 'paid', owed: 0n })
  // 18 days of $200,000, as if computed once.
  expect((await interestPaid(people, note.id)) - 22_000_00n).toBe(1_084_93n)
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('late interest that was paid comes off what the parts of the principal earn, in turn, and is owed again where it comes back', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const note = await givenNote(portal, people, '2025-10-15', { defaultRateBp: 1500 })
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-10-25', amount: 200_000_00n, reference: 'Principal' })
  // Part of $821.92.
  await givenPayment(people, note.id, { day: '2026-10-26', amount: 600_00n, reference: 'Late' })
  await givenReturned(people, note.id, 'Principal', '2026-10-28')
  // Twelve days of $50,000 had been paid before: $246.58. So none of that is due.
  await givenPayment(people, note.id, { day: '2026-10-29', amount: 50_000_00n, reference: 'First' })
  expect(await owedOn(people, note, '2026-11-04')).toEqual(everywhere(150_000_00n, 1_232_88n + 287_67n - 600_00n))
  expect((await dueOf(admin, note.number)).map(({ interestLeft }) => interestLeft)).toEqual([0n])
  // Twenty days of $100,000, $821.92, less the remaining part of the payment: $312.33.
  await givenPayment(people, note.id, { day: '2026-11-04', amount: 100_000_00n, reference: 'Second' })
  expect(await owedOn(people, note, '2026-11-04')).toEqual(
    everywhere(50_000_00n, 410_96n + 821_92n + 287_67n - 600_00n),
  )
  await givenReturned(people, note.id, 'Late', '2026-11-05')
  expect(await owedOn(people, note, '2026-11-05')).toEqual(everywhere(50_000_00n, 431_51n + 821_92n + 287_67n))
  await givenReturned(people, note.id, 'First', '2026-11-06')
  expect(await owedOn(people, note, '2026-11-06')).toEqual(everywhere(100_000_00n, 904_11n + 821_92n))
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('late interest that was paid goes with its principal to another holder, and back', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-10-20', amount: 200_000_00n, reference: 'Principal' })
  await givenPayment(people, note.id, { day: '2026-10-22', amount: 301_37n, reference: 'Late' })
  await givenReturned(people, note.id, 'Principal', '2026-10-23')
  const late = async (id: string) => (await getNoteStory(admin, id)).balance.lateInterest
  const owed = await late(note.id)
  const { id: heir } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { holder: heir, reason: 'death', day: '2026-11-03', paper: 'Letters testamentary' }
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const { successor } = await getNoteStory(admin, note.id)
  const moved = successor?.id ?? ''
  expect(await late(moved)).toBe(owed)
  expect((await getNoteStory(admin, note.id)).balance.total).toBe(0n)
  await decideApproval(
    colleague,
    await requestTransferReversal(admin, note.id, { why: 'mistake', reason: 'Another note' }),
    'approved',
  )
  expect(await late(note.id)).toBe(owed)
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const again = (await getNoteStory(admin, note.id)).successor?.id ?? ''
  const payoff = { day: '2026-11-04', reference: 'All', reason: 'Late' }
  await decideApproval(colleague, await requestPayoff(admin, again, payoff), 'approved')
  // Twenty days, of which five were paid to the previous holder.
  expect((await getNoteStory(admin, again)).lines.at(-1)).toMatchObject({ interest: 1_205_48n - 301_37n })
  expect(await getNoteStory(admin, again)).toMatchObject({ state: 'paid', balance: { total: 0n } })
  expect(differencesOf(await compareRegister())).toEqual([])
})

/** Interest by actual days of 365, rounded half up. */
function counted(cents: bigint, rateBp: number, from: string, to: string): bigint {
  const days = BigInt((Date.parse(to) - Date.parse(from)) / 86_400_000)
  return days <= 0n ? 0n : (cents * BigInt(rateBp) * days * 2n + 3_650_000n) / 7_300_000n
}

test.for(Array.from({ length: rounds(3, 40) }, (_, at) => (Number(process.env.NOTE_SEED) || 5) + at))(
  'in life %s, late principal and late interest are paid in parts and come back: what is owed is as counted from what stands',
  async (seed, { portal, people }) => {
    const random = seeded(seed)
    const { admin, colleague } = people
    const defaultRateBp = random() < 0.5 ? 1500 : null
    const rate = defaultRateBp ?? 1100
    const due = '2026-09-15'
    const note = await givenNote(portal, people, '2025-09-15', { ...(defaultRateBp && { defaultRateBp }) })
    await givenInterestPaid(people, note.id)
    const principals: { cents: bigint; day: string; reference: string }[] = []
    let day = '2026-09-15'
    for (let at = 0; at < 10; at++) {
      day = addDays(day, 1 + Math.floor(random() * 6))
      const { entries, lines, owed } = await getNoteStory(admin, note.id)
      const open = dueBy(lines, day)
        .filter(({ line }) => line)
        .reduce((sum, { cents }) => sum + cents, 0n)
      const standing = entries.filter(
        ({ kind, reversedBy, reference }) =>
          (kind === 'payment' || kind === 'principal') && !reversedBy && reference !== 'All interest',
      )
      const back = standing[Math.floor(random() * standing.length)]
      const reference = `Act ${at}`
      if (back && random() < 0.35) await givenReturned(people, note.id, back.reference ?? '', day)
      else if (open > 0n && random() < 0.7)
        await givenPayment(people, note.id, { day, amount: (open * BigInt(Math.ceil(random() * 2))) / 2n, reference })
      else if (owed > 0n) {
        const cents = random() < 0.4 ? owed : (owed * BigInt(Math.ceil(random() * 99))) / 100n
        await givenPayment(people, note.id, { day, amount: open + cents, reference })
        principals.push({ cents, day, reference })
      }
      const after = (await getNoteStory(admin, note.id)).entries
      const stands = (name: string) =>
        after.some(({ reference, kind, reversedBy }) => reference === name && kind === 'principal' && !reversedBy)
      const paid = principals.filter(each => stands(each.reference))
      const left = 200_000_00n - sumCents(paid.map(({ cents }) => cents))
      const interest =
        sumCents(paid.map(each => counted(each.cents, rate, due, each.day))) -
        ((await interestPaid(people, note.id)) - 22_000_00n)
      const late = counted(left, rate, due, day)
      expect(await owedOn(people, note, day), `${at}`).toEqual(
        left + interest + late === 0n ? expect.anything() : everywhere(left, interest + late),
      )
    }
    expect(differencesOf(await compareRegister())).toEqual([])
    const { state } = await getNoteStory(admin, note.id)
    if (state !== 'paid') {
      const payoff = { day: adjust(day, 'following'), reference: 'All', reason: 'Late' }
      await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
      expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid', owed: 0n })
    }
  },
)

test('a payoff that came back takes its own late interest with it, not that of another payment since', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-10-15', amount: 150_000_00n, reference: 'Part' })
  const payoff = { day: '2026-11-20', reference: 'Rest', reason: 'Late' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  await givenReturned(people, note.id, 'Part', '2026-11-21')
  await givenPayment(people, note.id, { day: '2026-11-23', amount: 150_000_00n, reference: 'Again' })
  await givenReturned(people, note.id, 'Rest', '2026-11-24')
  // 39 days of the $150,000, now due, and 40 days of the $50,000, accrued.
  expect(await owedOn(people, note, '2026-11-24')).toEqual(everywhere(50_000_00n, 1_763_01n + 602_74n))
  await givenPayment(people, note.id, { day: '2026-11-24', amount: 52_365_75n, reference: 'All' })
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid', owed: 0n })
})

test('a payoff of interest that had come back is reversed, though its principal came back before', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2026-11-20', amount: 202_169_86n, reference: 'Principal, late' })
  await givenReturned(people, note.id, 'All interest', '2026-11-21')
  const payoff = { day: '2026-11-23', reference: 'Interest', reason: 'Late' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  await givenReturned(people, note.id, 'Principal, late', '2026-11-24')
  await givenReturned(people, note.id, 'Interest', '2026-11-24')
  // All of the schedule's interest, and 40 days of the principal.
  expect(await owedOn(people, note, '2026-11-24')).toEqual(everywhere(200_000_00n, 22_000_00n + 2_410_96n))
})

test('interest that comes back opens a note again that was paid', async ({ portal, people }) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2024-12-16')
  await givenInterestPaid(people, note.id)
  await givenPayment(people, note.id, { day: '2025-12-16', amount: 200_000_00n, reference: 'Principal' })
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid' })
  const interest = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'payment')
  const back = { why: 'returned', day: '2025-12-20' }
  await decideApproval(colleague, await requestReversal(admin, interest?.id ?? '', back), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'matured', closedOn: null })
  await expect(requestCure(admin, note.id, { why: 'paid', reason: 'No' })).rejects.toMatchObject({ code: 'NOTE_STATE' })
  await requestDefault(admin, note.id, { reason: 'The interest came back.' })
})

test('what a transferred note still owes is due, payable, and overdue for its old holder', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const note = await givenNote(portal, people, '2026-01-15')
  const { id: heir } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { holder: heir, reason: 'death', day: '2026-03-20', paper: 'Letters testamentary' }
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const owed = (await getNoteStory(admin, note.id)).lines.reduce((sum, { interest }) => sum + interest, 0n)
  expect(owed).toBeGreaterThan(3_600_00n)
  const due = await dueOf(admin, note.number)
  expect(due.every(({ state }) => state === 'overdue')).toBe(true)
  expect(due.reduce((sum, { interestLeft }) => sum + interestLeft, 0n)).toBe(owed)
  const own = await getOwnNote(investor, note.id)
  expect(own.note).toMatchObject({ state: 'transferred', outstandingCents: 0n, interestDueCents: owed })
  expect(new Set(own.note.payments.map(({ state }) => state))).toEqual(new Set(['unrecorded']))
  const outstanding = async () => (await getRegister(admin, { on: fundDay(), search: note.number })).notes
  expect(await outstanding()).toMatchObject([{ state: 'transferred', principal: 0n, unpaid: owed }])
  await givenPayment(people, note.id, { day: fundDay(), amount: owed })
  expect(await dueOf(admin, note.number)).toEqual([])
  expect(await outstanding()).toEqual([])
})

test('the register of any day is account 2010 of that day, also between a payoff and its return', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenInterestPaid(people, note.id)
  const payoff = { day: '2026-11-16', reference: 'All', reason: 'Late' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  const principal = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'principal')
  const back = { why: 'returned', day: '2026-11-20' }
  await decideApproval(colleague, await requestReversal(admin, principal?.id ?? '', back), 'approved')
  const onDay = async (day: string) => {
    const [row] = (await getRegister(admin, { on: day, search: note.number, show: 'all' })).notes
    return [row?.state, row?.principal]
  }
  expect(await onDay('2026-11-15')).toEqual(['matured', 200_000_00n])
  expect(await onDay('2026-11-16')).toEqual(['paid', 0n])
  expect(await onDay('2026-11-19')).toEqual(['paid', 0n])
  expect(await onDay('2026-11-20')).toEqual(['matured', 200_000_00n])
  for (const day of ['2025-10-14', '2026-10-14', '2026-11-15', '2026-11-17', '2026-11-20', fundDay()]) {
    const { totals } = await getRegister(admin, { on: day })
    const payable = (await trialBalance(admin, day)).find(({ account }) => account === 2010)
    expect(totals.principal, day).toBe((payable?.credit ?? 0n) - (payable?.debit ?? 0n))
  }
})

test('with the convention preceding, no day is paid twice: the last coupon runs to maturity, late interest from there', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  // Matures on Saturday, October 31, 2026; paid on the Friday before.
  const note = await givenNote(portal, people, '2025-10-31', { convention: 'preceding' })
  await givenInterestPaid(people, note.id)
  const held = async (day: string) => {
    const requested = { holderId: note.holderId, day, withLater: false, start: day }
    return (await actAs(admin, async tx => readNotesHeld(tx, { ...requested, head: await ledgerHead(tx) })))[0]
  }
  expect(await held('2026-10-31')).toMatchObject({ overdue: undefined, accrued: 0n })
  // Sixteen days of $60.27, from the day after the coupon's last.
  const late = { since: '2026-10-31', cents: 200_000_00n }
  expect(await held('2026-11-16')).toMatchObject({ overdue: late, lateInterest: 964_38n })
  const payoff = { day: '2026-11-16', reference: 'All', reason: 'Late' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  expect((await getNoteStory(admin, note.id)).lines.at(-1)).toMatchObject({ start: '2026-10-31', interest: 964_38n })
})
