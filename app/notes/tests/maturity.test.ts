import { expect, onTestFinished } from 'vitest'
import { noteSettings } from '../../../content/notes.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { accreditationRow } from '../../../server/sample/accreditations.ts'
import { elections } from '../../../server/sample/notes.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import {
  givenAccreditation,
  givenNote,
  givenPayment,
  givenSignedNote,
  withFreshProof,
} from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { findForOffice } from '../../find/server/find-for-office.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getMaturities } from '../../register/server/maturities.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestDefault } from '../server/default-and-cure.ts'
import { electAtMaturity } from '../server/elections.ts'
import { requestFunding } from '../server/funding.ts'
import { requestPartRepayment } from '../server/part-repayment.ts'
import { requestRenewal } from '../server/renewal.ts'

/** The issue day of a twelve-month note that matures in that many days. */
function issuedToMatureIn(days: number): string {
  const day = new Date(Date.now() - 6 * 3600 * 1000)
  day.setUTCDate(day.getUTCDate() + days)
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  return day.toISOString().slice(0, 10)
}

/** @returns the notices of maturity sent to a note's holder, in order */
async function notifiedOf({ owner }: SharedPortal, noteId: string): Promise<string[]> {
  const { rows } = await owner.query<{ kind: string }>(
    `select kind from notices where note_id = $1 and kind like 'note-matur%' order by created_at`,
    [noteId],
  )
  return rows.map(({ kind }) => kind)
}

/** The notices sent before today. */
async function givenNotified({ owner }: SharedPortal, noteId: string, kinds: string[]): Promise<void> {
  for (const kind of kinds)
    await owner.query('insert into maturity_notices (note_id, kind) values ($1, $2)', [noteId, kind])
}

test('holders are reminded 30 and 20 days before, once, and not after they have chosen', async ({ portal, people }) => {
  const investor = await withFreshProof(portal, people.investor)
  const maturing = async (days: number, notices: string[]) => {
    const { id } = await givenNote(portal, people, issuedToMatureIn(days))
    await givenNotified(portal, id, notices)
    return id
  }
  const far = await maturing(61, [])
  const first = await maturing(29, ['notice'])
  const early = await maturing(31, ['notice'])
  const second = await maturing(19, ['notice', 'first_reminder'])
  const chosen = await maturing(28, ['notice'])
  await electAtMaturity(investor, chosen, { choice: 'withdraw' })
  const closed = await maturing(14, ['notice'])
  // A site that was down for weeks sends one notice, not three.
  const missed = await maturing(18, [])
  await advanceNotes()
  await advanceNotes()
  for (const id of [far, early, chosen, closed]) expect(await notifiedOf(portal, id)).toEqual([])
  for (const id of [first, second]) expect(await notifiedOf(portal, id)).toEqual(['note-maturity-reminder'])
  expect(await notifiedOf(portal, missed)).toEqual(['note-maturing'])
})

/** Changes the fund's settings, until the test ends. @returns a function that restores them */
function givenSettings(settings: Partial<typeof noteSettings>): () => void {
  const before = { ...noteSettings }
  const back = () => void Object.assign(noteSettings, before)
  Object.assign(noteSettings, settings)
  onTestFinished(back)
  return back
}

const longer = { notice: 100, firstReminder: 90, secondReminder: 80, closes: 70 }

test('a note keeps the days of grace and of maturity that it was signed with, whatever the fund changes later', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const investor = await withFreshProof(portal, people.investor)
  const changeBack = givenSettings({ graceDays: 2, maturity: longer })
  const closed = await givenNote(portal, people, issuedToMatureIn(65))
  const open = await givenNote(portal, people, issuedToMatureIn(85))
  // Its first payment, of about a week ago, is unpaid.
  const unpaid = await givenNote(portal, people, addDays(fundDay(), -38))
  changeBack()
  const { rows } = await portal.owner.query('select terms, clauses from notes where id = $1', [closed.id])
  expect(rows[0].terms).toMatchObject({ grace_days: 2, maturity_days: [100, 90, 80, 70] })
  expect(rows[0].clauses.join(' ')).toContain('more than 2 days')
  expect(rows[0].clauses.join(' ')).toContain('maturity 100 days before it, and can choose until 70 days before it')

  await advanceNotes()
  expect(await notifiedOf(portal, open.id)).toEqual(['note-maturing'])
  expect(await notifiedOf(portal, closed.id)).toEqual([])
  const dates = await portal.owner.query('select id, maturity_date from notes where id = any ($1)', [
    [open.id, closed.id],
  ])
  const before = ({ id }: { id: string }, days: number) =>
    addDays(dates.rows.find(row => row.id === id)?.maturity_date, -days)
  const own = await getHoldings(investor)
  const closes = Object.fromEntries(own?.notes.map(({ id, electionCloses }) => [id, electionCloses]) ?? [])
  expect(closes).toMatchObject({ [open.id]: before(open, 70), [closed.id]: before(closed, 70) })
  const listed = (await getMaturities(admin, { today: fundDay(), days: 90, size: 500 })).notes
  expect(listed.find(({ id }) => id === open.id)?.window).toEqual({
    notice: before(open, 100),
    closes: before(open, 70),
  })
  expect(await electAtMaturity(investor, open.id, { choice: 'withdraw' })).toEqual({ isLate: false })
  expect(await electAtMaturity(investor, closed.id, { choice: 'withdraw' })).toEqual({ isLate: true })

  expect(await getNoteStory(admin, unpaid.id)).toMatchObject({ graceDays: 2 })
  await requestDefault(admin, unpaid.id, { reason: 'Unpaid since last week' })
})

