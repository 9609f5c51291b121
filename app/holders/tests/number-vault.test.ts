import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { notices } from '../../../rules/notices.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { allSent, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval, withdrawApproval } from '../../approvals/server/decide-approval.ts'
import { updateHolder } from '../server/holders.ts'
import { getHolder } from '../server/holders-list.ts'
import { revealNumber } from '../server/number-vault.ts'
import { rotateNumbers } from '../server/rotate-numbers.ts'
import { unsealNumber } from '../server/sealed-numbers.ts'

const key = randomBytes(32)
const test = testOnPortal({ VAULT_KEY: key.toString('base64') })
const ira = { kind: 'sdira', custodianName: 'Horizon Trust Company' }

/** An IRA with an account number put in force by two people. */
async function givenAccount(
  { admin, colleague }: { admin: Actor; colleague: Actor },
  member: Actor,
  custodianAccount: string,
): Promise<{ id: string; number: string }> {
  const holder = await givenHolder(admin, member, { ...ira, custodianAccount })
  await decideApproval(colleague, (await getHolder(admin, holder.id)).openIdentity?.id ?? '', 'approved')
  return holder
}

test('an account number is revealed after fresh proof only, with an entry in the log', async ({
  portal,
  admin,
  investor,
}) => {
  const { id } = await givenHolder(admin, investor, { ...ira, custodianAccount: ' 12-34 5678 ' })
  const [number] = (await getHolder(admin, id)).numbers
  expect(number).toMatchObject({ kind: 'custodian_account', last4: '5678', sameAs: [] })
  const numberId = number?.id ?? ''
  expect(await revealNumber(admin, numberId)).toEqual({ number: '12345678' })
  const log = () =>
    portal.owner.query(
      "select actor_id, actor_role, session_id, details from audit_log where action = 'vault.revealed' and subject_id = $1",
      [id],
    )
  expect((await log()).rows).toEqual([
    {
      actor_id: admin.id,
      actor_role: 'administrator',
      session_id: admin.sessionId,
      details: { kind: 'custodian_account', last4: '5678' },
    },
  ])
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    admin.sessionId,
  ])
  await expect(revealNumber(admin, numberId)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  // The database checks by itself.
  const reveal = 'select * from app.reveal_vault($1, $2)'
  await expect(queryAs(portal, admin.id, reveal, [numberId, admin.sessionId])).rejects.toThrow(/fresh proof/)
  const others = (await portal.newPerson(`fresh-${id}@example.com`, { isAdmin: true })).sessionId
  await expect(queryAs(portal, admin.id, reveal, [numberId, others])).rejects.toThrow(/fresh proof/)
  expect((await log()).rows).toHaveLength(1)
})

test('nobody reads the table, and neither members nor approvers have a number revealed', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const { id } = await givenHolder(admin, investor, { ...ira, custodianAccount: '987654321' })
  const numberId = (await getHolder(admin, id)).numbers[0]?.id ?? ''
  const approver = await portal.newPerson(`approver@${domain}`, { isApprover: true })
  const { rows } = await portal.owner.query('select id from auth.sessions where user_id = $1', [approver.id])
  for (const person of [admin, investor, approver]) {
    await expect(queryAs(portal, person.id, 'select id from vault_numbers')).rejects.toMatchObject({ code: '42501' })
    await expect(queryAs(portal, person.id, 'delete from vault_numbers')).rejects.toMatchObject({ code: '42501' })
  }
  for (const person of [investor, approver]) {
    await expect(revealNumber(person, numberId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const call of [
      `select * from app.reveal_vault('${numberId}', '${rows[0].id}')`,
      `select * from app.vault_of('${id}')`,
      `select app.keep_in_vault(gen_random_uuid(), '${id}', 'tin', '\\x', '\\x', '\\x', '1')`,
    ])
      await expect(queryAs(portal, person.id, call), call).rejects.toMatchObject({ code: '42501' })
  }
})

