import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sanctions } from '../../../content/sanctions.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { signByAll } from '../../../server/sample/lives.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import {
  givenAccreditation,
  givenNote,
  givenSignedNote,
  type NotePeople,
  plainTerms,
} from '../../../tests/helpers/notes.ts'
import { transactionAs } from '../../../tests/helpers/query-as.ts'
import { allSent, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { codeOf } from '../../../tests/helpers/tax.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { createNote } from '../../notes/server/drafts.ts'
import { requestFunding } from '../../notes/server/funding.ts'
import { requestPayment } from '../../notes/server/payments.ts'
import { requestPayoff } from '../../notes/server/payoff.ts'
import { getToday } from '../../today/server/today.ts'
import { checkNames } from '../server/check-names.ts'
import { requestHitDecision } from '../server/decide-hit.ts'
import { addSanctionsList } from '../server/lists.ts'
import { getSanctions, getSanctionsHit } from '../server/sanctions-work.ts'
import { csvOf, type FileEntry, xmlOf } from './ofac-files.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })

/** As OFAC writes it. */
const published = (day: Day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
let uploads = 0

/** A list with an entry that makes its bytes its own. */
function listWith(entries: readonly FileEntry[], day = fundDay()): File {
  const own: FileEntry = { uid: `9${++uploads}`, last: `NOWHERE SHIPPING ${uploads}`, type: 'Entity' }
  return new File([xmlOf([...entries, own], published(day))], 'SDN.XML')
}

/** Puts such a list in force, and compares all names with it. */
async function upload(admin: Actor, entries: readonly FileEntry[] = []): Promise<File> {
  const file = listWith(entries)
  await addSanctionsList(admin, { kind: 'sdn', file, anyway: true })
  await checkNames()
  return file
}

const hitsOf = async (admin: Actor, name: string) => (await getSanctions(admin)).hits.filter(hit => hit.name === name)

/** A draft to be sold, a note to be funded, and one to be paid, of a holder of this name. */
async function givenSales(portal: SharedPortal, people: NotePeople, name: string) {
  const { admin, investor } = people
  const { id: holderId } = await givenHolder(admin, investor, { legalName: name })
  await givenAccreditation(portal, holderId, investor)
  await checkNames()
  const paid = await givenNote(portal, people, '2024-01-02', { holderId })
  const signed = await givenSignedNote(portal, people, { holderId })
  const draft = await createNote(admin, { ...plainTerms, offering: 'Promissory Notes', holderId })
  return { holderId, name, paid: paid.id, signed: signed.id, draft: draft.id }
}
type Sales = Awaited<ReturnType<typeof givenSales>>

const pay = (admin: Actor, { paid }: Pick<Sales, 'paid'>, reference: string, day = '2024-02-01') =>
  requestPayment(admin, paid, { day, confirmedDay: day, amount: 1_833_33n, reference })
const fund = (admin: Actor, { signed, name }: Sales, originator = name) => {
  const funds = { day: '2024-01-03', confirmedDay: '2024-01-03', amount: plainTerms.principalCents, reference: 'WIRE' }
  return requestFunding(admin, signed, { ...funds, originator, finding: 'A relative' })
}

/** @returns what everything that sells or pays is refused with */
async function refusalsOf({ admin, investor }: NotePeople, sales: Sales) {
  return {
    sign: await codeOf(signByAll(admin, sales.draft, investor, '2024-01-02')),
    fund: await codeOf(fund(admin, sales)),
    pay: await codeOf(pay(admin, sales, randomUUID())),
    payOff: await codeOf(requestPayoff(admin, sales.paid, { day: '2024-06-03', reference: 'WIRE', reason: 'Agreed' })),
  }
}
const all = (code: string) => ({ sign: code, fund: code, pay: code, payOff: code })

async function decide({ admin, colleague }: NotePeople, hit: string, decision: 'cleared' | 'confirmed') {
  await decideApproval(
    colleague,
    await requestHitDecision(admin, hit, { decision, reason: 'Born in 1985' }),
    'approved',
  )
}

test('nothing is refused before the first list, and everything while one is too old', async ({ portal, people }) => {
  const { admin, colleague } = people
  const sales = await givenSales(portal, people, 'Orla Quentin')
  expect(await getSanctions(admin)).toMatchObject({ lists: [], hits: [], unchecked: 0 })
  await decideApproval(colleague, await pay(admin, sales, 'ACH 1'), 'approved')

  const file = await upload(admin)
  const [list] = (await getSanctions(admin)).lists
  expect(list).toMatchObject({ kind: 'sdn', publishedOn: fundDay(), entries: 1, age: 0, isInForce: true })
  expect(list?.checked).toBeGreaterThan(1)
  const waiting = await pay(admin, sales, 'ACH 2', '2024-03-01')
  const age = (days: number) =>
    portal.owner.query("update sanctions_lists set current_as_of = now() - $1 * interval '1 day'", [days])
  const longest = sanctions.longestAge ?? 0
  await age(longest)
  expect(await codeOf(pay(admin, sales, 'ACH 3', '2024-04-01'))).toBe('done')
  await age(longest + 1)
  expect(await refusalsOf(people, sales)).toEqual(all('SANCTIONS_LIST_OLD'))
  expect(await codeOf(decideApproval(colleague, waiting, 'approved'))).toBe('SANCTIONS_LIST_OLD')
  expect((await getToday(admin)).documents.sanctions).toMatchObject({ hits: 0, age: longest + 1 })

  // Administrators are reminded, once.
  await checkNames()
  await checkNames()
  await allSent(portal)
  const reminders = (person: Actor) =>
    portal.mailbox.allTo(person.email).filter(({ subject }) => subject?.includes('sanctions lists'))
  expect([admin, colleague, people.investor].map(person => reminders(person).length)).toEqual([1, 1, 0])

  // The same file again: it still is the newest.
  expect(await addSanctionsList(admin, { kind: 'sdn', file, anyway: true })).toBe('confirmed')
  expect((await getSanctions(admin)).lists).toMatchObject([{ id: list?.id, age: 0 }])
  await decideApproval(colleague, waiting, 'approved')
})

test('a close name refuses sales and payments until two people clear it, and stays cleared until name or entry changes', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  await upload(admin)
  const sales = await givenSales(portal, people, 'Jon Smyth')
  const waiting = await pay(admin, sales, 'ACH waiting')
  const entry: FileEntry = { uid: '7001', last: 'SMITH', first: 'John', birth: '12 Jan 1960', place: 'Port Nowhere' }
  await upload(admin, [entry])
  const [hit, ...others] = await hitsOf(admin, 'Jon Smyth')
  expect(others).toEqual([])
  expect(hit).toMatchObject({
    state: 'open',
    score: 91,
    matched: 'SMITH, John',
    entry: { uid: '7001', births: ['12 Jan 1960'] },
  })
  const id = hit?.id ?? ''
  expect(await getSanctionsHit(admin, id)).toMatchObject({ holders: [{ id: sales.holderId }], isRequested: false })
  expect((await getToday(admin)).documents.sanctions).toMatchObject({ hits: 1, names: ['Jon Smyth'] })
  expect(await refusalsOf(people, sales)).toEqual(all('SANCTIONS_HIT'))
  expect(await codeOf(decideApproval(colleague, waiting, 'approved'))).toBe('SANCTIONS_HIT')

  // One person alone clears nothing; the second reads the entry.
  expect(await codeOf(requestHitDecision(admin, id, { decision: 'cleared', reason: '' }))).toBe('SANCTIONS_REASON')
  const asked = await requestHitDecision(admin, id, { decision: 'cleared', reason: 'Born in 1985' })
  expect(await codeOf(requestHitDecision(colleague, id, { decision: 'confirmed', reason: 'x' }))).toBe('APPROVAL_OPEN')
  expect(await codeOf(decideApproval(admin, asked, 'approved'))).toBe('APPROVE_OWN')
  const lines = (await getApprovals(colleague)).waiting.find(each => each.id === asked)?.lines.join('\n')
  for (const said of ['SMITH, John', '91 of 100', '12 Jan 1960', 'Port Nowhere', 'Born in 1985'])
    expect(lines).toContain(said)
  await decideApproval(colleague, asked, 'approved')
  expect(await codeOf(requestHitDecision(admin, id, { decision: 'cleared', reason: 'x' }))).toBe('SANCTIONS_DECIDED')
  await decideApproval(colleague, waiting, 'approved')

  // A later list with the same entry: still cleared. With another: asked again, and confirmed.
  await upload(admin, [entry])
  expect(await hitsOf(admin, 'Jon Smyth')).toMatchObject([{ id, state: 'cleared', isListed: true }])
  expect(await codeOf(pay(admin, sales, 'ACH cleared', '2024-03-01'))).toBe('done')
  await upload(admin, [{ ...entry, birth: '3 Mar 1985' }])
  const changed = (await hitsOf(admin, 'Jon Smyth')).find(({ state }) => state === 'open')
  expect(changed).toMatchObject({ entry: { births: ['3 Mar 1985'] } })
  expect(await refusalsOf(people, sales)).toEqual(all('SANCTIONS_HIT'))
  await decide(people, changed?.id ?? '', 'confirmed')
  expect(await refusalsOf(people, sales)).toEqual(all('SANCTIONS_HIT'))
  // Decided otherwise later, also by two.
  await decide(people, changed?.id ?? '', 'cleared')
  expect((await refusalsOf(people, sales)).sign).toBe('done')

  // Delisted: nothing is left to refuse.
  await upload(admin)
  expect((await hitsOf(admin, 'Jon Smyth')).every(({ isListed }) => !isListed)).toBe(true)

  // A member's name counts for each of their holders, and a new name is compared before anything is sold.
  await upload(admin, [{ uid: '7002', last: 'RENAMED', first: 'Ira' }])
  const before = { ...sales, signed: (await givenSignedNote(portal, people, { holderId: sales.holderId })).id }
  await portal.owner.query("update user_profiles set full_name = 'Ira Renamed' where id = $1", [investor.id])
  expect(await codeOf(fund(admin, before))).toBe('SANCTIONS_UNCHECKED')
  await checkNames()
  expect(await codeOf(fund(admin, before))).toBe('SANCTIONS_HIT')
  const [ofMember] = await hitsOf(admin, 'Ira Renamed')
  expect(ofMember).toMatchObject({ source: 'member', userId: investor.id, score: 100 })
  await decide(people, ofMember?.id ?? '', 'cleared')

  // So does the account that funds came from, once they are requested.
  const funded = await fund(admin, before, 'Carl Onnector')
  expect(await codeOf(decideApproval(colleague, funded, 'approved'))).toBe('SANCTIONS_UNCHECKED')
  await upload(admin, [{ uid: '7003', last: 'ONNECTOR', first: 'Carl' }])
  expect(await codeOf(decideApproval(colleague, funded, 'approved'))).toBe('SANCTIONS_HIT')
})

test('administrators are notified of new hits once, without a name', async ({ portal, people }) => {
  const { admin, colleague, investor } = people
  const hitMails = async (person: Actor) => {
    await allSent(portal)
    return portal.mailbox.allTo(person.email).filter(({ subject }) => subject?.includes('sanctions hit'))
  }
  await givenHolder(admin, investor, { legalName: 'Maila Bell' })
  await upload(admin)
  const before = await Promise.all([admin, colleague, investor].map(async person => (await hitMails(person)).length))
  await upload(admin, [{ uid: '7301', last: 'BELL', first: 'Maila' }])
  await checkNames()
  const after = await Promise.all([admin, colleague, investor].map(hitMails))
  expect(after.map((mails, at) => mails.length - (before[at] ?? 0))).toEqual([1, 1, 0])
  expect(`${after[0]?.at(-1)?.subject} ${after[0]?.at(-1)?.text}`).not.toMatch(/Bell/i)
})

test('an authorized person without a full name is listed as not compared, until they have one', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  await upload(admin)
  await givenHolder(admin, investor, { legalName: 'Nameless LLC', kind: 'llc' })
  const rename = (name: string | null) =>
    portal.owner.query('update user_profiles set full_name = $2 where id = $1', [investor.id, name])
  const listed = async () => (await getSanctions(admin)).nameless.find(({ id }) => id === investor.id)
  await rename(null)
  expect(await listed()).toMatchObject({ email: investor.email, holders: expect.arrayContaining(['Nameless LLC']) })
  await rename('Nomi Named')
  expect(await listed()).toBeUndefined()
  await checkNames()
  expect((await getSanctions(admin)).checks.map(({ name }) => name)).toContain('Nomi Named')
})

