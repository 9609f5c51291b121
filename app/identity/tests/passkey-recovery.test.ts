import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import {
  atBrowser,
  changeEmail,
  forgetLimits,
  phone,
  untilNamed,
  untilVerified,
} from '../../../tests/helpers/email-change.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { atOwnPasskey, inSession, withPasskey } from '../../../tests/helpers/passkeys.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { cleanUpIdentity } from '../server/clean-up-identity.ts'
import { readSession } from '../server/current-session.ts'
import {
  getEmailChange,
  startEmailChange,
  submitNewEmail,
  verifyNewEmail,
} from '../server/email-change/email-change.ts'
import {
  getAddressReport,
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from '../server/email-change/email-report.ts'
import { addPasskey, startAddingPasskey } from '../server/passkeys/add-passkey.ts'
import {
  cancelPasskeyRecovery,
  getRequestedRecovery,
  requestPasskeyRecovery,
  stopPasskeyRecovery,
} from '../server/passkeys/passkey-recovery.ts'
import { getPasskeys, removePasskey } from '../server/passkeys/passkeys.ts'
import { makeRecoveryCodes } from '../server/passkeys/recovery-codes.ts'
import { getProofWays, proveByPasskey, proveByRecoveryCode } from '../server/prove.ts'

const somewhere = { ip: '192.0.2.78', userAgent: phone, cookie: '' }
const needed = { code: 'PROOF_NEEDED' }

/** A person with a passkey, at a browser signed in with a code. */
async function withoutTheirPasskey(portal: SharedPortal, person: Actor) {
  const passkey = await withPasskey(portal, (await inSession(portal, person)).actor)
  const { actor, cookie } = await inSession(portal, person)
  const [{ id } = { id: '' }] = (await getPasskeys(actor)).passkeys
  return { passkey, actor, cookie, id }
}

/** The secrets of the links that stop a change of passkeys, in the mail to an address. */
const secretsTo = (portal: SharedPortal, email: string) =>
  portal.mailbox
    .allTo(email)
    .map(({ text = '' }) => /\/stop#([\w-]{43})$/m.exec(text)?.[1])
    .filter(secret => secret !== undefined)

const secretTo = (portal: SharedPortal, email: string) =>
  eventually('the mail with the link', () => secretsTo(portal, email).at(-1))

const weekLater =
  "update auth.passkey_recoveries set starts_at = starts_at - interval '7 days', ends_at = ends_at - interval '7 days'"

test('who has a passkey changes passkeys only with it or a recovery code: a code by e-mail, however fresh, is not enough', async ({
  portal,
  investor,
}) => {
  const { passkey, actor, id } = await withoutTheirPasskey(portal, investor)
  const refused = async () => {
    await expect(startAddingPasskey(actor, portal.url)).rejects.toMatchObject(needed)
    await expect(addPasskey(actor, portal.url, '{}')).rejects.toMatchObject(needed)
    await expect(removePasskey(actor, id)).rejects.toMatchObject(needed)
    await expect(makeRecoveryCodes(actor)).rejects.toMatchObject(needed)
  }
  await refused()
  const ask = (await getProofWays(actor, portal.url)).passkey as { challenge: string }
  await proveByPasskey(actor, portal.url, passkey.sign(ask, investor.id))
  const {
    codes: [code = ''],
  } = await makeRecoveryCodes(actor)
  await startAddingPasskey(actor, portal.url)
  // Used eleven minutes ago; the session itself is young.
  await portal.owner.query(
    "update auth.session_proofs set proved_at = now() - interval '11 minutes', passkey_at = now() - interval '11 minutes'",
  )
  await refused()
  await proveByRecoveryCode(actor, code)
  await removePasskey(actor, id)
  expect((await getPasskeys(actor)).passkeys).toEqual([])
  // Without one, a code is enough for the first.
  const { actor: later } = await inSession(portal, investor)
  await startAddingPasskey(later, portal.url)
})

test('or a week after asking, for a week, once', async ({ portal, investor, second }) => {
  const { actor, id } = await withoutTheirPasskey(portal, investor)
  await expect(requestPasskeyRecovery((await inSession(portal, second)).actor)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await requestPasskeyRecovery(actor)
  await requestPasskeyRecovery(actor)
  const { recovery } = await getPasskeys(actor)
  const days = (recovery?.startsAt.getTime() ?? 0) - (recovery?.requestedAt.getTime() ?? 0)
  expect(days / 86_400_000).toBeCloseTo(7, 3)
  await expect(removePasskey(actor, id)).rejects.toMatchObject(needed)
  await portal.owner.query(weekLater)
  await withPasskey(portal, actor)
  expect((await getPasskeys(actor)).recovery).toBeUndefined()
  // Their session has used the new one.
  await removePasskey(actor, id)
  await expect(startAddingPasskey((await inSession(portal, investor)).actor, portal.url)).rejects.toMatchObject(needed)
  await allSent(portal)
  expect(secretsTo(portal, investor.email)).toHaveLength(1)
})

test('a decider waits after a passkey that the week has brought', async ({ portal, approver }) => {
  const { actor } = await withoutTheirPasskey(portal, approver)
  await requestPasskeyRecovery(actor)
  await portal.owner.query(weekLater)
  const waits = async () =>
    (
      await portal.owner.query(
        "select coalesce(decides_from > now() + interval '2 days 23 hours', false) as waits from user_profiles where id = $1",
        [approver.id],
      )
    ).rows
  expect(await waits()).toEqual([{ waits: false }])
  await withPasskey(portal, actor)
  expect(await waits()).toEqual([{ waits: true }])
})

test('it is over after the second week, and may be asked for three times a month', async ({ portal, investor }) => {
  const { actor, id } = await withoutTheirPasskey(portal, investor)
  await requestPasskeyRecovery(actor)
  await portal.owner.query(weekLater)
  await portal.owner.query(weekLater)
  await expect(removePasskey(actor, id)).rejects.toMatchObject(needed)
  expect((await getPasskeys(actor)).recovery).toBeUndefined()
  await cleanUpIdentity()
  expect((await portal.owner.query('select from auth.passkey_recoveries')).rowCount).toBe(0)
  for (let again = 0; again < 2; again++) {
    await requestPasskeyRecovery(actor)
    await cancelPasskeyRecovery(actor)
  }
  await expect(cancelPasskeyRecovery(actor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(requestPasskeyRecovery(actor)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})

test('any address that the account has had stops it from its mail, without signing in', async ({
  portal,
  investor,
  domain,
}) => {
  const at = await atOwnPasskey(portal, investor)
  const [first, thief] = [investor.email, `thief@${domain}`]
  await changeEmail(portal, at, thief)
  // Two months ago: the change itself can't be undone anymore.
  await portal.owner.query(
    "update auth.address_changes set changed_at = now() - interval '60 days', report_until = now() - interval '53 days' where user_id = $1",
    [investor.id],
  )
  await cleanUpIdentity()
  const { actor, cookie } = await inSession(portal, { ...investor, email: thief })
  await requestPasskeyRecovery(actor)
  expect(await secretTo(portal, thief)).toMatch(/./)
  const token = await secretTo(portal, first)
  expect(await getRequestedRecovery(somewhere, token)).toMatchObject({ device: 'Chrome on Android phone' })
  for (const wrong of ['', 'x'.repeat(43), token.toUpperCase()])
    await expect(stopPasskeyRecovery(somewhere, wrong)).rejects.toMatchObject({ code: 'REPORT_UNKNOWN' })
  await stopPasskeyRecovery(somewhere, token)
  expect(await readSession({ ...somewhere, cookie })).toBeUndefined()
  await expect(getRequestedRecovery(somewhere, token)).rejects.toMatchObject({ code: 'REPORT_UNKNOWN' })
  await allSent(portal)
  await expect
    .poll(() => portal.mailbox.allTo(first).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^A change of your .* passkeys was stopped$/))
  await portal.owner.query(weekLater)
  await expect(startAddingPasskey((await inSession(portal, investor)).actor, portal.url)).rejects.toMatchObject(needed)
  const log = await portal.owner.query(
    "select action from audit_log where subject_id = $1 and action like 'passkey.recovery%' order by id",
    [investor.id],
  )
  expect(log.rows.map(({ action }) => action)).toEqual(['passkey.recovery_requested', 'passkey.recovery_stopped'])
})

test('an address that is somebody else’s by now is told nothing', async ({ portal, investor, domain }) => {
  const at = await atOwnPasskey(portal, investor)
  await changeEmail(portal, at, `new@${domain}`)
  await portal.owner.query(
    "update auth.address_changes set report_until = now() - interval '1 second' where user_id = $1",
    [investor.id],
  )
  await portal.owner.query('insert into auth.users (email) values ($1)', [investor.email])
  await requestPasskeyRecovery((await inSession(portal, { ...investor, email: `new@${domain}` })).actor)
  await secretTo(portal, `new@${domain}`)
  await allSent(portal)
  expect(secretsTo(portal, investor.email)).toEqual([])
})

test('who reads the mailbox alone changes no address of an account with a passkey, nor takes one back with another passkey', async ({
  portal,
  investor,
  domain,
}) => {
  const own = await atOwnPasskey(portal, investor)
  const thief = await atBrowser(portal, investor)
  await expect(startEmailChange(thief.actor, thief.sessionId)).rejects.toMatchObject(needed)
  expect(await getEmailChange(thief.actor, thief.sessionId)).toBeUndefined()

  // The owner leaves. The reader of the former mailbox reverts the address, but not past an older passkey.
  await portal.owner.query("update auth.passkeys set created_at = now() - interval '8 days' where user_id = $1", [
    investor.id,
  ])
  const before = (await getPasskeys(own.actor)).passkeys
  const token = await changeEmail(portal, own, `moved@${domain}`)
  await reportAddressChange(somewhere, token)
  await forgetLimits(portal)
  const mails = portal.mailbox.count(investor.email)
  await sendRestoreCode(somewhere, token)
  await restoreAddress(somewhere, token, await portal.mailbox.code(investor.email, mails))
  expect((await getPasskeys(own.actor)).passkeys.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  await expect(startAddingPasskey((await inSession(portal, investor)).actor, portal.url)).rejects.toMatchObject(needed)
})

test('a change of address that began before the account’s first passkey ends with it', async ({
  portal,
  investor,
  domain,
}) => {
  const thief = await atBrowser(portal, investor)
  const code = await untilNamed(portal, thief, `thief@${domain}`)
  await atOwnPasskey(portal, investor)
  await expect(verifyNewEmail(thief.actor, thief.sessionId, thief.client, portal.url, code)).rejects.toMatchObject({
    code: 'CHANGE_GONE',
  })
  const { rows } = await portal.owner.query('select email from auth.users where id = $1', [investor.id])
  expect(rows).toEqual([{ email: investor.email }])
})

test('strangers, in the same network or who name the same address, use up nothing that gets a hijacked account back', async ({
  portal,
  investor,
  domain,
}) => {
  const token = await changeEmail(portal, await atBrowser(portal, investor), `thief@${domain}`)
  await reportAddressChange(somewhere, token)
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  const at = await atBrowser(portal, { ...guest, isGuest: true })
  await untilVerified(portal, at)
  await submitNewEmail(at.actor, at.sessionId, investor.email)
  // All limits of a network, a person, and requests that name an address are used up.
  const usedUp = () => portal.owner.query('update auth.limits set used = 1000000')
  for (let tries = 0; tries < 3; tries++) {
    await expect(getAddressReport(somewhere, `unknown ${tries}`)).rejects.toMatchObject({ code: 'REPORT_UNKNOWN' })
  }
  await usedUp()
  await expect(getAddressReport(somewhere, 'unknown')).rejects.toMatchObject({ code: 'TOO_MANY_LEADS' })
  const before = portal.mailbox.count(investor.email)
  await sendRestoreCode(somewhere, token)
  const code = await portal.mailbox.code(investor.email, before)
  await restoreAddress(somewhere, token, code)
  expect(await getAddressReport(somewhere, token)).toMatchObject({ state: 'restored' })
})

test('an intruder’s wrong recovery codes use up none of the owner’s attempts', async ({ portal, investor }) => {
  const owner = (await inSession(portal, investor)).actor
  await withPasskey(portal, owner)
  const {
    codes: [code = ''],
  } = await makeRecoveryCodes(owner)
  const intruder = (await inSession(portal, investor)).actor
  for (let tries = 0; tries < 10; tries++)
    await expect(proveByRecoveryCode(intruder, 'wrong')).rejects.toMatchObject({ code: 'RECOVERY_CODE_WRONG' })
  await expect(proveByRecoveryCode(intruder, 'wrong')).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await proveByRecoveryCode((await inSession(portal, investor)).actor, code)
})