test('a new number takes the place of the old one once a second person approves it, and both are kept; equal ones are found; no number is in the database or the log', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const people = { admin, colleague }
  const first = await givenAccount(people, investor, 'AB7711223344')
  const other = await givenAccount(people, second, 'ab 7711-2233-44')
  const numbers = async (id: string) => (await getHolder(admin, id)).numbers
  expect(await numbers(first.id)).toMatchObject([{ last4: '3344', sameAs: [other.number] }])
  const change = { legalName: 'Iris Vestor', ...ira, custodianAccount: '5566778899' }
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    admin.sessionId,
  ])
  await expect(updateHolder(admin, first.id, change)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await portal.owner.query('update auth.sessions set created_at = now() where id = $1', [admin.sessionId])
  expect(await updateHolder(admin, first.id, change)).toMatchObject({ notice: notices.memberChangeRequested })
  const last4 = async () =>
    (await portal.owner.query('select custodian_account_last4 from holders where id = $1', [first.id])).rows
  expect(await last4()).toEqual([{ custodian_account_last4: '3344' }])
  expect(await numbers(first.id)).toMatchObject([{ last4: '3344' }, { last4: '8899', inForceFrom: null }])
  const force = 'select app.put_number_in_force($1)'
  await expect(queryAs(portal, admin.id, force, [first.id])).rejects.toMatchObject({ code: '42501' })
  const requested = (await getHolder(admin, first.id)).openIdentity?.id ?? ''
  const { lines } = (await getApprovals(colleague)).waiting.find(({ id }) => id === requested) ?? { lines: [] }
  expect(lines.join(' ')).toContain('from ••3344 to ••8899')
  await allSent(portal)
  const heard = [investor, colleague].map(({ email }) => ({ email, before: portal.mailbox.count(email) }))
  await decideApproval(colleague, requested, 'approved')
  expect(await last4()).toEqual([{ custodian_account_last4: '8899' }])
  expect(await numbers(first.id)).toMatchObject([
    { last4: '3344', sameAs: [other.number], endedAt: expect.any(Date) },
    { last4: '8899', sameAs: [], inForceFrom: expect.any(Date), endedAt: null },
  ])
  for (const { email, before } of heard) {
    const message = await portal.mailbox.to(email, before)
    expect(message.text).toContain('was ••3344, and is ••8899 now')
  }
  const log = await portal.owner.query('select details::text from audit_log where subject_id = $1', [first.id])
  expect(log.rows.map(({ details }) => details).join()).not.toMatch(/5566778899|7711223344/)
})

test('a number that is rejected, withdrawn or voided leaves the vault with the decision', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const people = { admin, colleague }
  const { id } = await givenAccount(people, investor, '31313131')
  const ask = async () => {
    await updateHolder(admin, id, { legalName: 'Iris Vestor', ...ira, custodianAccount: '42424242' })
    expect((await getHolder(admin, id)).numbers).toHaveLength(2)
    return (await getHolder(admin, id)).openIdentity?.id ?? ''
  }
  await decideApproval(colleague, await ask(), 'rejected')
  expect((await getHolder(admin, id)).numbers).toMatchObject([{ last4: '3131', inForceFrom: expect.any(Date) }])
  await withdrawApproval(admin, await ask())
  expect((await getHolder(admin, id)).numbers).toHaveLength(1)
  await ask()
  await queryAs(portal, admin.id, "select app.void_approvals('holder.identity', $1)", [id])
  expect((await getHolder(admin, id)).numbers).toHaveLength(1)

  // Databases with such numbers: migration 0066 dated those imported with their holders, by one person.
  await ask()
  const approved = await givenAccount(people, investor, '53535353')
  await updateHolder(admin, approved.id, { legalName: 'Iris Vestor', ...ira, custodianAccount: '64646464' })
  await decideApproval(colleague, (await getHolder(admin, approved.id)).openIdentity?.id ?? '', 'approved')
  const { owner } = portal
  const kept = async (holder: string) =>
    (
      await owner.query(
        `select last4, in_force_from is null as waits, in_force_from = created_at as from_then from vault_numbers
        where holder_id = $1 order by created_at`,
        [holder],
      )
    ).rows
  await owner.query(
    "update vault_numbers set in_force_from = created_at, id = gen_random_uuid() where last4 in ('3131', '5353')",
  )
  await owner.query("update vault_numbers set in_force_from = in_force_from + interval '1 day' where holder_id = $1", [
    id,
  ])
  await owner.query(
    `insert into vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4, in_force_from)
    select gen_random_uuid(), holder_id, kind, ciphertext, key_id, hmac, '7575', null from vault_numbers
    where holder_id = $1 and in_force_from is null`,
    [id],
  )
  await owner.query(await readFile('server/database/migrations/0078_numbers_in_force.sql', 'utf8'))
  expect(await kept(id)).toEqual([
    { last4: '3131', waits: false, from_then: true },
    { last4: '4242', waits: true, from_then: null },
  ])
  expect(await kept(approved.id)).toEqual([
    { last4: '5353', waits: false, from_then: true },
    { last4: '6464', waits: false, from_then: false },
  ])
  // Their new ids don't open them.
  await owner.query('delete from vault_numbers where holder_id = any ($1)', [[id, approved.id]])
})

