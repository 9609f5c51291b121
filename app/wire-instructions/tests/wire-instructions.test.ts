import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { derivedSecret } from '../../../server/platform/seal.ts'
import { givenSignedNote, type NotePeople } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { newSession } from '../../../tests/helpers/sessions.ts'
import { allSent, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getPendingForPerson } from '../../document-requests/server/pending-for-person.ts'
import { requestFunding } from '../../notes/server/funding.ts'
import { getOwnWire, showWire } from '../server/own-wire.ts'
import { closeWireOpening, openWireForNote, recordReadBack, showWireWords } from '../server/wire-openings.ts'
import { getWireInstructions, requestWire, stopWire } from '../server/wire-versions.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })

const typed = {
  ...{ bankName: 'First Bank of Dallas', bankAddress: '1 Main Street\nDallas, TX', routingNumber: '111000025' },
  ...{ accountName: fund.name, accountNumber: '9876-5432 10', furtherCredit: '' },
}

/** Ends every wait, and every request of earlier tests. */
async function settle({ owner }: SharedPortal, by: Actor): Promise<void> {
  await owner.query(
    `update approvals set decision = 'withdrawn', decided_by = asked_by where kind = 'wire.change' and decision is null`,
  )
  await owner.query(
    `update wire_instructions set stopped_by = $1, stopped_at = now(), stop_reason = 'x'
    where stopped_at is null and approved_at > now() - app.wire_wait()`,
    [by.id],
  )
}

/** The same person, as a member who has just signed in. */
async function signedIn<Person extends Actor>(portal: SharedPortal, person: Person): Promise<Person> {
  const { id: sessionId } = await newSession(portal.owner, derivedSecret('sessions'), person.id)
  return { ...person, sessionId, isMember: true }
}

/** As if a version had been approved some time earlier. */
async function age({ owner }: SharedPortal, id: string, by: string): Promise<void> {
  await owner.query('alter table wire_instructions disable trigger user')
  await owner.query('update wire_instructions set approved_at = approved_at - $2::interval where id = $1', [id, by])
  await owner.query('alter table wire_instructions enable trigger user')
  await owner.query('alter table wire_instructions enable always trigger guard')
}

async function givenVersion(portal: SharedPortal, { admin, colleague }: NotePeople, change = {}): Promise<string> {
  await settle(portal, admin)
  await decideApproval(colleague, await requestWire(admin, { ...typed, ...change }), 'approved')
  const waiting = (await getWireInstructions(admin)).versions.find(({ state }) => state === 'waiting')
  return waiting?.id ?? ''
}

async function givenOpening(portal: SharedPortal, people: NotePeople) {
  await age(portal, await givenVersion(portal, people), '3 days')
  const note = await givenSignedNote(portal, people)
  await openWireForNote(people.admin, note.id)
  const { openings } = await getWireInstructions(people.admin)
  const opening = openings.find(({ noteId }) => noteId === note.id)?.id ?? ''
  return { note, opening, member: await signedIn(portal, people.investor) }
}

test('a version takes two administrators and three days, and the one before stays in force until then', async ({
  portal,
  people,
  admin,
  colleague,
  approver,
}) => {
  const first = await givenVersion(portal, people)
  await age(portal, first, '3 days')
  const stateOf = async (id: string) =>
    (await getWireInstructions(admin)).versions.find(version => version.id === id)?.state
  expect(await stateOf(first)).toBe('in force')

  const before = portal.mailbox.count(colleague.email)
  const request = await requestWire(admin, { ...typed, bankName: 'Second Bank' })
  await expect(requestWire(colleague, typed)).rejects.toMatchObject({ code: 'WIRE_PENDING' })
  await expect(decideApproval(admin, request, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await expect(decideApproval(approver, request, 'approved')).rejects.toMatchObject({ code: 'ADMINISTRATOR_DECIDES' })
  await decideApproval(colleague, request, 'approved')
  const second = (await getWireInstructions(admin)).versions.find(({ state }) => state === 'waiting')?.id ?? ''
  await expect(requestWire(admin, typed)).rejects.toMatchObject({ code: 'WIRE_PENDING' })
  // Both e-mails go to every administrator, the requester and the approver too.
  await allSent(portal)
  for (const { email } of [admin, colleague]) {
    const subjects = portal.mailbox.allTo(email).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'New wire instructions need another administrator',
        'New wire instructions were approved',
      ]),
    )
  }
  expect(portal.mailbox.count(colleague.email)).toBeGreaterThan(before)

  await age(portal, second, '2 days 23 hours 59 minutes')
  expect([await stateOf(first), await stateOf(second)]).toEqual(['in force', 'waiting'])
  await age(portal, second, '1 minute')
  expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'in force'])
  await expect(stopWire(admin, second, { reason: 'Late' })).rejects.toMatchObject({ code: 'WIRE_IN_FORCE' })
})

