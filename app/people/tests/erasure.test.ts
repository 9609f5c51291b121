import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openNoteReason, retention } from '../../../content/retention.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { insertCall, visitorMessages } from '../../../server/sample/visitors.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { occurrencesOf } from '../../../tests/helpers/occurrences.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { verifyChain } from '../../audit/server/verify-chain.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { requestFreeze } from '../../holders/server/freeze-holder.ts'
import { updateMailPreferences } from '../../notifications/server/mail-preferences.ts'
import { getPendingWork } from '../../today/server/pending-work.ts'
import { disablePerson, enablePerson } from '../server/account-access.ts'
import { erasePerson, getErasurePlan } from '../server/erasure.ts'
import { getErasureRequest, requestErasure, withdrawErasureRequest } from '../server/erasure-request.ts'
import { getUserForAdmin } from '../server/people-list.ts'
import { removeApprover } from '../server/rights.ts'

const closed = { openNote: false }

/** Everything the portal stores about a person. */
async function liveALife(portal: SharedPortal, person: Actor): Promise<void> {
  await portal.sessionOf(person)
  await updateMailPreferences(person, { names_in_mail: true })
  const visitor = { email: person.email, name: person.fullName ?? '' }
  await visitorMessages.insert(portal.owner, visitor)
  await insertCall(portal.owner, new Date('2031-01-01T10:00Z'), visitor)
  await portal.owner.query(
    `insert into auth.address_changes (user_id, old_email, new_email, token_hash, report_until)
    values ($1, 'old-' || $2, $2, $3, now() + interval '7 days')`,
    [person.id, person.email, 'x'.repeat(43)],
  )
  await portal.owner.query("insert into auth.devices (user_id, device_hash) values ($1, 'hash')", [person.id])
  await portal.owner.query(
    `insert into auth.passkeys (user_id, credential_id, public_key, backed_up, name)
    values ($1, 'credential', '\\x00', true, $2)`,
    [person.id, person.fullName],
  )
  await portal.owner.query("insert into auth.recovery_codes values (repeat('y', 43), $1)", [person.id])
  await portal.owner.query(
    "insert into auth.passkey_permits values ($1, gen_random_uuid(), now() + interval '1 day')",
    [person.id],
  )
  await portal.owner.query('update auth.users set name = $2, metadata = $3 where id = $1', [
    person.id,
    person.fullName,
    JSON.stringify({ full_name: person.fullName }),
  ])
}

/** Tables of the sign-in that still have a person's rows. */
async function signInRowsOf(portal: SharedPortal, { id }: Actor): Promise<string[]> {
  const { rows: tables } = await portal.owner.query(
    `select table_name as name from information_schema.columns where table_schema = 'auth' and column_name = 'user_id'`,
  )
  expect(tables.length).toBeGreaterThan(5)
  const left: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await portal.owner.query(`select from auth.${name} where user_id = $1`, [id])
    if (rowCount) left.push(name)
  }
  return left
}

test('erasing leaves exactly what is named', async ({ portal, admin, domain }) => {
  const person = await portal.newPerson(`elena@${domain}`, { fullName: 'Elena Quillfeather' })
  await liveALife(portal, person)
  const own = await givenDocument(portal, person)
  const issued = await givenDocument(portal, person)
  const old = await givenDocument(portal, person)
  await portal.owner.query('update documents set uploaded_by = $2 where id = $1', [issued.id, admin.id])
  await portal.owner.query("update documents set created_at = now() - interval '30 years' where id = $1", [old.id])
  for (const { id } of [own, issued, old]) await incrementViewCount(person, id)
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [old.id])
  const file = join(portal.dataDir, 'files', rows[0].file_path)
  await disablePerson(admin, person.id, { reason: 'Elena Quillfeather asked for it' })
  expect(await occurrencesOf(portal, 'Quillfeather')).not.toEqual([])

  const plan = await getErasurePlan(admin, person.id, closed)
  expect(plan).toMatchObject({ documents: 1, views: 3, messages: 1, calls: 1 })
  expect(plan.kept.map(({ reason, documents }) => [reason, documents]).sort()).toEqual(
    retention.map(({ name }) => [name, 1]).sort(),
  )
  expect(
    await erasePerson(admin, person.id, { ...closed, confirmation: ` ${person.email.toUpperCase()}` }),
  ).toMatchObject({
    plan,
  })

  expect(await signInRowsOf(portal, person)).toEqual([])
  expect(await occurrencesOf(portal, person.email)).toEqual([])
  expect(await occurrencesOf(portal, 'Quillfeather')).toEqual([])
  await eventually('the file is removed', () => !existsSync(file) || undefined)
  const left = await portal.owner.query('select id from documents where user_id = $1 order by id', [person.id])
  expect(left.rows.map(({ id }) => id)).toEqual([own.id, issued.id].sort())
  expect(await getUserForAdmin(admin, person.id)).toMatchObject({
    fullName: plan.pseudonym,
    email: `${person.id}@erased.invalid`,
    organization: null,
    erasedAt: expect.any(Date),
  })
  const entries = await portal.owner.query(
    `select action, details from audit_log where subject_id in ($1, $2) and action in ('person.erased', 'document.deleted')`,
    [person.id, old.id],
  )
  expect(entries.rows).toHaveLength(2)
  expect(JSON.stringify(entries.rows)).not.toMatch(/quillfeather|elena|promissory/i)
  // The account can't be reopened, and the address is free.
  expect(await enablePerson(admin, person.id)).toBe(false)
  await portal.newPerson(person.email)
})

