import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { addBankList, getBankWork } from '../../app/bank/server/bank-lines.ts'
import { verifyLedger } from '../../app/ledger/server/verify-ledger.ts'
import { people } from '../../server/demo/people.ts'
import { fillRegister } from '../../server/demo/register.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { bankFile } from '../helpers/bank-file.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { slowOf } from '../helpers/lane.ts'
import { type TestPortal, testPortal } from '../helpers/portal.ts'

// These tests use their own portals, which are empty or hold only certain people.

const slow = slowOf(test)

/** As the demo has one of its own for numbers. */
const vault = { VAULT_KEY: Buffer.alloc(32, 7).toString('base64') }

test('the demo fills an empty portal once, with people whose documents can be opened', async () => {
  await using portal = await testPortal(vault)
  await portal.owner.query('delete from user_profiles; delete from auth.users')
  await Promise.all([seedDemo(portal.ownerUrl), seedDemo(portal.ownerUrl)])
  const { rows } = await portal.owner.query(
    `select id, category, file_path, file_size::int, view_count, delete_request_status from documents`,
  )
  const ofPeople = rows.filter(({ category }) => category === 'Investment Documents')
  expect(ofPeople).toHaveLength(people.flatMap(person => person.documents).length)
  expect(rows.filter(row => row.delete_request_status === 'pending')).toHaveLength(1)
  const counted = await portal.owner.query('select count(*)::int as views from document_views')
  expect(counted.rows[0].views).toBe(rows.reduce((sum, row) => sum + row.view_count, 0))

  const cookie = await portal.signIn('admin@larkstone.example')
  for (const { id, file_path, file_size } of rows) {
    if (!file_path) continue
    const answer = await portal.fetch(`/files/${id}`, { cookie })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(file_size)
  }
  await expectWholeRegister(portal)
  await expectPayday(portal, cookie)
})

slow(
  'a register whose filling is interrupted at any step is completed by later starts, and then left alone',
  async () => {
    await using portal = await testPortal(vault)
    const { owner, admin, investor } = portal
    for (const { email, full_name, is_admin, documents } of people) {
      const person = await portal.newPerson(email, { fullName: full_name ?? email, isAdmin: is_admin })
      const note = documents.find(({ name }) => name.startsWith('Promissory note'))
      if (note) await givenDocument(portal, person, { filename: note.name })
    }
    const notice = await addNotice(owner, investor.id, admin.id)
    let steps = 1
    while (await isInterrupted(owner, steps)) steps++
    expect(steps).toBeGreaterThan(40)
    expect(await unsent(owner)).toEqual([notice])
    await owner.query('delete from notices where id = $1', [notice])
    await expectWholeRegister(portal)

    const later = await addNotice(owner, investor.id, admin.id)
    await fillRegister(owner)
    expect(await actsOf(owner)).toEqual(acts)
    expect(await unsent(owner)).toEqual([later])
  },
)

/** Fills the register until that many statements of the owner were run. @returns whether something was left to do */
async function isInterrupted(owner: pg.Client, steps: number): Promise<boolean> {
  let left = steps
  const interrupted: pg.Client = Object.create(owner, {
    query: {
      value: (...parameters: [string, unknown[]]) =>
        left-- > 0 ? owner.query(...parameters) : Promise.reject(new Error('interrupted')),
    },
  })
  try {
    await fillRegister(interrupted)
    return false
  } catch (error) {
    expect((error as Error).message).toBe('interrupted')
    return true
  }
}

/** An earlier or later event that another person is yet to be notified of. */
async function addNotice(owner: pg.Client, to: string, by: string): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `insert into notices (id, user_id, kind, document_id, filename, actor_id)
    values ($1, $2, 'document-added', $3, 'Letter.pdf', $4)`,
    [id, to, randomUUID(), by],
  )
  return id
}

async function unsent(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query('select id from notices where taken_at is null')
  return rows.map(({ id }) => id)
}

/** The log's actions of a whole register, each once. */
const acts = {
  'accreditation.approved': 2,
  'accreditation.evidence_added': 1,
  'accreditation.relied_on': 2,
  'accreditation.reviewed': 5,
  'accreditation.signed': 3,
  'accreditation.started': 3,
  'accreditation.submitted': 3,
  'approval.approved': 14,
  'approval.asked': 16,
  'covered_person.added': 3,
  'covered_person.answered': 3,
  'delegate.accepted': 1,
  'delegate.invited': 1,
  'document.viewed': 4,
  'esign.consent_asked': 5,
  'esign.consent_given': 5,
  'holder.created': 4,
  'holder.document_filed': 1,
  'note.created': 1,
  'note.funded': 1,
  'note.paper_filed': 1,
  'note.renewed': 1,
  'note.signature_recorded': 1,
  'note.signed': 1,
  'offering.disclosed': 1,
  'offering.drafted': 1,
  'offering.opened': 1,
  'papers.uploaded': 1,
  'payment.recorded': 2,
  'payment.reversed': 1,
  'register.imported': 1,
  'sanctions.hit_cleared': 2,
  'sanctions.list_added': 1,
  'subscription.held': 1,
  'subscription.quoted': 1,
  'subscription.started': 1,
  'tax.consent_asked': 1,
  'tax.consent_given': 1,
  'tax.form_sent': 1,
  'tax.matching_read': 1,
  'tax.number_matched': 1,
  'tax.profile_entered': 1,
  'tax.run_begun': 1,
  'tax.run_furnished': 1,
  'tax.run_reviewed': 1,
  'vault.kept': 2,
  'wire.approved': 1,
}