test('a note of before its days were kept gets today’s, once, with its terms and their hash as they were', async ({
  portal,
  people,
}) => {
  const { owner } = portal
  const { id: holderId } = await givenHolder(people.admin, people.investor)
  const query = (statements: string, values?: unknown[]) => owner.query(statements, values)
  const { id } = await insertNote(query, holderId, { issueDate: '2026-06-15', until: '2026-06-15' })
  const read = async () => {
    const { rows } = await owner.query(
      'select grace_days, maturity_days, terms, terms_sha256 from notes where id = $1',
      [id],
    )
    return rows[0]
  }
  const before = await read()
  expect(before).toMatchObject({ grace_days: null, maturity_days: null })
  expect(before.terms).not.toHaveProperty('grace_days')
  await advanceNotes('2026-06-16')
  expect(await read()).toEqual({ ...before, grace_days: 10, maturity_days: [60, 30, 20, 15] })
  givenSettings({ graceDays: 2, maturity: longer })
  await advanceNotes('2026-06-16')
  expect(await read()).toMatchObject({ grace_days: 10, maturity_days: [60, 30, 20, 15] })
  await expect(owner.query('update notes set grace_days = 2 where id = $1', [id])).rejects.toMatchObject({
    constraint: 'note_terms_are_frozen',
  })
})

test('what is left of a note can’t be renewed below the minimum, which is said while another choice is possible', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const investor = await withFreshProof(portal, people.investor)
  const { id } = await givenNote(portal, people, issuedToMatureIn(40))
  const { rows } = await portal.owner.query<{ due: string; cents: string }>(
    `select max(due_date)::text as due, sum(interest_cents)::text as cents from schedule_lines
     where note_id = $1 and due_date <= current_date`,
    [id],
  )
  const [paid] = rows
  await givenPayment(people, id, { day: issuedToMatureIn(365), amount: BigInt(paid?.cents ?? 0) })
  const part = { amount: 50_000_00n, reference: 'Part' }
  await decideApproval(colleague, await requestPartRepayment(admin, id, part), 'approved')
  for (const choice of [{ choice: 'renew' }, { choice: 'other_term', term: '24' }])
    await expect(electAtMaturity(investor, id, choice)).rejects.toMatchObject({ code: 'ELECTION_SMALL' })
  await electAtMaturity(investor, id, { choice: 'withdraw' })
})

test.for([
  { choice: 'renew', renewed: 12 },
  { choice: 'other_term', new_term_months: 24, renewed: 24 },
] as const)('a matured note is renewed whole: $choice', async ({ renewed, ...chosen }, { portal, people }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const { owner } = portal
  const note = await givenNote(portal, people, '2024-12-16')
  const made_by = people.investor.id
  await elections.insert(owner, { note_id: note.id, holder_id: note.holderId, made_by, ...chosen })
  await decideApproval(colleague, await requestRenewal(admin, note.id), 'approved')
  const { rows } = await owner.query(
    'select state, principal_cents, term_months, issue_date from notes where predecessor_id = $1',
    [note.id],
  )
  expect(rows).toEqual([
    { state: 'current', principal_cents: 20_000_000, term_months: renewed, issue_date: '2025-12-16' },
  ])
  const { rows: notices } = await owner.query(
    "select t.user_id, n.predecessor_id from notices t join notes n on n.id = t.note_id where t.kind = 'note-renewed' and n.predecessor_id = $1",
    [note.id],
  )
  expect(notices).toEqual([{ user_id: people.investor.id, predecessor_id: note.id }])
})

