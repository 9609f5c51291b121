import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  codeAttempts,
  codeAttemptsPerPerson,
  codesPerClient,
  codesToNewAddress,
  newAddressesPerPerson,
} from '../../../rules/limits.ts'
import {
  type AtBrowser,
  atBrowser,
  changeEmail,
  forgetLimits,
  untilNamed,
  untilVerified,
} from '../../../tests/helpers/email-change.ts'
import { transactionAs } from '../../../tests/helpers/query-as.ts'
import { test as onPortal, type SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import { browserAt } from '../../../tests/helpers/sign-in.ts'
import { enforceCodeAttemptLimit } from '../server/code-rate-limits.ts'
import {
  cancelEmailChange,
  discardNewEmail,
  getEmailChange,
  resendNewEmailCode,
  startEmailChange,
  submitNewEmail,
  verifyCurrentEmail,
  verifyNewEmail,
} from '../server/email-change/email-change.ts'
import { sendCode, verifyCode } from '../server/sign-in.ts'

const test = onPortal
  .extend('newAddress', ({ domain }) => `new.address@${domain}`)
  .extend('at', ({ portal, investor }) => atBrowser(portal, investor))
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A person’s address in the sign-in tables and in the profile. */
async function addressesOf(portal: SharedPortal, { actor }: Pick<AtBrowser, 'actor'>) {
  const { rows } = await portal.owner.query(
    'select u.email as auth, p.email as profile from auth.users u join user_profiles p using (id) where id = $1',
    [actor.id],
  )
  return rows[0]
}

test('the change goes step by step, and both addresses change at the end', async ({
  portal,
  at,
  domain,
  newAddress,
}) => {
  const { actor, sessionId, client } = at
  expect(await getEmailChange(actor, sessionId)).toBeUndefined()

  const before = portal.mailbox.count(actor.email)
  await startEmailChange(actor, sessionId)
  expect(await getEmailChange(actor, sessionId)).toEqual({ step: 'verify-current', sentTo: actor.email })
  await verifyCurrentEmail(actor, sessionId, await portal.mailbox.code(actor.email, before))
  expect(await getEmailChange(actor, sessionId)).toEqual({ step: 'enter-new', sentTo: null })
  await submitNewEmail(actor, sessionId, ` New.Address@${domain.toUpperCase()} `)
  expect(await getEmailChange(actor, sessionId)).toEqual({ step: 'verify-new', sentTo: newAddress })
  expect(await addressesOf(portal, at)).toEqual({ auth: actor.email, profile: actor.email })
  await verifyNewEmail(actor, sessionId, client, portal.url, await portal.mailbox.code(newAddress))

  expect(await getEmailChange(actor, sessionId)).toBeUndefined()
  expect(await addressesOf(portal, at)).toEqual({ auth: newAddress, profile: newAddress })
  const { rows } = await portal.owner.query(
    "select * from audit_log where action = 'email.changed' and actor_id = $1",
    [actor.id],
  )
  expect(rows).toMatchObject([
    { actor_id: actor.id, subject_id: actor.id, details: { from: actor.email, to: newAddress, ip: client.ip } },
  ])
  const answer = await portal.fetch('/api/session', { cookie: at.cookie })
  expect(await answer.json()).toMatchObject({ profile: { email: newAddress } })
})

test('the old address is told what changed, when and from where; the new one gets a confirmation', async ({
  portal,
  at,
  domain,
  newAddress,
}) => {
  const code = await untilNamed(portal, at, newAddress)
  const [old, now] = [portal.mailbox.count(at.actor.email), portal.mailbox.count(newAddress)]
  await verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)
  const toOld = await portal.mailbox.to(at.actor.email, old)
  expect(toOld.text).toContain(`n…@${domain}`)
  expect(toOld.text).not.toContain(newAddress)
  expect(toOld.text).toContain(`Chrome on Android phone, IP address ${at.client.ip}`)
  expect(toOld.text).toMatch(/[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M C[SD]T/)
  expect(toOld.text).toMatch(new RegExp(`^${portal.url}/report#[\\w-]{43}$`, 'm'))
  const toNew = await portal.mailbox.to(newAddress, now)
  expect(toNew.subject).toBe('You now sign in to Larkstone with this address')
  expect(toNew.text).not.toContain('/report#')
})

test('other sessions end with the change, and this one stays', async ({ portal, investor, newAddress }) => {
  const elsewhere = await atBrowser(portal, investor)
  const here = await atBrowser(portal, investor)
  await changeEmail(portal, here, newAddress)
  expect((await portal.fetch('/events', { cookie: elsewhere.cookie })).status).toBe(401)
  expect(await (await portal.fetch('/api/session', { cookie: here.cookie })).json()).toMatchObject({
    profile: { email: newAddress },
  })
})

test('no step can be skipped by asking for the next one', async ({ portal, at, newAddress }) => {
  const { actor, sessionId, client } = at
  const gone = { code: 'CHANGE_GONE' }
  const all = {
    current: () => verifyCurrentEmail(actor, sessionId, '123456'),
    name: () => submitNewEmail(actor, sessionId, newAddress),
    again: () => resendNewEmailCode(actor, sessionId),
    fresh: () => verifyNewEmail(actor, sessionId, client, portal.url, '123456'),
  }
  for (const step of Object.values(all)) await expect(step()).rejects.toMatchObject(gone)
  const before = portal.mailbox.count(actor.email)
  await startEmailChange(actor, sessionId)
  await portal.mailbox.to(actor.email, before)
  for (const step of [all.name, all.again, all.fresh]) await expect(step()).rejects.toMatchObject(gone)
  await forgetLimits(portal)
  await untilVerified(portal, at)
  for (const step of [all.current, all.again, all.fresh]) await expect(step()).rejects.toMatchObject(gone)
  await submitNewEmail(actor, sessionId, newAddress)
  await expect(all.current()).rejects.toMatchObject(gone)
  expect(await addressesOf(portal, at)).toEqual({ auth: actor.email, profile: actor.email })
})

test('a change belongs to one person’s session', async ({ portal, investor, second, newAddress }) => {
  const mine = await atBrowser(portal, investor)
  const other = await atBrowser(portal, investor)
  const stranger = await atBrowser(portal, second)
  const code = await untilNamed(portal, mine, newAddress)
  const attempts = [
    () => verifyNewEmail(mine.actor, other.sessionId, other.client, portal.url, code),
    () => verifyNewEmail(stranger.actor, mine.sessionId, stranger.client, portal.url, code),
    () => verifyNewEmail(stranger.actor, stranger.sessionId, stranger.client, portal.url, code),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'CHANGE_GONE' })
  await expect(startEmailChange(stranger.actor, mine.sessionId)).rejects.toMatchObject({
    code: 'NO_SESSION',
  })
  await cancelEmailChange(stranger.actor, mine.sessionId)
  expect(await getEmailChange(mine.actor, mine.sessionId)).toMatchObject({ step: 'verify-new' })
})

