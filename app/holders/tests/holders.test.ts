import { expect } from 'vitest'
import { notices } from '../../../rules/notices.ts'
import { fileRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestFreeze, requestUnfreeze } from '../server/freeze-holder.ts'
import { createHolder, updateHolder } from '../server/holders.ts'
import { getHolder, getHolders, getHoldersOf } from '../server/holders-list.ts'
import { requestMemberRemoval, requestNewMember } from '../server/member-changes.ts'

test('a holder has a number, its details, and the people who act for it', async ({
  admin,
  investor,
  second,
  domain,
}) => {
  const { id, number } = await createHolder(admin, {
    legalName: ` Horizon  Trust FBO Iris Vestor IRA ${domain} `,
    kind: 'sdira',
    custodianName: 'Horizon Trust Company',
    signingRule: 'all',
    address: '1 Main Street\r\nAustin, TX 78701',
    state: 'tx',
    statementRhythm: 'annual',
    members: [
      { userId: investor.id, right: 'owner' },
      { userId: second.id, right: 'viewer' },
    ],
  })
  expect(number).toMatch(/^H-\d{4,}$/)
  expect(await getHolder(admin, id)).toMatchObject({
    number,
    legalName: `Horizon Trust FBO Iris Vestor IRA ${domain}`,
    kind: 'sdira',
    custodianName: 'Horizon Trust Company',
    signingRule: 'all',
    address: '1 Main Street\nAustin, TX 78701',
    state: 'TX',
    statementRhythm: 'annual',
    members: [
      { userId: investor.id, right: 'owner', name: 'Iris Vestor' },
      { userId: second.id, right: 'viewer' },
    ],
    numbers: [],
    openChange: undefined,
  })
  const { holders, more } = await getHolders(admin, { words: `ira ${domain}` })
  expect(holders).toMatchObject([{ id, number, members: [{ name: 'Iris Vestor' }, { name: 'Second Person' }] }])
  expect(more).toBe(false)
  expect(await getHoldersOf(investor, investor.id)).toMatchObject([{ id, number, right: 'owner' }])
  expect(await getHoldersOf(admin, second.id)).toMatchObject([{ id, right: 'viewer' }])
})

test.for<[string, Record<string, unknown>, string]>([
  ['no name', { legalName: ' ' }, 'HOLDER_NAME_REQUIRED'],
  ['a long name', { legalName: 'x'.repeat(201) }, 'HOLDER_NAME_LONG'],
  ['an unknown kind', { kind: 'estate' }, 'HOLDER_KIND_REQUIRED'],
  ['an inherited property as kind', { kind: 'toString' }, 'HOLDER_KIND_REQUIRED'],
  ['an IRA without its custodian', { kind: 'sdira' }, 'CUSTODIAN_REQUIRED'],
  ['no such state', { state: 'XX' }, 'STATE_INVALID'],
  ['nobody who acts', { members: [] }, 'MEMBER_REQUIRED'],
  ['an account number without a key to encrypt it with', { custodianAccount: '123456' }, 'VAULT_KEY_MISSING'],
])('a holder with %s is refused', async ([, details, code], { portal, admin, investor }) => {
  const before = await portal.owner.query('select count(*) from holders')
  await expect(givenHolder(admin, investor, details)).rejects.toMatchObject({ code })
  expect((await portal.owner.query('select count(*) from holders')).rows).toEqual(before.rows)
})

test('only accepted people act for a holder, and somebody has to', async ({ portal, admin, investor, domain }) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  await expect(givenHolder(admin, guest)).rejects.toMatchObject({ code: 'MEMBER_UNKNOWN' })
  const twice = [
    { userId: investor.id, right: 'owner' as const },
    { userId: investor.id.toUpperCase(), right: 'viewer' as const },
  ]
  await expect(givenHolder(admin, investor, { members: twice })).rejects.toMatchObject({ code: 'MEMBER_TWICE' })
  const looks = [{ userId: investor.id, right: 'viewer' as const }]
  await expect(givenHolder(admin, investor, { members: looks })).rejects.toMatchObject({ code: 'MEMBER_REQUIRED' })
})

