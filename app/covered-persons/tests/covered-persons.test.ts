import { expect } from 'vitest'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { enterCoveredPerson, nothingToDisclose } from '../../../server/sample/covered-persons.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenAccreditedHolder, plainTerms, withFreshProof } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { createNote } from '../../notes/server/drafts.ts'
import { requestFunding } from '../../notes/server/funding.ts'
import { recordSignature, signNote } from '../../notes/server/sign-note.ts'
import { getToday } from '../../today/server/today.ts'
import { coveredTable } from '../office/table.tsx'
import {
  addCoveredPerson,
  endCoveredPerson,
  recordConfirmation,
  recordQuestionnaire,
} from '../server/change-register.ts'
import { remindCoveredPersons } from '../server/covered-mail.ts'
import { requestFinding } from '../server/decide-questionnaire.ts'
import { answerQuestionnaire, confirmQuestionnaire, getOwnCovered } from '../server/own-questionnaires.ts'
import { exportCoveredPersons, getCoveredPerson, getCoveredPersons } from '../server/register.ts'

const today = fundDay()
const { version } = settings
const notCurrent = { code: 'COVERED_NOT_CURRENT' }
const yesToOne = { ...nothingToDisclose, v: 'yes', details: 'A cease-and-desist order of 2012.' } as const

/** A register that is current: the issuer and one officer, for both of whom the administrator signs. */
async function givenRegister(portal: SharedPortal, admin: Actor): Promise<{ issuer: string; officer: string }> {
  // Earlier tests' people are no longer covered.
  await portal.owner.query(`update covered_persons set ended_on = greatest(since, app.fund_day()), end_reason = 'another test',
    ended_by = added_by, ended_at = now() where ended_on is null`)
  const issuer = await enterCoveredPerson(portal.owner, admin, 'Larkstone Lending', 'issuer', admin, today)
  return {
    issuer,
    officer: await enterCoveredPerson(portal.owner, admin, 'Ada Ministrator', 'executive_officer', admin, today),
  }
}

/** Someone without an account. */
const outside = (admin: Actor, name: string) =>
  addCoveredPerson(admin, { name, capacity: 'promoter', since: today, email: '' })

const newestOf = async (admin: Actor, person: string) => (await getCoveredPerson(admin, person)).signed[0]
const stateOf = async (admin: Actor, person: string) => (await getCoveredPerson(admin, person)).person.state
const insertSigned = ({ owner }: SharedPortal, person: string, signedOn: string, by: Actor, questions = version) =>
  owner.query(
    `insert into covered_questionnaires (person_id, version, text, signed_on, typed_name, due_on, recorded_by)
    values ($1, $2, 'x', $3, 'x', $4, $5)`,
    [person, questions, signedOn, addMonths(signedOn, settings.bringDownMonths), by.id],
  )

test('an empty register binds no sale; from the first entry, a sale waits until it is current', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const draft = async () => {
    const note = await createNote(admin, { ...plainTerms, holderId: await givenAccreditedHolder(portal, people) })
    await recordSignature(admin, note.id, { userId: investor.id, signedOn: today })
    return note.id
  }
  await signNote(admin, await draft())
  expect((await getCoveredPersons(admin)).problems).toHaveLength(2)

  const note = await draft()
  const issuer = await addCoveredPerson(admin, {
    name: 'Larkstone',
    capacity: 'issuer',
    since: today,
    email: admin.email,
  })
  await expect(signNote(admin, note)).rejects.toMatchObject(notCurrent)
  const byItself = queryAs(portal, admin.id, "update notes set state = 'signed' where id = $1", [note])
  await expect(byItself).rejects.toMatchObject({ code: '42501' })
  await expect(answerQuestionnaire(admin, issuer, nothingToDisclose)).rejects.toMatchObject({
    code: 'ESIGN_CONSENT_NEEDED',
  })
  await consentToEsign(portal.owner, admin)
  await answerQuestionnaire(admin, issuer, nothingToDisclose)
  expect((await getCoveredPersons(admin)).problems).toEqual([expect.stringContaining('No director')])
  await expect(signNote(admin, note)).rejects.toMatchObject(notCurrent)
  await enterCoveredPerson(portal.owner, admin, 'Ada Ministrator', 'director', admin, today)
  expect((await getCoveredPersons(admin)).problems).toEqual([])
  await signNote(admin, note)

  const wire = {
    day: today,
    confirmedDay: today,
    amount: plainTerms.principalCents,
    reference: 'W',
    originator: 'Iris Vestor',
  }
  const funding = await requestFunding(admin, note, wire)
  // What was sold before is funded, also if someone joins the register meanwhile.
  await outside(admin, 'Late Promoter')
  await decideApproval(colleague, funding, 'approved')
})

