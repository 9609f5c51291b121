import { expect } from 'vitest'
import { passkeysPerPerson } from '../../../rules/limits.ts'
import { newAuthenticator } from '../../../tests/helpers/authenticator.ts'
import { phone } from '../../../tests/helpers/email-change.ts'
import { cookieHeader, inSession, makeStale, signInBy, withPasskey } from '../../../tests/helpers/passkeys.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { readSession } from '../server/current-session.ts'
import { addPasskey, startAddingPasskey } from '../server/passkeys/add-passkey.ts'
import { signInWithPasskey, startPasskeySignIn } from '../server/passkeys/passkey-sign-in.ts'
import { getPasskeys, removePasskey, renamePasskey } from '../server/passkeys/passkeys.ts'
import { getProofWays, proveByPasskey } from '../server/prove.ts'

let clients = 0
const newClient = () => ({ ip: `198.18.0.${++clients}`, userAgent: phone, cookie: '' })

test('a passkey signs its owner in, and the session counts as proved by it', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  const passkey = await withPasskey(portal, actor)
  const client = newClient()
  const cookie = await signInBy(portal, passkey, investor.id, client)
  await signInBy(portal, passkey, investor.id, newClient())
  await expect
    .poll(() => portal.mailbox.allTo(investor.email).find(({ subject }) => subject?.startsWith('New sign-in'))?.text)
    .toMatch(/with one of your passkeys.+remove your passkeys/s)
  const signedIn = await readSession({ ...client, cookie })
  expect(signedIn?.actor).toMatchObject({ id: investor.id, email: investor.email })
  const { rows } = await portal.owner.query('select * from auth.session_proofs where session_id = $1', [
    signedIn?.session?.id,
  ])
  expect(rows).toMatchObject([{ method: 'passkey', passkey_at: expect.any(Date) }])
  const { passkeys } = await getPasskeys(actor)
  expect(passkeys).toMatchObject([{ name: 'Chrome on Android phone', synced: false, lastUsed: expect.any(Date) }])
})

test('signing in with a passkey ends the session that the browser had before', async ({ portal, investor }) => {
  const { actor, cookie } = await inSession(portal, investor)
  const passkey = await withPasskey(portal, actor)
  const client = newClient()
  const { options, cookie: bound } = await startPasskeySignIn(client, portal.url)
  const both = { ...client, cookie: `${cookieHeader([bound])}; ${cookie}` }
  await signInWithPasskey(both, portal.url, passkey.sign(options, investor.id))
  expect(await readSession({ ...client, cookie })).toBeUndefined()
})

test('an answer works once, for its purpose, from its browser and origin, and in time', async ({
  portal,
  investor,
}) => {
  const { actor } = await inSession(portal, investor)
  const passkey = await withPasskey(portal, actor)
  const expired = { code: 'PASSKEY_EXPIRED' }
  const client = newClient()
  const start = async () => {
    const { options, cookie } = await startPasskeySignIn(client, portal.url)
    return { options, asking: { ...client, cookie: cookieHeader([cookie]) } }
  }

  const first = await start()
  const answer = passkey.sign(first.options, investor.id)
  await signInWithPasskey(first.asking, portal.url, answer)
  await expect(signInWithPasskey(first.asking, portal.url, answer)).rejects.toMatchObject(expired)

  const stolen = await start()
  const other = await start()
  const signed = passkey.sign(stolen.options, investor.id)
  await expect(signInWithPasskey(other.asking, portal.url, signed)).rejects.toMatchObject(expired)
  await expect(signInWithPasskey(client, portal.url, signed)).rejects.toMatchObject(expired)
  await expect(proveByPasskey(actor, portal.url, signed)).rejects.toMatchObject(expired)
  const { passkey: proof } = await getProofWays(actor, portal.url)
  const proving = passkey.sign(proof as { challenge: string }, investor.id)
  await expect(signInWithPasskey(stolen.asking, portal.url, proving)).rejects.toMatchObject(expired)

  const late = await start()
  await portal.owner.query("update auth.challenges set expires_at = now() - interval '1 second'")
  const lateAnswer = passkey.sign(late.options, investor.id)
  await expect(signInWithPasskey(late.asking, portal.url, lateAnswer)).rejects.toMatchObject(expired)

  const framed = await start()
  passkey.isFramed = true
  const inFrame = passkey.sign(framed.options, investor.id)
  await expect(signInWithPasskey(framed.asking, portal.url, inFrame)).rejects.toMatchObject(expired)
  passkey.isFramed = false

  const phished = await start()
  passkey.origin = 'https://investor.larkst0ne.example'
  const relayed = passkey.sign(phished.options, investor.id)
  await expect(signInWithPasskey(phished.asking, portal.url, relayed)).rejects.toMatchObject({
    code: 'PASSKEY_REFUSED',
  })
  for (const nonsense of ['', '{}', 'null', '{"id":1}', 'x'.repeat(100_000)])
    await expect(signInWithPasskey(phished.asking, portal.url, nonsense)).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
    })
})