test('its state changes at once; who it is and who signs take a second person; the log has both with what was', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const { id } = await givenHolder(admin, investor)
  const changed = {
    legalName: 'Iris M. Vestor',
    kind: 'individual',
    state: 'OK',
    signingRule: 'all',
    address: '1 Elm St',
  }
  expect(await updateHolder(admin, id, changed)).toMatchObject({ notice: notices.memberChangeRequested })
  const requested = (await getHolder(admin, id)).openIdentity?.id ?? ''
  expect(await getHolder(admin, id)).toMatchObject({ legalName: 'Iris Vestor', signingRule: 'one', state: 'OK' })
  const { lines } = (await getApprovals(approver)).waiting.find(each => each.id === requested) ?? { lines: [] }
  expect(lines).toEqual([
    expect.stringMatching(/^Of Iris Vestor \(H-\d+\):$/),
    'The legal name changes from “Iris Vestor” to “Iris M. Vestor”.',
    'The signing rule changes from any one signs to all sign.',
    'The address changes from none to “1 Elm St”.',
  ])
  // One person alone can't, either, in the database.
  for (const set of [
    "legal_name = 'X'",
    "kind = 'llc'",
    "custodian_name = 'X'",
    "signing_rule = 'all'",
    "address_lines = 'X'",
  ])
    await expect(queryAs(portal, admin.id, `update holders set ${set} where id = $1`, [id]), set).rejects.toMatchObject(
      {
        code: '42501',
      },
    )
  // Nor anything other than the approved change.
  await transactionAs(portal, 'app_user', approver.id, async client => {
    await client.query("update approvals set decision = 'approved' where id = $1", [requested])
    await client.query("update holders set signing_rule = 'all' where id = $1", [id])
    await expect(client.query("update holders set legal_name = 'Y' where id = $1", [id])).rejects.toMatchObject({
      code: '42501',
    })
  })
  await decideApproval(approver, requested, 'approved')
  expect(await getHolder(admin, id)).toMatchObject({
    legalName: 'Iris M. Vestor',
    signingRule: 'all',
    address: '1 Elm St',
  })
  const { rows } = await portal.owner.query(
    "select details from audit_log where subject_id = $1 and action = 'holder.updated' order by id",
    [id],
  )
  expect(rows).toEqual([
    { details: { from: { state: 'TX' }, to: { state: 'OK' } } },
    {
      details: {
        approval_id: requested,
        from: { legal_name: 'Iris Vestor', signing_rule: 'one', address_lines: null },
        to: { legal_name: 'Iris M. Vestor', signing_rule: 'all', address_lines: '1 Elm St' },
      },
    },
  ])
  expect(await updateHolder(admin, id, { ...changed, state: 'NM' })).toBeUndefined()
  await expect(updateHolder(investor, id, { legalName: 'Mine', kind: 'llc' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a member who is removed loses sight of the holder at once; the last one who acts stays', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id } = await givenHolder(admin, investor)
  const memberOf = async (person: { id: string }) =>
    (await getHolder(admin, id)).members.find(({ userId }) => userId === person.id)?.id ?? ''
  await expect(
    requestMemberRemoval(admin, id, { member: await memberOf(investor), paper: 'Letter' }),
  ).rejects.toMatchObject({
    code: 'LAST_MEMBER',
  })
  const joining = { email: second.email, right: 'trustee' }
  // Not without the supporting document.
  await expect(requestNewMember(admin, id, { ...joining, paper: ' ' })).rejects.toMatchObject({
    code: 'MEMBER_PAPER',
  })
  const add = await requestNewMember(admin, id, { ...joining, paper: 'Trust agreement' })
  await decideApproval(colleague, add, 'approved')
  expect(await getHoldersOf(second, second.id)).toHaveLength(1)
  expect((await queryAs(portal, second.id, 'select from holder_members where holder_id = $1', [id])).rowCount).toBe(2)
  const end = await requestMemberRemoval(admin, id, { member: await memberOf(investor), paper: 'Letter' })
  await decideApproval(colleague, end, 'approved')
  expect(await getHoldersOf(investor, investor.id)).toEqual([])
  for (const table of ['holders', 'holder_members'])
    expect((await queryAs(portal, investor.id, `select from ${table}`)).rowCount, table).toBe(0)
  // They may be added again.
  const back = await requestNewMember(admin, id, { email: investor.email, right: 'viewer', paper: 'Letter' })
  await decideApproval(colleague, back, 'approved')
  expect(await getHoldersOf(investor, investor.id)).toMatchObject([{ id, right: 'viewer' }])
})

test('a person whose access is closed acts for nobody', async ({ portal, admin, investor }) => {
  const { id } = await givenHolder(admin, investor)
  const asks = 'select app.is_member($1) as member, app.may_read($1) as sees, app.my_owners() as mine'
  expect((await queryAs(portal, investor.id, asks, [id])).rows).toEqual([
    { member: true, sees: true, mine: [investor.id, id] },
  ])
  await portal.owner.query('update user_profiles set disabled_at = now() where id = $1', [investor.id])
  expect((await queryAs(portal, investor.id, asks, [id])).rows).toEqual([{ member: false, sees: false, mine: [] }])
  expect((await queryAs(portal, investor.id, 'select from holders')).rowCount).toBe(0)
})

test('a viewer and the members of a frozen holder look, and do not act', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const members = [
    { userId: investor.id, right: 'owner' as const },
    { userId: second.id, right: 'viewer' as const },
  ]
  const { id } = await givenHolder(admin, investor, { members })
  const acts = async (person: { id: string }) =>
    (await queryAs(portal, person.id, 'select app.acts_for_holder($1) as acts', [id])).rows[0].acts
  expect([await acts(investor), await acts(second)]).toEqual([true, false])

  // One person alone can't freeze anything, not even in the database.
  const frozen = 'update holders set frozen_at = now() where id = $1'
  await expect(queryAs(portal, admin.id, frozen, [id])).rejects.toMatchObject({ code: '42501' })
  await expect(queryAs(portal, investor.id, frozen, [id])).rejects.toMatchObject({ code: '42501' })
  expect((await queryAs(portal, second.id, frozen, [id])).rowCount).toBe(0)
  await expect(requestFreeze(admin, id, { reason: 'whim' })).rejects.toMatchObject({
    code: 'FREEZE_REASON',
  })
  const freeze = await requestFreeze(admin, id, { reason: 'death' })
  await expect(decideApproval(admin, freeze, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  const approver = await portal.newPerson(`freezer-${id}@example.com`, { isApprover: true })
  await decideApproval(approver, freeze, 'approved')
  expect([await acts(investor), await acts(second)]).toEqual([false, false])
  await expect(requestFreeze(admin, id, { reason: 'death' })).rejects.toMatchObject({
    code: 'HOLDER_IS_FROZEN',
  })
  // They see it as before, and add nothing.
  expect((await queryAs(portal, investor.id, 'select from holders where id = $1', [id])).rowCount).toBe(1)
  await expect(
    queryAs(
      portal,
      investor.id,
      insertOf('documents', fileRow({ user_id: investor.id, category: 'Accreditation', holder_id: id })),
    ),
  ).rejects.toMatchObject({ code: '42501' })
  const unfreeze = await requestUnfreeze(admin, id, { reason: 'The estate’s executor acts for it' })
  await decideApproval(approver, unfreeze, 'approved')
  expect([await acts(investor), await acts(second)]).toEqual([true, false])
  expect((await getHolder(admin, id)).openFreeze).toBeUndefined()
})