test('the account number of a new holder takes two people and fresh proof, like every later one', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const typed = { ...ira, custodianAccount: '90909090' }
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    admin.sessionId,
  ])
  await expect(givenHolder(admin, investor, typed)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await portal.owner.query('update auth.sessions set created_at = now() where id = $1', [admin.sessionId])
  const { id } = await givenHolder(admin, investor, typed)
  const last4 = async () =>
    (await portal.owner.query('select custodian_account_last4 as end from holders where id = $1', [id])).rows[0].end
  expect(await last4()).toBeNull()
  const { numbers, openIdentity } = await getHolder(admin, id)
  expect(numbers).toMatchObject([{ last4: '9090', inForceFrom: null }])
  await expect(queryAs(portal, admin.id, 'select app.put_number_in_force($1)', [id])).rejects.toMatchObject({
    code: '42501',
  })
  const requested = (await getApprovals(colleague)).waiting.find(approval => approval.id === openIdentity?.id)
  expect(requested?.lines.join(' ')).toContain('The account at the custodian becomes ••9090.')
  await expect(decideApproval(admin, requested?.id ?? '', 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  expect(await last4()).toBe('9090')
  expect((await getHolder(admin, id)).numbers).toMatchObject([{ last4: '9090', inForceFrom: expect.any(Date) }])
})

test('the database puts no number in force with a new holder either', async ({ portal, admin }) => {
  await transactionAs(portal, 'app_user', admin.id, async client => {
    await client.query(
      `insert into holders (id, legal_name, kind, custodian_name, created_by) values ($1, 'New IRA', 'sdira', 'Horizon', $2)`,
      [randomUUID(), admin.id],
    )
    const { rows } = await client.query("select id from holders where legal_name = 'New IRA' and created_at = now()")
    await client.query(
      `select app.keep_in_vault(gen_random_uuid(), $1, 'custodian_account', decode(repeat('00', 40), 'hex'),
        decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'), '1234')`,
      [rows[0].id],
    )
    const kept = await client.query('select in_force_from from app.numbers_of($1)', [rows[0].id])
    expect(kept.rows).toEqual([{ in_force_from: null }])
  })
})

test('rotating keys seals the numbers again, so that the old key isn’t needed any more', async ({
  portal,
  admin,
  investor,
}) => {
  const { id } = await givenHolder(admin, investor, { ...ira, custodianAccount: '777788889999' })
  const numberId = (await getHolder(admin, id)).numbers[0]?.id ?? ''
  const next = randomBytes(32)
  await expect(rotateNumbers(portal.owner, [next])).rejects.toThrow(/VAULT_KEY that is not given/)
  expect(await revealNumber(admin, numberId)).toEqual({ number: '777788889999' })
  expect(await rotateNumbers(portal.owner, [next, key])).toBeGreaterThan(0)
  expect(await rotateNumbers(portal.owner, [next, key])).toBe(0)
  await expect(revealNumber(admin, numberId)).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
  const { rows } = await portal.owner.query('select ciphertext, key_id from vault_numbers where id = $1', [numberId])
  expect(unsealNumber([next], numberId, { ciphertext: rows[0].ciphertext, keyId: rows[0].key_id })).toBe('777788889999')
})

test('a ciphertext is worthless in another row, and without the key', async ({ portal, admin, investor, second }) => {
  const first = await givenHolder(admin, investor, { ...ira, custodianAccount: '111122223333' })
  const other = await givenHolder(admin, second, { ...ira, custodianAccount: '444455556666' })
  const idOf = async (id: string) => (await getHolder(admin, id)).numbers[0]?.id ?? ''
  const [from, to] = [await idOf(first.id), await idOf(other.id)]
  await portal.owner.query(
    'update vault_numbers set ciphertext = (select ciphertext from vault_numbers where id = $1) where id = $2',
    [from, to],
  )
  await expect(revealNumber(admin, to)).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
  const { rows } = await portal.owner.query('select ciphertext, key_id from vault_numbers where id = $1', [from])
  const sealed = { ciphertext: rows[0].ciphertext as Buffer, keyId: rows[0].key_id as Buffer }
  expect(unsealNumber([randomBytes(32), key], from, sealed)).toBe('111122223333')
  expect(unsealNumber([randomBytes(32)], from, sealed)).toBeUndefined()
  expect(unsealNumber([key], to, sealed)).toBeUndefined()
})