test('a code for one step or purpose does not work for another, or twice', async ({ portal, at, newAddress }) => {
  const { actor, sessionId, client } = at
  const before = portal.mailbox.count(actor.email)
  await startEmailChange(actor, sessionId)
  const first = await portal.mailbox.code(actor.email, before)
  // It does not work as a sign-in code.
  const { cookies } = await sendCode(client, actor.email)
  const browser = { ...client, cookie: cookies.map(line => line.split(';')[0]).join('; ') }
  await expect(verifyCode(browser, actor.email, first)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await verifyCurrentEmail(actor, sessionId, first)
  await submitNewEmail(actor, sessionId, newAddress)
  const second = await portal.mailbox.code(newAddress)
  if (first !== second) {
    const replayed = verifyNewEmail(actor, sessionId, client, portal.url, first)
    await expect(replayed).rejects.toMatchObject({ code: 'INVALID_CODE' })
  }
  await verifyNewEmail(actor, sessionId, client, portal.url, second)
  const again = verifyNewEmail({ ...actor, email: newAddress }, sessionId, client, portal.url, second)
  await expect(again).rejects.toMatchObject({ code: 'CHANGE_GONE' })
})

test('a code sent to one new address does not verify a different address entered later', async ({
  portal,
  at,
  domain,
  newAddress,
}) => {
  const { actor, sessionId, client } = at
  const code = await untilNamed(portal, at, newAddress)
  await submitNewEmail(actor, sessionId, `victim@${domain}`)
  const other = await portal.mailbox.code(`victim@${domain}`)
  if (code !== other) {
    const tried = verifyNewEmail(actor, sessionId, client, portal.url, code)
    await expect(tried).rejects.toMatchObject({ code: 'INVALID_CODE' })
  }
  expect(await addressesOf(portal, at)).toEqual({ auth: actor.email, profile: actor.email })
})

test('a code expires after five failed attempts or ten minutes, until a new one is sent', async ({
  portal,
  at,
  newAddress,
}) => {
  const { actor, sessionId, client } = at
  const code = await untilNamed(portal, at, newAddress)
  const verify = (typed: string) => verifyNewEmail(actor, sessionId, client, portal.url, typed)
  for (let i = 0; i < codeAttempts; i++) {
    await expect(verify(wrongCodeFor(code))).rejects.toMatchObject({ message: 'Invalid verification code' })
  }
  await expect(verify(code)).rejects.toMatchObject({ code: 'CODE_TRIES' })
  await forgetLimits(portal)
  await resendNewEmailCode(actor, sessionId)
  const second = await portal.mailbox.code(newAddress, 1)
  await portal.owner.query("update auth.email_changes set code_expires_at = now() - interval '1 second'")
  await expect(verify(second)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  await forgetLimits(portal)
  await resendNewEmailCode(actor, sessionId)
  const third = await portal.mailbox.code(newAddress, 2)
  for (const replaced of [code, second].filter(each => each !== third))
    await expect(verify(replaced)).rejects.toMatchObject({ code: 'CODE_NEWER' })
  await verify(third)
  expect(await addressesOf(portal, at)).toEqual({ auth: newAddress, profile: newAddress })
})

test('many simultaneous attempts with the right code cause one change and no server error', async ({
  portal,
  at,
  newAddress,
}) => {
  const code = await untilNamed(portal, at, newAddress)
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of attempts) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CHANGE_GONE' })
  }
  expect(
    (await portal.owner.query('select from auth.address_changes where user_id = $1', [at.actor.id])).rowCount,
  ).toBe(1)
})