test('any administrator stops a pending version; one administrator alone neither changes nor adds one', async ({
  portal,
  people,
  admin,
  colleague,
}) => {
  const version = await givenVersion(portal, people)
  const run = (statement: string) => queryAs(portal, admin.id, statement, [version])
  for (const change of ["routing_number = '021000021'", "approved_at = now() - interval '4 days'"])
    await expect(run(`update wire_instructions set ${change} where id = $1`), change).rejects.toMatchObject({
      code: '42501',
    })
  await expect(
    run(`insert into wire_instructions (id, bank_name, bank_address, routing_number, account_name, number_id, account_last4,
      approval_id) select gen_random_uuid(), bank_name, bank_address, routing_number, account_name, number_id, account_last4,
      approval_id from wire_instructions where id = $1`),
  ).rejects.toMatchObject({ code: '42501' })
  await stopWire(colleague, version, { reason: 'The bank doesn’t know them.' })
  const { versions } = await getWireInstructions(admin)
  expect(versions.find(({ id }) => id === version)).toMatchObject({ state: 'stopped', stoppedBy: colleague.email })
  await age(portal, version, '10 days')
  expect((await portal.owner.query('select app.wire_in_force() as id')).rows[0].id).not.toBe(version)
})

test('a rejected request leaves no number in the vault, and no approval has one', async ({
  portal,
  admin,
  colleague,
}) => {
  await settle(portal, admin)
  const kept = async () =>
    (await portal.owner.query("select count(*)::int as kept from vault_numbers where kind = 'wire_account'")).rows[0]
      .kept
  const before = await kept()
  const request = await requestWire(admin, typed)
  const { rows } = await portal.owner.query('select content::text || summary as text from approvals where id = $1', [
    request,
  ])
  expect(rows[0].text).not.toMatch(/9876|543210/)
  expect(await kept()).toBe(before + 1)
  await decideApproval(colleague, request, 'rejected')
  expect(await kept()).toBe(before)
})

test('only the holder’s authorized people see the instructions, after fresh proof, and each view is recorded', async ({
  portal,
  people,
  admin,
  second,
}) => {
  const { opening, note, member: investor } = await givenOpening(portal, people)
  expect((await getPendingForPerson(investor, investor.id)).wires).toEqual([{ id: opening, reference: note.number }])
  const { wire } = await showWire(investor, opening)
  expect(wire).toMatchObject({ bankName: typed.bankName, accountNumber: '9876543210', furtherCredit: null })
  expect(wire.sixWords).toMatch(/^([a-z]+ ){5}[a-z]+$/)
  expect(await showWireWords(admin, opening)).toEqual({ words: wire.sixWords })
  expect(await getOwnWire(investor, opening)).toMatchObject({
    views: [{ viewer: investor.fullName }],
    hasChanged: false,
    reference: note.number,
  })
  const log = await portal.owner.query(
    "select actor_id, action, details::text from audit_log where subject_id = $1 and action like 'wire.%view%' order by at",
    [opening],
  )
  expect(log.rows.map(({ actor_id, action }) => [actor_id, action])).toEqual([
    [investor.id, 'wire.viewed'],
    [admin.id, 'wire.words_viewed'],
  ])
  expect(JSON.stringify(log.rows)).not.toContain('9876')

  // Neither strangers, administrators nor viewers.
  await portal.owner.query("insert into holder_members (holder_id, user_id, member_right) values ($1, $2, 'viewer')", [
    note.holderId,
    second.id,
  ])
  const stranger = await portal.newPerson(`stranger-${opening}@example.com`)
  for (const person of await Promise.all([admin, second, stranger].map(each => signedIn(portal, each)))) {
    await expect(showWire(person, opening)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getOwnWire(person, opening)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const reveal = queryAs(portal, person.id, 'select * from app.reveal_wire($1, $2)', [opening, person.sessionId])
    await expect(reveal).rejects.toMatchObject({ code: '42501' })
  }
  expect((await queryAs(portal, second.id, 'select id from wire_openings where id = $1', [opening])).rows).toEqual([])
  await expect(queryAs(portal, investor.id, 'select six_words from wire_openings')).rejects.toMatchObject({
    code: '42501',
  })
  expect((await queryAs(portal, investor.id, 'select id from wire_instructions')).rows).toEqual([])

  // An old session sees nothing, by operation or by statement.
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    investor.sessionId,
  ])
  await expect(showWire(investor, opening)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(
    queryAs(portal, investor.id, 'select * from app.reveal_wire($1, $2)', [opening, investor.sessionId]),
  ).rejects.toThrow(/fresh proof/)
  expect((await getOwnWire(investor, opening)).views).toHaveLength(1)
})

