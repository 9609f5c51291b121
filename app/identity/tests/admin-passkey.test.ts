import { sql } from 'kysely'
import { expect } from 'vitest'
import { notices } from '../../../rules/notices.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { newAuthenticator } from '../../../tests/helpers/authenticator.ts'
import { changeEmail, phone } from '../../../tests/helpers/email-change.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { inSession, withPasskey } from '../../../tests/helpers/passkeys.ts'
import { allSent, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getDocument } from '../../documents/server/documents.ts'
import { resetPasskey } from '../../people/server/operator-actions.ts'
import { permitNewPasskey } from '../../people/server/passkey-permit.ts'
import { getAllUsersForAdmin } from '../../people/server/people-list.ts'
import { getSystemState } from '../../system/server/system-state.ts'
import { readSession } from '../server/current-session.ts'
import { startEmailChange } from '../server/email-change/email-change.ts'
import { addPasskey, startAddingPasskey } from '../server/passkeys/add-passkey.ts'
import { requestPasskeyRecovery } from '../server/passkeys/passkey-recovery.ts'
import { getPasskeys, removePasskey } from '../server/passkeys/passkeys.ts'
import { makeRecoveryCodes } from '../server/passkeys/recovery-codes.ts'
import { mayAddPasskey } from '../server/passkeys/required-passkey.ts'
import { getProofWays, proveByPasskey, proveByRecoveryCode } from '../server/prove.ts'

const test = testOnPortal({ REQUIRE_ADMIN_PASSKEY: '1' })
const client = { ip: '198.18.7.7', userAgent: phone }

/** @returns the current actor of a session */
async function actorOf(cookie: string): Promise<Actor> {
  const signedIn = await readSession({ ...client, cookie })
  if (!signedIn?.actor) throw new Error('no session')
  return signedIn.actor
}

/** Signs an administrator in with a code, which is not enough for their rights. */
async function heldBack(portal: SharedPortal, person: Actor) {
  const { cookie } = await inSession(portal, person)
  return { cookie, actor: await actorOf(cookie) }
}

/** @returns what re-issued the identity of a person who can't approve anything yet; undefined without a wait */
async function waits(portal: SharedPortal, id: string): Promise<string | undefined> {
  const { rows } = await portal.owner.query(
    'select reissued_as from user_profiles where id = $1 and decides_from > now()',
    [id],
  )
  return rows[0]?.reissued_as
}

test('a mailbox changes no address of an account with passkeys, and a change that one makes re-issues the identity', async ({
  portal,
  admin,
  domain,
}) => {
  const first = await heldBack(portal, admin)
  await withPasskey(portal, first.actor)
  expect(await waits(portal, admin.id)).toBeUndefined()
  const { cookie, actor } = await heldBack(portal, admin)
  const at = { ...client, cookie }
  await expect(startEmailChange(actor, actor.sessionId ?? '')).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(
    portal.owner.query('begin').then(async () => {
      await portal.owner.query('set local role app_auth')
      await portal.owner.query('update auth.users set email = $2 where id = $1', [admin.id, `thief@${domain}`])
    }),
  ).rejects.toThrow(/takes one/)
  await portal.owner.query('rollback')
  const shown = await actorOf(first.cookie)
  await changeEmail(
    portal,
    { actor: shown, sessionId: shown.sessionId ?? '', client: at, cookie: first.cookie },
    `new.admin@${domain}`,
  )
  expect(await waits(portal, admin.id)).toBe('address')
})