test('a code that was used starts no minute: the next one can be sent at once', async ({ portal, at }) => {
  await untilVerified(portal, at)
  await cancelEmailChange(at.actor, at.sessionId)
  await untilVerified(portal, at)
})

test('at the code for the new address one can go back to another address, and the old code is void', async ({
  portal,
  at,
  domain,
  newAddress,
}) => {
  const { actor, sessionId, client } = at
  const code = await untilNamed(portal, at, `mistyped@${domain}`)
  await discardNewEmail(actor, sessionId)
  expect(await getEmailChange(actor, sessionId)).toEqual({ step: 'enter-new', sentTo: null })
  await expect(verifyNewEmail(actor, sessionId, client, portal.url, code)).rejects.toMatchObject({
    code: 'CHANGE_GONE',
  })
  await submitNewEmail(actor, sessionId, newAddress)
  const right = await portal.mailbox.code(newAddress)
  if (right !== code) {
    const wrong = verifyNewEmail(actor, sessionId, client, portal.url, code)
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_CODE' })
  }
  await verifyNewEmail(actor, sessionId, client, portal.url, right)
  expect(await addressesOf(portal, at)).toEqual({ auth: newAddress, profile: newAddress })
})

test('each address can get one code a minute, and one person cannot send codes to many addresses', async ({
  portal,
  at,
  domain,
}) => {
  const { actor, sessionId } = at
  const before = portal.mailbox.count(actor.email)
  await startEmailChange(actor, sessionId)
  await portal.mailbox.to(actor.email, before)
  await expect(startEmailChange(actor, sessionId)).rejects.toMatchObject({
    message: expect.stringMatching(/^Too many requests. Please wait ([1-5]?\d|60) seconds before trying again.$/),
  })
  await forgetLimits(portal)
  await untilVerified(portal, at)
  for (let i = 0; i < newAddressesPerPerson; i++) {
    await submitNewEmail(actor, sessionId, `somebody${i}@${domain}`)
  }
  const oneMore = submitNewEmail(actor, sessionId, `one.more@${domain}`)
  await expect(oneMore).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})

