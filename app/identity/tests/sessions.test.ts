import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { atBrowser } from '../../../tests/helpers/email-change.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { endOtherSessions, endSession, getSessions } from '../server/sessions.ts'

test('a person sees where they are signed in, this browser first, and nobody else’s sessions', async ({
  portal,
  investor,
  second,
}) => {
  await atBrowser(portal, second)
  const here = await atBrowser(portal, investor)
  const there = await atBrowser(portal, investor)
  await portal.owner.query(
    "update auth.sessions set user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' where id = $1",
    [here.sessionId],
  )
  const sessions = await getSessions(investor, here.sessionId)
  expect(sessions.map(({ id, current }) => ({ id, current }))).toEqual([
    { id: here.sessionId, current: true },
    { id: there.sessionId, current: false },
  ])
  expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux', ip: '192.0.2.1' })
  expect(sessions[0]?.signedInAt).toBeInstanceOf(Date)
  await portal.owner.query("update auth.sessions set expires_at = now() - interval '1 second' where id = $1", [
    there.sessionId,
  ])
  expect(await getSessions(investor, here.sessionId)).toHaveLength(1)
})

test('a session ended from elsewhere ends immediately, and its open stream with it', async ({ portal, investor }) => {
  const here = await atBrowser(portal, investor)
  const there = await atBrowser(portal, investor)
  const stream = await portal.fetch('/events', { cookie: there.cookie })
  expect(stream.status).toBe(200)
  await endSession(investor, there.sessionId)
  await stream.text()
  expect((await portal.fetch('/events', { cookie: there.cookie })).status).toBe(401)
  expect((await getSessions(investor, here.sessionId)).map(({ id }) => id)).toEqual([here.sessionId])
  const { rows } = await portal.owner.query(
    "select * from audit_log where action = 'session.ended' and actor_id = $1",
    [investor.id],
  )
  expect(rows).toMatchObject([{ actor_id: investor.id, subject_id: investor.id }])
})

test('all other sessions end together and this one stays', async ({ portal, investor, second }) => {
  const [stays, ...others] = [
    await atBrowser(portal, investor),
    await atBrowser(portal, investor),
    await atBrowser(portal, investor),
  ]
  const strangers = await atBrowser(portal, second)
  const there = { ...investor, sessionId: stays.sessionId }
  expect(await endOtherSessions(there, {})).toBe(2)
  expect(await endOtherSessions(there, {})).toBe(0)
  for (const { cookie } of others) expect((await portal.fetch('/events', { cookie })).status).toBe(401)
  for (const { cookie } of [stays, strangers]) {
    expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: {} })
  }
})

test('nobody can end another person’s session, even if they guess its id', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const victim = await atBrowser(portal, investor)
  for (const actor of [second, admin]) {
    await expect(endSession(actor, victim.sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(endSession(investor, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(endSession(investor, "' or true --")).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await getSessions(investor, victim.sessionId)).toHaveLength(1)
})