test('an administrator without a passkey is an ordinary person until they add one', async ({
  portal,
  admin,
  investor,
}) => {
  const { cookie, actor } = await heldBack(portal, admin)
  expect(actor).toMatchObject({ id: admin.id, isAdmin: false, passkeyNeeded: true })
  const { id } = await givenDocument(portal, investor, { filename: 'Letter.pdf' })
  await expect(getAllUsersForAdmin(actor, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getDocument(actor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // The database withholds the rights, too, in case the site doesn't.
  const [all, rights] = [sql`select id from documents where id = ${id}`, sql`select app.is_admin() as admin`]
  expect((await actAs(actor, tx => all.execute(tx))).rows).toEqual([])
  expect((await actAs(actor, tx => rights.execute(tx))).rows).toEqual([{ admin: false }])
  expect((await actAs({ id: actor.id }, tx => rights.execute(tx))).rows).toEqual([{ admin: true }])
  expect((await portal.fetch(`/files/${id}`, { cookie })).status).toBe(404)
  const session = await (await portal.fetch('/api/session', { cookie })).json()
  expect(session.profile).toMatchObject({ id: admin.id, is_admin: false })
  await withPasskey(portal, actor)
  const proved = await actorOf(cookie)
  expect(proved).toMatchObject({ isAdmin: true })
  expect(proved.passkeyNeeded).toBeUndefined()
  expect((await getAllUsersForAdmin(proved, {})).total).toBeGreaterThan(0)
  const [{ id: only } = { id: '' }] = (await getPasskeys(proved)).passkeys
  await expect(removePasskey(proved, only)).rejects.toMatchObject({ code: 'PASSKEY_LAST' })
  expect((await getSystemState(proved)).passkeyRule).toEqual({ required: true, bySetting: true, address: 'local' })
})

test('an approver without a passkey decides nothing until they add one, which is then not their last to remove', async ({
  portal,
  approver,
}) => {
  const { cookie, actor } = await heldBack(portal, approver)
  expect(actor).toMatchObject({ id: approver.id, isApprover: false, passkeyNeeded: true })
  await expect(getApprovals(actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const rights = sql`select app.is_approver() as approver`
  expect((await actAs(actor, tx => rights.execute(tx))).rows).toEqual([{ approver: false }])
  await withPasskey(portal, actor)
  const proved = await actorOf(cookie)
  expect(proved).toMatchObject({ isApprover: true })
  expect(proved.passkeyNeeded).toBeUndefined()
  await expect(getApprovals(proved)).resolves.toBeDefined()
  const [{ id: only } = { id: '' }] = (await getPasskeys(proved)).passkeys
  await expect(removePasskey(proved, only)).rejects.toMatchObject({ code: 'PASSKEY_LAST' })
})

test('with a passkey elsewhere, a code alone neither gives the rights nor adds or removes a passkey', async ({
  portal,
  admin,
}) => {
  const first = await heldBack(portal, admin)
  const passkey = await withPasskey(portal, first.actor)
  const { cookie, actor } = await heldBack(portal, admin)
  const needed = { code: 'PROOF_NEEDED' }
  const [{ id } = { id: '' }] = (await getPasskeys(actor)).passkeys
  expect(actor).toMatchObject({ isAdmin: false, passkeyNeeded: true })
  expect(await mayAddPasskey(actor)).toBe(false)
  await expect(requestPasskeyRecovery(actor)).rejects.toMatchObject({ code: 'PASSKEY_NEEDED' })
  await expect(startAddingPasskey(actor, portal.url)).rejects.toMatchObject(needed)
  await expect(removePasskey(actor, id)).rejects.toMatchObject(needed)
  await expect(makeRecoveryCodes(actor)).rejects.toMatchObject(needed)
  const ask = (await getProofWays(actor, portal.url)).passkey as { challenge: string }
  await proveByPasskey(actor, portal.url, passkey.sign(ask, admin.id))
  expect(await actorOf(cookie)).toMatchObject({ isAdmin: true })
})

test('who lost their passkey adds a new one with a recovery code', async ({ portal, admin }) => {
  const first = await heldBack(portal, admin)
  await withPasskey(portal, first.actor)
  const {
    codes: [code = ''],
  } = await makeRecoveryCodes(await actorOf(first.cookie))
  const { cookie, actor } = await heldBack(portal, admin)
  await proveByRecoveryCode(actor, code)
  expect(await waits(portal, admin.id)).toBe('recovery-code')
  expect(await actorOf(cookie)).toMatchObject({ isAdmin: false, passkeyNeeded: true })
  await withPasskey(portal, actor)
  expect(await actorOf(cookie)).toMatchObject({ isAdmin: true })
})

test('or with a colleague’s permit, once and within a day; both are told', async ({ portal, admin, domain }) => {
  const colleague = await portal.newPerson(`colleague@${domain}`, { isAdmin: true })
  const lost = await heldBack(portal, admin)
  await withPasskey(portal, lost.actor)
  const helping = await heldBack(portal, colleague)
  await expect(permitNewPasskey(helping.actor, admin.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await withPasskey(portal, helping.actor)
  const helper = await actorOf(helping.cookie)
  await expect(permitNewPasskey(helper, helper.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const before = portal.mailbox.count(admin.email)
  const receipt = portal.mailbox.count(colleague.email)
  const third = await withFreshProof(portal, await portal.newPerson(`third@${domain}`, { isAdmin: true }))
  // The database refuses a permit by one person, too.
  await expect(
    actAs(helper, tx => sql`select app.permit_new_passkey(${admin.id}, 60)`.execute(tx)),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await permitNewPasskey(helper, admin.id)).toEqual({ notice: notices.memberChangeRequested })
  expect(await mayAddPasskey((await heldBack(portal, admin)).actor)).toBe(false)
  const { rows: open } = await portal.owner.query(
    "select id from approvals where kind = 'passkey.permit' and subject_id = $1 and decision is null",
    [admin.id],
  )
  await decideApproval(third, open[0].id, 'approved')
  expect(await waits(portal, admin.id)).toBe('permit')
  await allSent(portal)
  await expect
    .poll(() =>
      portal.mailbox
        .allTo(admin.email)
        .slice(before)
        .map(({ subject }) => subject),
    )
    .toContainEqual(expect.stringMatching(/^You can add a new .* passkey$/))
  await expect
    .poll(() =>
      portal.mailbox
        .allTo(colleague.email)
        .slice(receipt)
        .map(({ subject }) => subject),
    )
    .toContain(`You let ${admin.email} add a new passkey`)

  const { cookie, actor } = await heldBack(portal, admin)
  await portal.owner.query("update auth.passkey_permits set expires_at = now() - interval '1 second'")
  expect(await mayAddPasskey(actor)).toBe(false)
  await portal.owner.query("update auth.passkey_permits set expires_at = now() + interval '1 hour'")
  const authenticator = newAuthenticator({ origin: portal.url })
  await addPasskey(actor, portal.url, authenticator.create(await startAddingPasskey(actor, portal.url)))
  expect(await actorOf(cookie)).toMatchObject({ isAdmin: true })
  expect(await mayAddPasskey((await heldBack(portal, admin)).actor)).toBe(false)
  // The new key approves nothing for now, and every other approver is notified.
  expect(await waits(portal, admin.id)).toBe('passkey')
  await allSent(portal)
  await expect
    .poll(() => portal.mailbox.allTo(third.email).filter(({ subject }) => /^A colleague’s sign-in/.test(subject ?? '')))
    .toHaveLength(3)
})

test('the operator resets the passkeys of someone whom no colleague can help', async ({ portal, admin }) => {
  const { cookie, actor } = await heldBack(portal, admin)
  await withPasskey(portal, actor)
  await makeRecoveryCodes(await actorOf(cookie))
  const { done, sentence } = await resetPasskey(portal.owner, admin.email, portal.url)
  expect([done, sentence]).toEqual([true, expect.stringContaining('1 passkey')])
  await expect
    .poll(
      () => portal.mailbox.allTo(admin.email).find(({ subject }) => /passkeys were removed/.test(subject ?? ''))?.text,
    )
    .toContain(`${portal.url}/profile/settings`)
  expect(await readSession({ ...client, cookie })).toBeUndefined()
  expect(await waits(portal, admin.id)).toBe('reset')
  const again = await heldBack(portal, admin)
  expect(await getPasskeys(again.actor)).toEqual({ passkeys: [], recoveryCodes: 0 })
  expect(await mayAddPasskey(again.actor)).toBe(true)
  expect(await resetPasskey(portal.owner, admin.email, portal.url)).toMatchObject({ done: false })
})