test('what strangers ask for in the same network keeps nobody from changing their address', async ({
  portal,
  at,
  domain,
}) => {
  const { actor, sessionId, client } = at
  for (let i = 0; i <= codesPerClient; i++) {
    await sendCode(client, `stranger${i}@${domain}`, { canWork: true }).catch(error => {
      if (error.code !== 'RATE_LIMIT') throw error
    })
  }
  await expect(sendCode(client, `one.more@${domain}`)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  const before = portal.mailbox.count(actor.email)
  await startEmailChange(actor, sessionId)
  await verifyCurrentEmail(actor, sessionId, await portal.mailbox.code(actor.email, before))
  await submitNewEmail(actor, sessionId, `moved@${domain}`)
})

test('a person may try so many codes, whatever network they come from', async ({ at }) => {
  for (let i = 0; i < codeAttemptsPerPerson; i++) await enforceCodeAttemptLimit(at.actor)
  await expect(enforceCodeAttemptLimit(at.actor)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await enforceCodeAttemptLimit({ ...at.actor, id: randomUUID() })
})

test('guests who name somebody’s address share a few mails a day, and use up nothing of its owner’s', async ({
  portal,
  investor,
  domain,
}) => {
  const named = `named@${domain}`
  const name = async (n: number) => {
    const stranger = await portal.newPerson(`stranger${n}@${domain}`, { guest: true })
    const { sessionId, client, ...at } = await atBrowser(portal, stranger)
    const actor = { ...at.actor, isGuest: true }
    await untilVerified(portal, { ...at, actor, sessionId, client })
    return async (email: string) => {
      // A minute later.
      await portal.owner.query("delete from auth.limits where window_ends_at < now() + interval '2 minutes'")
      return submitNewEmail(actor, sessionId, email)
    }
  }
  const strangers = [await name(1), await name(2)]
  const at = await atBrowser(portal, investor)
  await untilVerified(portal, at)
  for (let n = 0; n < codesToNewAddress; n++) await strangers[n % 2]?.(named)
  await expect(strangers[0]?.(named)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  // Also if it is already theirs.
  await strangers[1]?.(investor.email)
  await submitNewEmail(at.actor, at.sessionId, named)
})

test.for([
  ['', 'EMAIL_REQUIRED'],
  ['  ', 'EMAIL_REQUIRED'],
  ['nobody', 'EMAIL_INVALID'],
  ['a@b.cc\nBcc: all@example.com', 'EMAIL_INVALID'],
] as const)('the new address %j is rejected with a clear message', async ([typed, code], { portal, at }) => {
  await untilVerified(portal, at)
  await expect(submitNewEmail(at.actor, at.sessionId, typed)).rejects.toMatchObject({ code })
  expect(await getEmailChange(at.actor, at.sessionId)).toMatchObject({ step: 'enter-new' })
})

test('the current address, however it is typed, is rejected with a clear message', async ({ portal, investor, at }) => {
  await untilVerified(portal, at)
  const tried = submitNewEmail(at.actor, at.sessionId, ` ${investor.email.toUpperCase()} `)
  await expect(tried).rejects.toMatchObject({ code: 'EMAIL_SAME' })
})

test('another person’s address looks the same on the page; its owner gets an e-mail without a code', async ({
  portal,
  at,
  second,
}) => {
  const { actor, sessionId, client } = at
  await untilVerified(portal, at)
  await submitNewEmail(actor, sessionId, second.email.toUpperCase())
  expect(await getEmailChange(actor, sessionId)).toEqual({ step: 'verify-new', sentTo: second.email })
  const mail = await portal.mailbox.to(second.email)
  expect(mail.subject).toBe('This address already has a Larkstone account')
  expect(mail.text).not.toMatch(/\d{6}/)
  expect(mail.text).not.toContain(actor.email)
  const guess = verifyNewEmail(actor, sessionId, client, portal.url, '000000')
  await expect(guess).rejects.toMatchObject({ code: 'INVALID_CODE' })
})

test('if two people change to the same new address at once, one gets it and the other can choose another', async ({
  portal,
  investor,
  second,
  newAddress,
}) => {
  const one = await atBrowser(portal, investor)
  const two = await atBrowser(portal, second)
  const firstCode = await untilNamed(portal, one, newAddress)
  await forgetLimits(portal)
  const secondCode = await untilNamed(portal, two, newAddress)
  const both = await Promise.allSettled([
    verifyNewEmail(one.actor, one.sessionId, one.client, portal.url, firstCode),
    verifyNewEmail(two.actor, two.sessionId, two.client, portal.url, secondCode),
  ])
  const [lost] = both.filter(result => result.status === 'rejected')
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(lost?.reason).toMatchObject({ code: 'EMAIL_TAKEN' })
  const loser = both[0]?.status === 'rejected' ? one : two
  expect(await addressesOf(portal, loser)).toEqual({ auth: loser.actor.email, profile: loser.actor.email })
  expect(await getEmailChange(loser.actor, loser.sessionId)).toEqual({ step: 'enter-new', sentTo: null })
})

test('a simultaneous sign-up with the new address results in one person, never two', async ({ portal, domain }) => {
  for (let round = 0; round < 6; round++) {
    const actor = await portal.newPerson(`mover${round}@${domain}`)
    const at = await atBrowser(portal, actor)
    const email = `meeting${round}@${domain}`
    const code = await untilNamed(portal, at, email)
    await forgetLimits(portal)
    const before = portal.mailbox.count(email)
    const browser = browserAt('203.0.113.5')
    await browser.sendCode(email)
    const [signInCode = '', second] = await portal.mailbox.codes(email, before)
    const [changed, signedUp] = await Promise.allSettled([
      verifyNewEmail(actor, at.sessionId, at.client, portal.url, code),
      browser.enter(email, signInCode, second),
    ])
    expect(signedUp.status).toBe('fulfilled')
    if (changed.status === 'rejected') expect(changed.reason).toMatchObject({ code: 'EMAIL_TAKEN' })
    const { rows } = await portal.owner.query('select id from auth.users where lower(email) = $1', [email])
    expect(rows).toHaveLength(1)
    expect(rows[0].id === actor.id).toBe(changed.status === 'fulfilled')
    const { auth, profile } = await addressesOf(portal, at)
    expect(auth).toBe(profile)
  }
})

test('an address taken in the meantime is rejected by the database with a clear message, and nothing changes', async ({
  portal,
  at,
  newAddress,
}) => {
  const code = await untilNamed(portal, at, newAddress)
  await portal.owner.query('insert into auth.users (email) values ($1)', [newAddress.toUpperCase()])
  const tried = verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)
  await expect(tried).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
  expect(await addressesOf(portal, at)).toEqual({ auth: at.actor.email, profile: at.actor.email })
  expect(
    (await portal.owner.query('select from auth.address_changes where user_id = $1', [at.actor.id])).rowCount,
  ).toBe(0)
})

test('if the profile’s address cannot change, the sign-in’s does not either', async ({
  portal,
  at,
  second,
  newAddress,
}) => {
  const code = await untilNamed(portal, at, newAddress)
  await portal.owner.query('update user_profiles set email = $1 where id = $2', [newAddress, second.id])
  const tried = verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)
  await expect(tried).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
  expect(await addressesOf(portal, at)).toEqual({ auth: at.actor.email, profile: at.actor.email })
})

test('the database keeps the profile’s address equal to the sign-in’s, and lets nobody change either directly', async ({
  portal,
  investor,
}) => {
  const as = (role: string, statement: string) =>
    transactionAs(portal, role, investor.id, client => client.query(statement, [investor.id]))
  const denied = { code: '42501' }
  const profile = "update user_profiles set email = 'other@example.com' where id = $1"
  await expect(as('app_auth', profile)).rejects.toMatchObject(denied)
  await expect(as('app_user', profile)).rejects.toMatchObject(denied)
  for (const table of ['users', 'sessions', 'email_changes', 'address_changes']) {
    await expect(as('app_user', `select $1::uuid from auth.${table}`)).rejects.toMatchObject(denied)
  }
  await expect(as('app_auth', 'update user_profiles set is_admin = true where id = $1')).rejects.toMatchObject(denied)
})

test('canceling discards the change at any step, and so does half an hour', async ({ portal, at, newAddress }) => {
  const { actor, sessionId, client } = at
  const code = await untilNamed(portal, at, newAddress)
  await cancelEmailChange(actor, sessionId)
  expect(await getEmailChange(actor, sessionId)).toBeUndefined()
  const late = () => verifyNewEmail(actor, sessionId, client, portal.url, code)
  await expect(late()).rejects.toMatchObject({ code: 'CHANGE_GONE' })
  await forgetLimits(portal)
  const second = await untilNamed(portal, at, newAddress)
  await portal.owner.query("update auth.email_changes set expires_at = now() - interval '1 second'")
  expect(await getEmailChange(actor, sessionId)).toBeUndefined()
  await expect(verifyNewEmail(actor, sessionId, client, portal.url, second)).rejects.toMatchObject({
    code: 'CHANGE_GONE',
  })
})

test('the database contains no code and no link secret', async ({ portal, at, newAddress }) => {
  const code = await untilNamed(portal, at, newAddress)
  const { rows: flows } = await portal.owner.query(
    'select f::text as row from auth.email_changes f where session_id = $1',
    [at.sessionId],
  )
  expect(flows[0].row).not.toContain(code)
  const before = portal.mailbox.count(at.actor.email)
  await verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)
  const mail = await portal.mailbox.to(at.actor.email, before)
  const token = /#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? 'none'
  const { rows } = await portal.owner.query(
    `select c::text as row from auth.address_changes c where user_id = $1
    union all select a::text from audit_log a where actor_id = $1 and action like 'email.%'`,
    [at.actor.id],
  )
  expect(rows).toHaveLength(2)
  for (const { row } of rows) expect(row).not.toContain(token)
})

test('a code that the mail server refuses leaves the change where it was, and can be requested again right away', async ({
  portal,
  at,
  newAddress,
}) => {
  const refused = async (request: Promise<void>) => {
    await expect(request).rejects.toMatchObject({ code: 'SEND_CODE_FAILED' })
    portal.mailbox.refusing = false
  }
  portal.mailbox.refusing = true
  await refused(startEmailChange(at.actor, at.sessionId))
  expect(await getEmailChange(at.actor, at.sessionId)).toBeUndefined()
  await untilVerified(portal, at)
  portal.mailbox.refusing = true
  await refused(submitNewEmail(at.actor, at.sessionId, newAddress))
  expect(await getEmailChange(at.actor, at.sessionId)).toEqual({ step: 'enter-new', sentTo: null })
  await submitNewEmail(at.actor, at.sessionId, newAddress)
  expect(portal.mailbox.count(newAddress)).toBe(1)
})