test('while a note is open every document stays; once it is repaid, erasing again removes what may go', async ({
  portal,
  admin,
  domain,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true, fullName: 'Gus Guest' })
  await givenDocument(portal, guest)
  await disablePerson(admin, guest.id, { reason: 'Test' })
  const { plan } = await erasePerson(admin, guest.id, { openNote: true, confirmation: guest.email })
  expect(plan).toMatchObject({ documents: 0, kept: [{ reason: openNoteReason, documents: 1 }] })
  const { plan: again } = await erasePerson(admin, guest.id, { ...closed, confirmation: `${guest.id}@erased.invalid` })
  // A guest's document need not be retained.
  expect(again).toMatchObject({ documents: 1, kept: [] })
})

test('erasing covers files that wait for their check or failed it, which administrators do not see', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const [waiting, infected, recent] = [
    await givenDocument(portal, investor),
    await givenDocument(portal, investor),
    await givenDocument(portal, investor),
  ]
  await portal.owner.query(
    `update documents set check_state = 'waiting',
      created_at = case when id = $1 then now() - interval '30 years' else created_at end where id in ($1, $2)`,
    [waiting.id, recent.id],
  )
  await portal.owner.query(
    "update documents set check_state = 'infected', checked_at = now(), check_result = 'Test' where id = $1",
    [infected.id],
  )
  for (const call of ['lock_hidden_documents($1)', 'erase_hidden_documents(array[$1]::uuid[])']) {
    await expect(queryAs(portal, second.id, `select app.${call}`, [investor.id])).rejects.toMatchObject({
      code: '42501',
    })
  }
  await disablePerson(admin, investor.id, { reason: 'Test' })
  // Not without its entry in the audit log.
  const unrecorded = queryAs(portal, admin.id, `select app.erase_hidden_documents(array['${infected.id}'::uuid])`)
  await expect(unrecorded).rejects.toMatchObject({ code: '42501' })
  const { plan } = await erasePerson(admin, investor.id, { ...closed, confirmation: investor.email })
  expect(plan).toMatchObject({ documents: 2, kept: [{ documents: 1 }] })
  const { rows } = await portal.owner.query('select id from documents where user_id = $1', [investor.id])
  expect(rows).toEqual([{ id: recent.id }])
})

test('erasing somebody of the office leaves what they and others decided and granted, and where from', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const requested = await requestFreeze(admin, holder, { reason: 'dispute' })
  const from = { ip: '10.4.4.4', userAgent: 'the approver’s browser' }
  await decideApproval({ ...approver, from }, requested, 'approved')
  await removeApprover({ ...admin, from: { ip: '10.5.5.5', userAgent: 'the administrator’s browser' } }, approver.id)
  const read = async () => {
    const { rows } = await portal.owner.query(
      `select action, actor_email, ip, user_agent, details from audit_log
      where action in ('approval.approved', 'holder.frozen', 'approver.revoked') and (subject_id in ($1, $2, $3)) order by id`,
      [requested, holder, approver.id],
    )
    return rows
  }
  const before = await read()
  expect(before.map(({ action, ip }) => [action, ip])).toEqual([
    ['approval.approved', '10.4.4.4'],
    ['holder.frozen', '10.4.4.4'],
    ['approver.revoked', '10.5.5.5'],
  ])
  await disablePerson(admin, approver.id, { reason: 'Test' })
  await erasePerson(admin, approver.id, { ...closed, confirmation: approver.email })
  // Their identity is gone; the rest stays.
  expect(await read()).toEqual([
    { ...before[0], actor_email: null },
    { ...before[1], actor_email: null },
    { ...before[2], details: { by: admin.email } },
  ])
  expect((await verifyChain(portal.owner)).findings).toEqual([])
  const { rows } = await portal.owner.query(
    `select details from audit_log where action = 'audit.redacted' and subject_id = $1`,
    [approver.id],
  )
  expect(rows).toEqual([
    {
      details: {
        entries: expect.any(Number),
        positions: expect.stringMatching(/^\d[\d,-]*$/),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ])
})

test('an account is erased only by an administrator, once its access is closed, and by its address', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const confirmation = investor.email
  await expect(erasePerson(admin, investor.id, { ...closed, confirmation })).rejects.toMatchObject({
    code: 'DISABLE_FIRST',
  })
  await expect(
    actAs(admin, tx => sql`select app.erase_person(${investor.id}, 'nobody')`.execute(tx)),
  ).rejects.toMatchObject({ constraint: 'disabled_first' })
  await disablePerson(admin, investor.id, { reason: 'Test' })
  await expect(erasePerson(admin, investor.id, { ...closed, confirmation: second.email })).rejects.toMatchObject({
    code: 'ERASE_CONFIRM',
  })
  await expect((async () => erasePerson(second, investor.id, { ...closed, confirmation }))()).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await getUserForAdmin(admin, investor.id)).toMatchObject({ email: investor.email, erasedAt: null })
  expect((await portal.owner.query('select from auth.users where id = $1', [investor.id])).rowCount).toBe(1)
})

test('people ask for it themselves, administrators see that, and it can be withdrawn', async ({
  portal,
  investor,
  admin,
}) => {
  const { people } = await getPendingWork(admin)
  await requestErasure(investor, {})
  await requestErasure(investor, {})
  expect(await getErasureRequest(investor)).toBeInstanceOf(Date)
  expect((await getPendingWork(admin)).people).toBe(people + 1)
  const notices = await portal.owner.query('select user_id from notices where person_id = $1 and user_id = $2', [
    investor.id,
    admin.id,
  ])
  expect(notices.rowCount).toBe(1)
  await withdrawErasureRequest(investor, {})
  expect(await getErasureRequest(investor)).toBeNull()
})