/** @returns the number of each action, except the release of statements: the number of runs depends on the day */
async function actsOf(owner: pg.Client): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `select action, count(*)::int as times from audit_log
    where split_part(action, '.', 1) not in ('session', 'sign_in', 'file', 'statements', 'seal')
      and details ->> 'kind' is distinct from 'statements.release' group by 1`,
  )
  return Object.fromEntries(rows.map(({ action, times }) => [action, times]))
}

async function expectWholeRegister({ owner }: TestPortal): Promise<void> {
  const one = async (query: string) => (await owner.query(query)).rows
  const count = async (from: string) => (await one(`select count(*)::int as n from ${from}`))[0].n
  expect(await one('select kind from holders order by number')).toEqual(
    ['individual', 'joint_jtwros', 'llc', 'sdira', 'llc', 'llc', 'llc', 'llc'].map(kind => ({ kind })),
  )
  expect(await one('select state, count(*)::int from notes group by 1 order by 1')).toEqual([
    { state: 'current', count: 44 },
    { state: 'paid', count: 1 },
    { state: 'renewed', count: 1 },
  ])
  expect((await verifyLedger(owner)).findings).toEqual([])
  expect(await one('select sum(debit_cents) = sum(credit_cents) as balanced from ledger_lines')).toEqual([
    { balanced: true },
  ])
  expect(await count("ledger_entries where kind = 'reversal'")).toBe(1)
  // One was late by days, all others were on time.
  const paid = `ledger_entries e join schedule_lines s on s.note_id = e.note_id and s.version = e.schedule_version
    and s.n = e.line_n where e.kind = 'payment'`
  expect(await count(`${paid} and e.relates_to > s.pay_date`)).toBe(1)
  expect(await count("statement_runs where state <> 'released'")).toBe(0)
  expect(await count('statements')).toBeGreaterThan(8)
  expect(await one('select state, count(*)::int from accreditations group by 1 order by 1')).toEqual([
    { state: 'approved', count: 2 },
    { state: 'in_review', count: 1 },
  ])
  expect(await count("accreditations where valid_through < now() + interval '21 days'")).toBe(1)
  expect(await one('select kind from approvals where decision is null order by 1')).toEqual([
    { kind: 'accreditation.approve' },
    { kind: 'payment.record' },
  ])
  expect(
    await one('select o.state, s.state as begun from offerings o join subscriptions s on s.offering_id = o.id'),
  ).toEqual([{ state: 'open', begun: 'accreditation' }])
  expect(await one('select state, count(*)::int from sanctions_hits group by 1 order by 1')).toEqual([
    { state: 'cleared', count: 2 },
    { state: 'open', count: 3 },
  ])
  expect(await count('notices where taken_at is null')).toBe(0)
  expect(await actsOf(owner)).toEqual(acts)
}

/** The administrator adds the bank's list from their documents: each of its forty payments is matched with its note. */
async function expectPayday(portal: TestPortal, cookie: string): Promise<void> {
  const { rows } = await portal.owner.query(
    `select d.id as document, d.filename, p.id, p.email from documents d join user_profiles p on p.id = d.user_id
    where d.file_type = 'csv' and d.category = 'Notices'`,
  )
  const { document, filename, id, email } = rows[0]
  const content = await (await portal.fetch(`/files/${document}`, { cookie })).text()
  const desk = { id, email, fullName: null, organization: null, isAdmin: true }
  const list = await addBankList(desk, bankFile(filename, content))
  const { open } = await getBankWork(desk, list)
  expect(open.filter(({ isNamed }) => isNamed)).toHaveLength(40)
  expect(open.filter(({ isNamed }) => !isNamed).map(({ reference }) => reference)).toEqual(['FEE 88', 'INT 11'])
}

test('the demo does not touch a portal that has users', async () => {
  await using portal = await testPortal()
  await seedDemo(portal.ownerUrl)
  const { rows } = await portal.owner.query('select count(*)::int as people from user_profiles')
  expect(rows[0].people).toBe(3)
})