test('authorized people are notified of a change, without a digit of it, and warned on the page', async ({
  portal,
  people,
}) => {
  const { opening, member: investor } = await givenOpening(portal, people)
  await showWire(investor, opening)
  const changed = await givenVersion(portal, people, { accountNumber: '5555666677', bankName: 'Third Bank' })
  await allSent(portal)
  const mails = portal.mailbox.allTo(investor.email)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain('Your wire instructions are ready in the portal')
  expect(subjects).toContain(`The wire instructions of ${fund.shortName} are about to change`)
  for (const { text = '', html = '' } of mails)
    expect(text + html).not.toMatch(/First Bank|Third Bank|9876543210|5555666677|111000025/)
  expect(await getOwnWire(investor, opening)).toMatchObject({ hasChanged: false, changesAt: expect.any(Date) })
  expect((await showWire(investor, opening)).wire.bankName).toBe(typed.bankName)
  await age(portal, changed, '3 days')
  expect(await getOwnWire(investor, opening)).toMatchObject({ hasChanged: true, changesAt: null })
  expect((await showWire(investor, opening)).wire).toMatchObject({ accountNumber: '5555666677' })
})

test('an opening is for a signed note, once, is read back, and closes with the funding', async ({
  portal,
  people,
  admin,
  colleague,
}) => {
  const { opening, note, member: investor } = await givenOpening(portal, people)
  await expect(openWireForNote(admin, note.id)).rejects.toMatchObject({ code: 'WIRE_OPEN' })
  await recordReadBack(admin, opening, { spokeWith: 'Iris Vestor' })
  await expect(recordReadBack(admin, opening, { spokeWith: 'X' })).rejects.toMatchObject({ code: 'WIRE_READ_BACK' })
  const found = (await getWireInstructions(admin)).openings.find(({ id }) => id === opening)
  expect(found?.readBack).toMatchObject({ with: 'Iris Vestor', by: admin.email })
  const funds = {
    day: '2024-01-05',
    confirmedDay: '2024-01-05',
    amount: 200_000_00n,
    reference: 'W',
    originator: 'Iris Vestor',
  }
  await decideApproval(colleague, await requestFunding(admin, note.id, funds), 'approved')
  await expect(showWire(investor, opening)).rejects.toMatchObject({ code: 'WIRE_CLOSED' })
  await expect(closeWireOpening(admin, opening)).rejects.toMatchObject({ code: 'WIRE_CLOSED' })
  await expect(openWireForNote(admin, note.id)).rejects.toMatchObject({ code: 'WIRE_NOTE_STATE' })
  expect((await getPendingForPerson(investor, investor.id)).wires).toEqual([])
})

test('the office lists every view, by pages, or those of one holder', async ({ portal, people, admin }) => {
  const { opening, member, note } = await givenOpening(portal, people)
  await showWire(member, opening)
  await portal.owner.query(
    `insert into wire_views (opening_id, version_id, viewer_id, viewed_at)
    select $1, app.wire_in_force(), $2, now() - n * interval '1 minute' from generate_series(1, 50) n`,
    [opening, member.id],
  )
  const first = await getWireInstructions(admin, { opening })
  expect(first.viewCount).toBe(51)
  expect(first.openings.find(({ id }) => id === opening)?.views).toBe(51)
  expect(first.views).toHaveLength(50)
  expect(first.views[0]).toMatchObject({ viewer: member.fullName, reference: note.number, viewedAt: expect.any(Date) })
  const last = await getWireInstructions(admin, { opening, page: 1 })
  expect(last.views).toHaveLength(1)
  expect(first.views.map(({ id }) => id)).not.toContain(last.views[0]?.id)
  expect((await getWireInstructions(admin)).viewCount).toBeGreaterThanOrEqual(51)
})