test('hits and names compared are paged', async ({ portal, people }) => {
  const { admin, investor } = people
  await upload(admin)
  const [list] = (await getSanctions(admin)).lists
  await portal.owner.query(
    `insert into sanctions_checks (list_id, source, user_id, name, hits)
    select $1, 'member', $2, 'Paged ' || n, 0 from generate_series(1, 60) n`,
    [list?.id, investor.id],
  )
  const [first, second] = [await getSanctions(admin), await getSanctions(admin, { checks: 1 })]
  expect(first.checks).toHaveLength(50)
  expect(first.checkCount).toBe(second.lists[0]?.checked)
  const names = new Set([...first.checks, ...second.checks].map(({ id }) => id))
  expect(names.size).toBe(first.checks.length + second.checks.length)
  expect((await getSanctions(admin, { hits: 9 })).hits).toEqual([])
})

test('the database refuses the same without the operations’ checks', async ({ portal, people }) => {
  const { admin, colleague } = people
  await upload(admin)
  const sales = await givenSales(portal, people, 'Dora Tabase')
  const payment = await pay(admin, sales, 'ACH direct')
  const funding = await fund(admin, sales)
  const ira = { legalName: 'Dora Tabase IRA', kind: 'sdira' as const, custodianName: 'Trust Co' }
  const { id: holder } = await givenHolder(admin, people.investor, { ...ira, custodianAccount: '987654321' })
  await upload(admin, [{ uid: '7101', last: 'TABASE', first: 'Dora' }])
  const [hit] = await hitsOf(admin, sales.name)
  const refused = { code: '23514', constraint: 'sanctions_hit' }
  const approve = "update approvals set decision = 'approved' where id = $1"
  const as = (person: Actor, statements: [string, unknown[]][]) =>
    transactionAs(portal, 'app_user', person.id, async client => {
      for (const [statement, values] of statements) await client.query(statement, values)
      await client.query('commit')
    })

  const signed: [string, unknown[]] = [
    'insert into note_signers (note_id, user_id, signed_at) values ($1, $2, now())',
    [sales.draft, people.investor.id],
  ]
  await expect(
    as(admin, [signed, ["update notes set state = 'signed' where id = $1", [sales.draft]]]),
  ).rejects.toMatchObject(refused)
  const entry = `insert into ledger_entries (kind, note_id, holder_id, booked_on, relates_to, idempotency_key, approval_id)
    values ('payment', $1, $2, '2024-02-01', '2024-02-01', 'direct', $3)`
  await expect(
    as(colleague, [
      [approve, [payment]],
      [entry, [sales.paid, sales.holderId, payment]],
    ]),
  ).rejects.toMatchObject(refused)
  const funds = `insert into ledger_entries (id, kind, note_id, holder_id, booked_on, relates_to, idempotency_key, approval_id)
    values ($4, 'funds', $1, $2, '2024-01-03', '2024-01-03', 'direct', $3)`
  const line = `insert into ledger_lines (entry_id, n, account, debit_cents, credit_cents, note_id, holder_id)
    values ($3, 1, 1010, $4, 0, $1, $2), ($3, 2, 2010, 0, $4, $1, $2)`
  const issue = `update notes set state = 'funded', issue_date = '2024-01-03', maturity_date = '2025-01-03', funded_at = now(),
    version = 1 where id = $1`
  const of = [sales.signed, sales.holderId]
  const id = randomUUID()
  await expect(
    as(colleague, [
      [approve, [funding]],
      [funds, [...of, funding, id]],
      [line, [...of, id, String(plainTerms.principalCents)]],
      [issue, [sales.signed]],
    ]),
  ).rejects.toMatchObject(refused)
  const account = await portal.owner.query(
    "select id from approvals where kind = 'holder.identity' and subject_id = $1",
    [holder],
  )
  await expect(
    as(colleague, [
      [approve, [account.rows[0].id]],
      ['select app.put_number_in_force($1)', [holder]],
    ]),
  ).rejects.toMatchObject(refused)
  expect(await codeOf(decideApproval(colleague, account.rows[0].id, 'approved'))).toBe('SANCTIONS_HIT')

  // One person clears no hit; nor does the person who approves something else.
  const clear =
    "update sanctions_hits set state = 'cleared', reason = 'x', approval_id = $2, decided_at = now() where id = $1"
  await expect(as(admin, [[clear, [hit?.id, payment]]])).rejects.toMatchObject({ code: '42501' })
  const asked = await requestHitDecision(admin, hit?.id ?? '', { decision: 'confirmed', reason: 'The same' })
  await expect(
    as(colleague, [
      [approve, [asked]],
      [clear, [hit?.id, asked]],
    ]),
  ).rejects.toMatchObject({ code: '42501' })
  await decideApproval(colleague, asked, 'approved')
  expect(await hitsOf(admin, sales.name)).toMatchObject([{ state: 'confirmed', reason: 'The same' }])
  // What two people decided, and what was compared, stays.
  await expect(portal.owner.query('delete from sanctions_hits')).rejects.toMatchObject({ code: '42501' })
})