test('a questionnaire holds for a year, and a bring-down for another', async ({ portal, admin, investor }) => {
  const { issuer } = await givenRegister(portal, admin)
  const person = await fresh(portal, investor)
  const id = await addCoveredPerson(admin, { name: 'Iris', capacity: 'owner', since: today, email: investor.email })
  const sign = { version, typedName: 'Iris Vestor' }
  await expect(confirmQuestionnaire(person, id, sign)).rejects.toMatchObject({ code: 'COVERED_NOTHING_BEFORE' })
  // Other questions confirm nothing.
  await insertSigned(portal, id, addMonths(today, -14), admin, 'older')
  await expect(confirmQuestionnaire(person, id, sign)).rejects.toMatchObject({ code: 'COVERED_NOTHING_BEFORE' })
  const signedOn = addMonths(today, -settings.bringDownMonths)
  await insertSigned(portal, id, signedOn, admin)
  expect((await getCoveredPerson(admin, id)).person).toMatchObject({ state: 'due', dueOn: today, signedOn })
  await insertSigned(portal, id, addDays(signedOn, 1), admin)
  expect((await getCoveredPerson(admin, id)).person).toMatchObject({ state: 'current', dueOn: addDays(today, 1) })
  expect(await getOwnCovered(person)).toMatchObject([{ id, state: 'current', confirms: addDays(signedOn, 1) }])
  await confirmQuestionnaire(person, id, sign)
  expect(await newestOf(admin, id)).toMatchObject({
    isBringDown: true,
    text: expect.stringContaining('Nothing has changed'),
  })
  expect((await getCoveredPerson(admin, id)).person.dueOn).toBe(addMonths(today, settings.bringDownMonths))
  expect((await getOwnCovered(person)).some(({ id: each }) => each === issuer)).toBe(false)
})