test('an unknown passkey, another person’s, an unverified user and a wrong signature are refused', async ({
  portal,
  investor,
  second,
}) => {
  const { actor } = await inSession(portal, investor)
  const passkey = await withPasskey(portal, actor)
  const unknown = newAuthenticator({ origin: portal.url })
  const signIn = (by: typeof passkey, as: string) => signInBy(portal, by, as, newClient())
  await expect(signIn(unknown, investor.id)).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' })
  await expect(signIn(passkey, second.id)).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' })
  passkey.verifies = false
  await expect(signIn(passkey, investor.id)).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' })
  passkey.verifies = true
  const client = newClient()
  const { options, cookie } = await startPasskeySignIn(client, portal.url)
  const answer = JSON.parse(passkey.sign(options, investor.id))
  answer.response.signature = JSON.parse(unknown.sign(options, investor.id)).response.signature
  const asking = { ...client, cookie: cookieHeader([cookie]) }
  await expect(signInWithPasskey(asking, portal.url, JSON.stringify(answer))).rejects.toMatchObject({
    code: 'PASSKEY_REFUSED',
  })
})

test('a counter that does not go up is refused: the passkey was copied', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  const passkey = await withPasskey(portal, actor, { counts: true })
  await signInBy(portal, passkey, investor.id, newClient())
  await signInBy(portal, passkey, investor.id, newClient())
  passkey.counter = 0
  await expect(signInBy(portal, passkey, investor.id, newClient())).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' })
})

test('a locked account stays locked for its passkey', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  const passkey = await withPasskey(portal, actor)
  await portal.owner.query('update auth.users set locked_at = now() where id = $1', [investor.id])
  await expect(signInBy(portal, passkey, investor.id, newClient())).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED' })
})

test('passkeys are added and removed with fresh proof only, renamed by their owner only, and mail says so', async ({
  portal,
  investor,
  second,
}) => {
  const { actor } = await inSession(portal, investor)
  const stranger = (await inSession(portal, second)).actor
  const passkey = await withPasskey(portal, actor)
  expect((await portal.mailbox.to(investor.email)).subject).toMatch(/^A passkey was added/)
  const options = await startAddingPasskey(actor, portal.url)
  expect(options.excludeCredentials).toHaveLength(1)
  await expect(addPasskey(actor, portal.url, passkey.create(options))).rejects.toMatchObject({ code: 'PASSKEY_EXISTS' })

  const [{ id } = { id: '' }] = (await getPasskeys(actor)).passkeys
  await renamePasskey(actor, id, { name: '  Work laptop ' })
  expect((await getPasskeys(actor)).passkeys).toMatchObject([{ name: 'Work laptop' }])
  for (const name of ['', ' ', 'x'.repeat(61)])
    await expect(renamePasskey(actor, id, { name })).rejects.toMatchObject({ code: 'PASSKEY_NAME' })
  await expect(renamePasskey(stranger, id, { name: 'Mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(removePasskey(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await makeStale(portal, actor)
  const needed = { code: 'PROOF_NEEDED' }
  await expect(removePasskey(actor, id)).rejects.toMatchObject(needed)
  await expect(startAddingPasskey(actor, portal.url)).rejects.toMatchObject(needed)
  await expect(addPasskey(actor, portal.url, passkey.create(options))).rejects.toMatchObject(needed)
  const { passkey: proof } = await getProofWays(actor, portal.url)
  await proveByPasskey(actor, portal.url, passkey.sign(proof as { challenge: string }, investor.id))
  const before = portal.mailbox.count(investor.email)
  await removePasskey(actor, id)
  expect((await portal.mailbox.to(investor.email, before)).subject).toMatch(/^A passkey was removed/)
  expect((await getPasskeys(actor)).passkeys).toEqual([])
  await expect(signInBy(portal, passkey, investor.id, newClient())).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' })
})

test('a person can have only so many passkeys', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  await withPasskey(portal, actor)
  await portal.owner.query(
    `insert into auth.passkeys (user_id, credential_id, public_key, backed_up, name)
    select $1, gen_random_uuid(), 'x', true, 'x' from generate_series(2, $2)`,
    [investor.id, passkeysPerPerson],
  )
  await expect(startAddingPasskey(actor, portal.url)).rejects.toMatchObject({ code: 'PASSKEYS_MANY' })
})
