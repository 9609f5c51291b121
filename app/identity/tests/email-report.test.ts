import { expect } from 'vitest'
import { codeAttempts } from '../../../rules/limits.ts'
import { atBrowser, changeEmail, forgetLimits, phone, untilNamed } from '../../../tests/helpers/email-change.ts'
import { allSent, test as onPortal, type SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import { browserAt } from '../../../tests/helpers/sign-in.ts'
import { unlockAccount } from '../../people/server/operator-actions.ts'
import { cleanUpIdentity } from '../server/clean-up-identity.ts'
import { startEmailChange } from '../server/email-change/email-change.ts'
import {
  getAddressReport,
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from '../server/email-change/email-report.ts'
import { verifySecondCode } from '../server/sign-in.ts'

const test = onPortal
  .extend('newAddress', ({ domain }) => `thief@${domain}`)
  .extend('at', ({ portal, investor }) => atBrowser(portal, investor))
const somewhere = { ip: '192.0.2.77', userAgent: phone, cookie: '' }
const unknown = { code: 'REPORT_UNKNOWN' }

/** Requests a sign-in code for an address and enters it. */
async function signInWith(portal: SharedPortal, email: string): Promise<string[]> {
  await forgetLimits(portal)
  await allSent(portal)
  return browserAt('192.0.2.77', { userAgent: phone }).signIn(portal.mailbox, email)
}

async function restoreCode(portal: SharedPortal, token: string, email: string): Promise<string> {
  await forgetLimits(portal)
  const before = portal.mailbox.count(email)
  await sendRestoreCode(somewhere, token)
  return portal.mailbox.code(email, before)
}

test('the old address locks the account and recovers it with a code', async ({
  portal,
  at,
  admin,
  domain,
  newAddress,
}) => {
  const { actor } = at
  const token = await changeEmail(portal, at, newAddress)
  expect(await getAddressReport(somewhere, token)).toMatchObject({
    state: 'open',
    oldEmail: `i…@${domain}`,
    newEmail: `t…@${domain}`,
    device: 'Chrome on Android phone',
    ip: at.client.ip,
  })

  await reportAddressChange(somewhere, token)
  expect(await (await portal.fetch('/api/session', { cookie: at.cookie })).json()).toMatchObject({ profile: null })
  await expect(signInWith(portal, newAddress)).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED' })
  const alarm = await portal.mailbox.to(admin.email)
  expect(alarm.subject).toBe(`An account was locked: ${actor.email}`)
  expect(alarm.text).toContain(newAddress)

  await portal.owner.query(
    "insert into auth.passkeys (user_id, credential_id, public_key, backed_up, name) values ($1, 'thief', 'x', true, 'x')",
    [actor.id],
  )
  const [toOld, toNew] = [portal.mailbox.count(actor.email), portal.mailbox.count(newAddress)]
  await restoreAddress(somewhere, token, await restoreCode(portal, token, actor.email))
  expect((await portal.mailbox.to(actor.email, toOld + 1)).subject).toBe('Your Larkstone account is restored')
  expect((await portal.mailbox.to(newAddress, toNew)).subject).toContain('no longer opens a Larkstone account')
  const { rows } = await portal.owner.query(
    'select u.email as auth, p.email as profile, locked_at from auth.users u join user_profiles p using (id) where id = $1',
    [actor.id],
  )
  expect(rows).toEqual([{ auth: actor.email, profile: actor.email, locked_at: null }])
  expect(await getAddressReport(somewhere, token)).toMatchObject({ state: 'restored' })
  expect((await portal.owner.query("select from auth.passkeys where credential_id = 'thief'")).rowCount).toBe(0)

  await signInWith(portal, actor.email)
  // The new address belongs to someone else now, who starts with an empty account.
  await signInWith(portal, newAddress)
  const people = await portal.owner.query('select id from auth.users where email = any ($1)', [
    [actor.email, newAddress],
  ])
  expect(people.rowCount).toBe(2)
  const log = await portal.owner.query(
    "select action from audit_log where subject_id = $1 and action like 'email.%' order by id",
    [actor.id],
  )
  expect(log.rows.map(row => row.action)).toEqual(['email.changed', 'email.change_reported', 'email.change_undone'])
})

test('for a week the old address gives no other access and nobody else can use it', async ({
  portal,
  at,
  second,
  newAddress,
}) => {
  const { email } = at.actor
  await changeEmail(portal, at, newAddress)
  await expect(signInWith(portal, email)).rejects.toMatchObject({ code: 'EMAIL_MOVED' })
  await expect(portal.owner.query('insert into auth.users (email) values ($1)', [email])).rejects.toMatchObject({
    code: '23505',
  })
  // A change to it by someone else is treated like a change to any address in use.
  const other = await atBrowser(portal, second)
  const before = portal.mailbox.count(email)
  expect(await untilNamed(portal, other, email)).toBe('')
  expect((await portal.mailbox.to(email, before)).subject).toContain('already has a Larkstone account')

  await portal.owner.query("update auth.address_changes set report_until = now() - interval '1 second'")
  await cleanUpIdentity()
  const ofPerson = 'select old_email, ip_address, user_agent from auth.address_changes where user_id = $1'
  const kept = await portal.owner.query(ofPerson, [at.actor.id])
  expect(kept.rows).toEqual([{ old_email: email, ip_address: null, user_agent: null }])
  await portal.owner.query("update auth.address_changes set changed_at = now() - interval '366 days'")
  await cleanUpIdentity()
  expect((await portal.owner.query(ofPerson, [at.actor.id])).rowCount).toBe(0)
  await signInWith(portal, email)
})

test('the person who changed the address can change it back, and the report of the first change still works', async ({
  portal,
  at,
  newAddress,
}) => {
  const { email } = at.actor
  const token = await changeEmail(portal, at, newAddress)
  await forgetLimits(portal)
  await changeEmail(portal, { ...at, actor: { ...at.actor, email: newAddress } }, email)
  await signInWith(portal, email)
  expect(await getAddressReport(somewhere, token)).toMatchObject({ state: 'open' })
})

test('a thief who changes the address again gains nothing from the mail about that', async ({
  portal,
  at,
  domain,
  newAddress,
}) => {
  const first = await changeEmail(portal, at, newAddress)
  await forgetLimits(portal)
  const second = await changeEmail(portal, { ...at, actor: { ...at.actor, email: newAddress } }, `thief.two@${domain}`)
  await reportAddressChange(somewhere, first)
  await restoreAddress(somewhere, first, await restoreCode(portal, first, at.actor.email))
  await expect(getAddressReport(somewhere, second)).rejects.toMatchObject(unknown)
  await expect(reportAddressChange(somewhere, second)).rejects.toMatchObject(unknown)
  await signInWith(portal, at.actor.email)
})

test('a link that is unknown, or older than a week, does nothing', async ({ portal, at, newAddress }) => {
  const token = await changeEmail(portal, at, newAddress)
  await portal.owner.query("update auth.address_changes set report_until = now() - interval '1 second'")
  for (const one of [token, '', 'x'.repeat(43), `${token}x`]) {
    await expect(getAddressReport(somewhere, one)).rejects.toMatchObject(unknown)
    await expect(reportAddressChange(somewhere, one)).rejects.toMatchObject(unknown)
    await expect(sendRestoreCode(somewhere, one)).rejects.toMatchObject(unknown)
    await expect(restoreAddress(somewhere, one, '123456')).rejects.toMatchObject(unknown)
  }
  await signInWith(portal, newAddress)
})

test('while one account is locked, no other link or guess gives access to it', async ({ portal, at, newAddress }) => {
  const token = await changeEmail(portal, at, newAddress)
  await reportAddressChange(somewhere, token)
  for (const one of ['', 'x'.repeat(43), token.toUpperCase()]) {
    await expect(getAddressReport(somewhere, one)).rejects.toMatchObject(unknown)
    await expect(sendRestoreCode(somewhere, one)).rejects.toMatchObject(unknown)
  }
})

test('the account is not recovered without the lock, by guessing, or twice', async ({
  portal,
  at,
  admin,
  newAddress,
}) => {
  const token = await changeEmail(portal, at, newAddress)
  await expect(sendRestoreCode(somewhere, token)).rejects.toMatchObject(unknown)
  await expect(restoreAddress(somewhere, token, '123456')).rejects.toMatchObject(unknown)
  await reportAddressChange(somewhere, token)
  await reportAddressChange(somewhere, token)
  const code = await restoreCode(portal, token, at.actor.email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < codeAttempts; i++) {
    await expect(restoreAddress(somewhere, token, wrong)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  }
  await expect(restoreAddress(somewhere, token, code)).rejects.toMatchObject({ code: 'CODE_TRIES' })
  const again = await restoreCode(portal, token, at.actor.email)
  await Promise.all([restoreAddress(somewhere, token, again), restoreAddress(somewhere, token, again)])
  const { rowCount } = await portal.owner.query(
    "select from audit_log where action = 'email.change_undone' and subject_id = $1",
    [at.actor.id],
  )
  expect(rowCount).toBe(1)
  await allSent(portal)
  expect(portal.mailbox.count(admin.email)).toBe(1)
})

test('a sign-in during the lock leaves no session behind', async ({ portal, at, newAddress }) => {
  const token = await changeEmail(portal, at, newAddress)
  await forgetLimits(portal)
  const before = portal.mailbox.count(newAddress)
  const thief = browserAt('192.0.2.77')
  await thief.sendCode(newAddress)
  const [code = '', second = ''] = await portal.mailbox.codes(newAddress, before)
  await expect(thief.enter(newAddress, code)).rejects.toMatchObject({ code: 'SECOND_CODE' })
  const [, signIn] = await Promise.allSettled([
    reportAddressChange(somewhere, token),
    verifySecondCode(thief.client(), newAddress, second),
  ])
  if (signIn.status === 'rejected') expect(signIn.reason).toMatchObject({ code: 'ACCOUNT_LOCKED' })
  const { rowCount } = await portal.owner.query('select from auth.sessions where user_id = $1', [at.actor.id])
  expect(rowCount).toBe(0)
  const insert =
    "insert into auth.sessions (user_id, token_hash, expires_at) values ($1, 'x', now() + interval '1 hour')"
  await expect(portal.owner.query(insert, [at.actor.id])).rejects.toMatchObject({ code: '42501' })
})

test('the lock cancels an e-mail change in progress in the thief’s session', async ({ portal, at, newAddress }) => {
  const token = await changeEmail(portal, at, newAddress)
  await forgetLimits(portal)
  const moved = { ...at.actor, email: newAddress }
  await startEmailChange(moved, at.sessionId)
  await reportAddressChange(somewhere, token)
  expect((await portal.owner.query('select from auth.email_changes where user_id = $1', [at.actor.id])).rowCount).toBe(
    0,
  )
  await forgetLimits(portal)
  await expect(startEmailChange(moved, at.sessionId)).rejects.toMatchObject({ code: 'NO_SESSION' })
})

test('the operator unlocks an account, which closes the report', async ({ portal, at, newAddress }) => {
  const token = await changeEmail(portal, at, newAddress)
  await reportAddressChange(somewhere, token)
  expect(await unlockAccount(portal.owner, 'nobody@example.com', portal.url)).toMatchObject({ done: false })
  expect(await unlockAccount(portal.owner, newAddress, portal.url)).toMatchObject({ done: true })
  await signInWith(portal, newAddress)
  await expect(getAddressReport(somewhere, token)).rejects.toMatchObject(unknown)
})