test('a positive answer stops sales until two administrators have decided on it', async ({
  portal,
  admin,
  colleague,
  approver,
  investor,
}) => {
  await givenRegister(portal, admin)
  const id = await addCoveredPerson(admin, { name: 'Iris', capacity: 'manager', since: today, email: investor.email })
  await answerQuestionnaire(await fresh(portal, investor), id, yesToOne)
  expect(await stateOf(admin, id)).toBe('to_decide')
  // A later answer doesn't undo it.
  await answerQuestionnaire(await fresh(portal, investor), id, nothingToDisclose)
  expect(await stateOf(admin, id)).toBe('to_decide')
  const signed = (await getCoveredPerson(admin, id)).signed.find(({ events }) => events.length > 0)?.id ?? ''
  const alone = `update covered_questionnaires set finding = 'before', finding_reason = 'x' where id = $1`
  await expect(queryAs(portal, admin.id, alone, [signed])).rejects.toMatchObject({ code: '42501' })

  const disqualified = await requestFinding(admin, signed, { finding: 'disqualified', reason: 'Within five years' })
  await expect(decideApproval(admin, disqualified, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await expect(decideApproval(await fresh(portal, approver), disqualified, 'approved')).rejects.toMatchObject({
    code: 'ADMINISTRATOR_DECIDES',
  })
  await decideApproval(colleague, disqualified, 'approved')
  expect(await stateOf(admin, id)).toBe('disqualified')
  expect((await getCoveredPersons(admin)).problems).toEqual([expect.stringContaining('is disqualified')])

  const waived = await requestFinding(admin, signed, { finding: 'waiver', reason: 'The SEC’s letter of today' })
  await decideApproval(colleague, waived, 'approved')
  expect(await stateOf(admin, id)).toBe('current')
  const again = requestFinding(admin, signed, { finding: 'before', reason: 'x' })
  await expect(again).rejects.toMatchObject({ code: 'COVERED_DECIDED' })
})

test('an administrator doesn’t decide on their own answer', async ({ portal, admin, colleague }) => {
  await givenRegister(portal, admin)
  const id = await addCoveredPerson(admin, { name: 'Ada', capacity: 'director', since: today, email: admin.email })
  await answerQuestionnaire(admin, id, yesToOne)
  const signed = (await newestOf(admin, id))?.id ?? ''
  const given = { finding: 'no_event', reason: 'x' } as const
  await expect(requestFinding(admin, signed, given)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const requested = await requestFinding(colleague, signed, given)
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_CONCERNED' })
})

test('for someone outside, an administrator files what was signed, which is retained', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  await givenRegister(portal, admin)
  const id = await outside(admin, 'Olga Outside')
  const { id: document } = await givenDocument(portal, admin)
  await portal.owner.query("update documents set file_type = 'pdf' where id = $1", [document])
  const filed = { document, signedOn: addDays(today, -3), typedName: 'Olga Outside', version }
  const answers = { ...nothingToDisclose, ...filed }
  await expect(recordQuestionnaire(colleague, id, answers)).rejects.toMatchObject({ code: 'COVERED_FILE' })
  const ahead = { ...answers, signedOn: addDays(today, 1) }
  await expect(recordQuestionnaire(admin, id, ahead)).rejects.toMatchObject({ code: 'COVERED_DAY_AHEAD' })
  await recordQuestionnaire(admin, id, answers)
  await recordConfirmation(admin, id, { ...filed, signedOn: today })
  const { rows } = await portal.owner.query('select unreleased, retain_until::text from documents where id = $1', [
    document,
  ])
  expect(rows).toEqual([{ unreleased: true, retain_until: addMonths(today, 12 * settings.keepYears) }])
  expect(await stateOf(admin, id)).toBe('current')
  const own = await addCoveredPerson(admin, { name: 'Iris', capacity: 'owner', since: today, email: investor.email })
  await expect(recordQuestionnaire(admin, own, answers)).rejects.toMatchObject({ code: 'COVERED_OWN' })
  const without = queryAs(
    portal,
    admin.id,
    `insert into covered_questionnaires (person_id, version, text, signed_on, typed_name, due_on, recorded_by)
    values ($1, 'x', 'x', app.fund_day(), 'x', app.fund_day() + 1, $2)`,
    [id, admin.id],
  )
  await expect(without).rejects.toMatchObject({ code: '42501' })
})

test('each act of the office and each signature takes fresh proof', async ({ portal, admin, investor }) => {
  const { issuer } = await givenRegister(portal, admin)
  const stale = { ...admin, sessionId: undefined } as unknown as Actor
  const needed = { code: 'PROOF_NEEDED' }
  await expect(outside(stale, 'Someone')).rejects.toMatchObject(needed)
  await expect(endCoveredPerson(stale, issuer, { endedOn: today, reason: 'x' })).rejects.toMatchObject(needed)
  await expect(answerQuestionnaire(stale, issuer, nothingToDisclose)).rejects.toMatchObject(needed)
  const other = await fresh(portal, investor)
  await expect(answerQuestionnaire(other, issuer, nothingToDisclose)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what can’t be right is refused in words', async ({ portal, admin }) => {
  const { issuer } = await givenRegister(portal, admin)
  const add = (given: object) =>
    addCoveredPerson(admin, { name: 'Olga', capacity: 'promoter', since: today, email: '', ...given })
  await expect(add({ since: addDays(today, 1) })).rejects.toMatchObject({ code: 'COVERED_DAY_AHEAD' })
  await expect(add({ email: 'no.one@nowhere.example' })).rejects.toMatchObject({ code: 'COVERED_ACCOUNT' })
  await expect(add({ capacity: 'king' })).rejects.toMatchObject({ code: 'COVERED_CAPACITY' })
  await expect(add({ name: 'LARKSTONE LENDING', capacity: 'issuer' })).rejects.toMatchObject({ code: 'COVERED_TWICE' })
  const answer = (given: object) => answerQuestionnaire(admin, issuer, { ...nothingToDisclose, ...given })
  await expect(answer({ i: '' })).rejects.toMatchObject({ code: 'COVERED_ANSWER' })
  await expect(answer({ i: 'yes' })).rejects.toMatchObject({ code: 'COVERED_DETAILS' })
  await expect(answer({ details: 'None' })).rejects.toMatchObject({ code: 'COVERED_NO_DETAILS' })
  await expect(answer({ version: 'older' })).rejects.toMatchObject({ code: 'COVERED_CHANGED' })
  await expect(answer({ typedName: ' ' })).rejects.toMatchObject({ code: 'COVERED_SIGNATURE' })
  const end = (endedOn: string) => endCoveredPerson(admin, issuer, { endedOn, reason: 'Left' })
  await expect(end(addDays(today, 1))).rejects.toMatchObject({ code: 'COVERED_DAY_AHEAD' })
  await expect(end(addDays(today, -1))).rejects.toMatchObject({ code: 'COVERED_END_EARLY' })
  await end(today)
  await expect(end(today)).rejects.toMatchObject({ code: 'COVERED_ENDED' })
  await expect(answer({})).rejects.toMatchObject({ code: 'COVERED_ENDED' })
})

test('what was signed stays, and its hash is the database’s', async ({ portal, admin }) => {
  const { issuer } = await givenRegister(portal, admin)
  const signed = await newestOf(admin, issuer)
  const { rows } = await portal.owner.query("select encode(sha256(convert_to($1, 'UTF8')), 'hex') as hash", [
    signed?.text,
  ])
  expect(signed?.sha256).toBe(rows[0].hash)
  const change = portal.owner.query("update covered_questionnaires set text = 'y' where id = $1", [signed?.id])
  await expect(change).rejects.toMatchObject({ code: '42501' })
  await expect(portal.owner.query('delete from covered_questionnaires')).rejects.toMatchObject({ code: '42501' })
})

test('reminders go out once before and once when due, to the person or the office, without a name', async ({
  portal,
  admin,
  investor,
}) => {
  const { owner, mailbox } = portal
  await givenRegister(portal, admin)
  const id = await addCoveredPerson(admin, {
    name: 'Iris Named',
    capacity: 'owner',
    since: today,
    email: investor.email,
  })
  await insertSigned(portal, id, addDays(addMonths(today, -12), 20), admin)
  await outside(admin, 'Olga Outside')
  for (const _ of [1, 2]) await remindCoveredPersons(today)
  await allSent(portal)
  const subjectsTo = (to = '') =>
    mailbox
      .allTo(to)
      .map(({ subject = '' }) => subject)
      .toSorted()
  expect(subjectsTo(investor.email)).toEqual(['A questionnaire to confirm soon', 'A questionnaire to sign'])
  await remindCoveredPersons(addDays(today, 30))
  await allSent(portal)
  expect(subjectsTo(investor.email).filter(subject => subject === 'A questionnaire is due')).toHaveLength(1)
  const { rows } = await owner.query('select kind from covered_reminders where person_id = $1 order by kind desc', [id])
  expect(rows).toEqual([{ kind: 'soon' }, { kind: 'due' }])
  expect(JSON.stringify(mailbox.messages)).not.toMatch(/Iris Named|Olga Outside/)
})

test('Today and the list show who isn’t current, and the export is the register', async ({ portal, admin }) => {
  await givenRegister(portal, admin)
  await outside(admin, '=cmd|"Olga"')
  expect((await getToday(admin)).money.covered).toEqual({ late: 1, soon: 0 })
  const { people, problems } = await getCoveredPersons(admin)
  expect(people[0]).toMatchObject({ name: '=cmd|"Olga"', state: 'due', signedOn: null })
  expect(problems).toEqual([expect.stringContaining('has no questionnaire that is current')])
  const [heading, first] = await linesOf(coveredTable.csv, await exportCoveredPersons(admin))
  expect(heading).toContain('"Capacity (17 CFR 230.506(d)(1))","State","Signed on","Due on","Version","SHA-256"')
  expect(first).toContain(`"'=cmd|""Olga""","","Promoter","Due since `)
})

test('the register is listed by pages, entries that need something first', async ({ portal, admin }) => {
  await givenRegister(portal, admin)
  await portal.owner.query(
    `insert into covered_persons (name, capacity, since, added_by)
    select 'Paged ' || n, 'promoter', app.fund_day(), $1 from generate_series(1, 60) n`,
    [admin.id],
  )
  const [first, second] = [await getCoveredPersons(admin), await getCoveredPersons(admin, 1)]
  expect(first).toMatchObject({ covered: 62, total: second.total })
  expect(first.people).toHaveLength(50)
  expect(first.people.every(({ state }) => state === 'due')).toBe(true)
  expect(new Set([...first.people, ...second.people].map(({ id }) => id)).size).toBe(50 + second.people.length)
})

/** A person with fresh proof, who has agreed to sign in the portal. */
async function fresh(portal: SharedPortal, person: Actor): Promise<Actor> {
  await consentToEsign(portal.owner, person)
  return withFreshProof(portal, person)
}