test('a custodian’s wire for its IRA is the holder’s own; anybody else’s needs a finding', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const holder = await givenHolder(admin, investor, {
    legalName: 'Bluebonnet Trust Company FBO Iris Vestor IRA',
    kind: 'sdira',
    custodianName: 'Bluebonnet Trust Company',
    state: 'TX',
  })
  await givenAccreditation(portal, holder.id, investor)
  const { id } = await givenSignedNote(portal, people, { holderId: holder.id })
  const arrived = { day: '2026-06-15', confirmedDay: '2026-06-15' }
  const funds = { ...arrived, amount: 200_000_00n, reference: 'WIRE' }
  await expect(requestFunding(admin, id, { ...funds, originator: 'Vestor Holdings LLC' })).rejects.toMatchObject({
    code: 'NOTE_ORIGINATOR_DIFFERS',
  })
  const personal = { ...funds, originator: 'IRIS VESTOR' }
  await expect(requestFunding(admin, id, personal)).rejects.toMatchObject({ code: 'NOTE_PERSONAL_ACCOUNT' })
  const requested = await requestFunding(admin, id, { ...personal, finding: 'Sent back on June 16.' })
  const listed = (await getApprovals(colleague)).waiting.find(({ id }) => id === requested)
  expect(listed?.lines.join(' ')).toContain('IRIS VESTOR, a personal account, and not from the custodian’s.')
  await decideApproval(colleague, requested, 'rejected')
  await requestFunding(admin, id, { ...funds, originator: 'BLUEBONNET TRUST CO' })
})

test('a chosen renewal waits for the verification that it needs, and one of new cash isn’t it', async ({
  portal,
  people: { investor, colleague },
}) => {
  const query = (text: string, values?: unknown[]) => portal.owner.query(text, values)
  const issueDate = addDays(addMonths(fundDay(), -12), 40)
  const letter = { method: 'letter', validThrough: '2100-12-31' }
  const cash = { ...letter, method: 'high_minimum' }
  const given = async (
    state?: string,
    { method, validThrough } = letter,
    chosen: 'renew' | 'withdraw' | '' = 'renew',
  ) => {
    const holder = await insertHolder(query, [investor, { id: colleague.id, right: 'viewer' }])
    const { id } = await insertNote(query, holder, { issueDate, until: fundDay() })
    if (state)
      await query(
        insertOf('accreditations', {
          ...accreditationRow({ holder_id: holder, started_by: investor.id, amount_cents: 200_000_00n }),
          ...{ method, state, valid_through: validThrough },
          ...(state === 'revoked' && { revoked_at: new Date(), revoked_by: colleague.id }),
        }),
      )
    if (chosen)
      await elections.insert(portal.owner, { note_id: id, holder_id: holder, choice: chosen, made_by: investor.id })
    return id
  }
  const ends = { ...letter, validThrough: addDays(fundDay(), 3) }
  const expected = [
    [await given(undefined, letter, ''), undefined, 'choice'],
    [await given(undefined, letter, 'withdraw'), undefined, undefined],
    [await given(), 'needed', 'verification'],
    [await given('started'), 'started', 'verification'],
    [await given('returned'), 'returned', 'verification'],
    [await given('submitted'), 'in_review', undefined],
    [await given('in_review', cash), 'busy', undefined],
    [await given('approved'), 'verified', undefined],
    [await given('approved', ends), 'needed', 'verification'],
    [await given('approved', cash), 'needed', 'verification'],
    [await given('revoked'), 'blocked', undefined],
  ]
  const holdings = await getHoldings(investor)
  const found = new Map(holdings?.notes.map(({ id, renewal, pendingStep }) => [id, [id, renewal, pendingStep]]))
  expect(expected.map(([id]) => found.get(String(id)))).toEqual(expected)
  // A view-only member has nothing to do.
  const seen = (await getHoldings(colleague))?.notes.filter(({ id }) => found.has(id)) ?? []
  expect(seen.map(({ pendingStep }) => pendingStep)).toEqual(expected.map(() => undefined))
})

test('from midnight on a note is what its dates say, before the hourly job has written it down', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, investor } = people
  const { id, number } = await givenNote(portal, people, '2025-11-21')
  const read = async () => {
    const [story, holdings, { notes }, { found }] = await Promise.all([
      getNoteStory(admin, id),
      getHoldings(investor),
      getMaturities(admin, { today: fundDay(), days: 30 }),
      findForOffice(admin, number),
    ])
    const [own, listed, hit] = [holdings?.notes ?? [], notes, found].map(list => list.find(each => each.id === id))
    return [story.stateToday, ...[own, listed, hit].map(each => each?.state), story.state]
  }
  expect(await read()).toEqual(['current', 'current', 'current', 'current', 'current'])
  givenToday('2026-11-21')
  // The possible steps are those of the stored state.
  expect(await read()).toEqual(['matured', 'matured', 'matured', 'matured', 'current'])
  await advanceNotes()
  expect(await read()).toEqual(['matured', 'matured', 'matured', 'matured', 'matured'])
})
