import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endOtherSessions, endSession, getSessions } from '../../server/identity/sessions.ts'
import { atBrowser } from '../helpers/email-change.ts'
import { testPortal } from '../helpers/portal.ts'

test('a person sees where they are signed in, this browser first, and nobody else’s', async () => {
  await using portal = await testPortal()
  await atBrowser(portal, portal.second)
  const first = await atBrowser(portal, portal.investor)
  const second = await atBrowser(portal, portal.investor)
  await portal.owner.query(
    "update auth.sessions set user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' where id = $1",
    [first.sessionId],
  )
  const sessions = await getSessions(portal.investor, first.sessionId)
  expect(sessions.map(({ id, current }) => ({ id, current }))).toEqual([
    { id: first.sessionId, current: true },
    { id: second.sessionId, current: false },
  ])
  expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux', ip: expect.stringMatching(/^10\.2\./) })
  expect(sessions[0]?.signedInAt).toBeInstanceOf(Date)
  await portal.owner.query('update auth.sessions set expires_at = now() where id = $1', [second.sessionId])
  expect(await getSessions(portal.investor, first.sessionId)).toHaveLength(1)
})

test('a session that is ended elsewhere dies at once, and its open stream with it', async () => {
  await using portal = await testPortal()
  const here = await atBrowser(portal, portal.investor)
  const there = await atBrowser(portal, portal.investor)
  const stream = await portal.fetch('/events', { cookie: there.cookie })
  expect(stream.status).toBe(200)
  await endSession(portal.investor, there.sessionId)
  await stream.text()
  expect((await portal.fetch('/events', { cookie: there.cookie })).status).toBe(401)
  expect((await getSessions(portal.investor, here.sessionId)).map(({ id }) => id)).toEqual([here.sessionId])
  const { rows } = await portal.owner.query("select * from audit_log where action = 'session.ended'")
  expect(rows).toMatchObject([{ actor_id: portal.investor.id, subject_id: portal.investor.id }])
})

test('all others end together and this one stays', async () => {
  await using portal = await testPortal()
  const [stays, ...others] = [
    await atBrowser(portal, portal.investor),
    await atBrowser(portal, portal.investor),
    await atBrowser(portal, portal.investor),
  ]
  const strangers = await atBrowser(portal, portal.second)
  expect(await endOtherSessions(portal.investor, stays.sessionId)).toBe(2)
  expect(await endOtherSessions(portal.investor, stays.sessionId)).toBe(0)
  for (const { cookie } of others) expect((await portal.fetch('/events', { cookie })).status).toBe(401)
  for (const { cookie } of [stays, strangers]) {
    expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: {} })
  }
})

test('nobody ends another person’s session, whose id they may have guessed', async () => {
  await using portal = await testPortal()
  const victim = await atBrowser(portal, portal.investor)
  for (const actor of [portal.second, portal.admin]) {
    await expect(endSession(actor, victim.sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(endSession(portal.investor, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(endSession(portal.investor, "' or true --")).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await getSessions(portal.investor, victim.sessionId)).toHaveLength(1)
})