test('an unusual list asks again, and a wrong one is refused', async ({ portal, people: { admin, investor } }) => {
  const entries = Array.from(
    { length: 20 },
    (_, n): FileEntry => ({ uid: `8${n}0`, last: `LISTED ${n} COMPANY`, type: 'Entity' }),
  )
  await upload(admin, entries)
  const add = (file: File, more: object = {}) => codeOf(addSanctionsList(admin, { kind: 'sdn', file, ...more }))
  const doubt = async (file: File, more: object = {}) => {
    const error = await addSanctionsList(admin, { kind: 'sdn', file, ...more }).catch(error => error)
    expect(error.code).toBe('SANCTIONS_DOUBT')
    return String(error.message)
  }
  expect(await codeOf(addSanctionsList(investor, { kind: 'sdn', file: listWith(entries) }))).toBe('FORBIDDEN')
  expect(await doubt(listWith(entries.slice(0, 17)))).toContain('18 entries, and the one before had 21')
  const yesterday = addDays(fundDay(), -1)
  expect(await doubt(listWith(entries, yesterday))).toContain('before the one in force')
  expect(await doubt(listWith(entries, addDays(fundDay(), -sanctions.oldestPublished - 1)))).toContain('more often')
  expect(await doubt(listWith(entries), { kind: 'consolidated' })).toContain('on the other list')
  expect(await add(listWith(entries, addDays(fundDay(), 1)), { anyway: true })).toBe('SANCTIONS_DAY')
  const { list, aliases } = csvOf(entries.map((entry, n) => ({ ...entry, aliases: [{ last: `ALIAS ${n} OF IT` }] })))
  const csv = { aliases: new File([aliases], 'ALT.CSV') }
  expect(await add(new File([list], 'SDN.CSV'))).toBe('SANCTIONS_ALIASES')
  expect(await add(new File([list], 'SDN.CSV'), csv)).toBe('SANCTIONS_DAY')
  expect(await add(new File(['<!doctype html><p>Sign in</p>'], 'SDN.CSV'), csv)).toBe('SANCTIONS_FILE')
  expect(await add(new File([], 'SDN.XML'))).toBe('SANCTIONS_FILE')

  // Confirmed, it is in force; the one before stays in the record without its entries, and doesn't come back.
  const fewer = listWith(entries.slice(0, 17))
  expect(await add(fewer, { anyway: true })).toBe('done')
  expect(await add(new File([list], 'SDN.CSV'), { ...csv, publishedOn: fundDay() })).toBe('done')
  expect(await add(fewer, { anyway: true })).toBe('SANCTIONS_REPLACED')
  await checkNames()
  const { lists } = await getSanctions(admin)
  expect(lists.filter(each => each.isInForce)).toMatchObject([
    { kind: 'sdn', filename: 'SDN.CSV', entries: 20, aliases: 20 },
  ])
  const { rows } = await portal.owner.query(
    'select distinct l.filename from sanctions_entries e join sanctions_lists l on l.id = e.list_id',
  )
  expect(rows).toEqual([{ filename: 'SDN.CSV' }])
})
