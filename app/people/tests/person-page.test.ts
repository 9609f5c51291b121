import { expect } from 'vitest'
import * as sample from '../../../server/sample/people.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getActivityOf } from '../../audit/server/read-log.ts'
import { markSigned } from '../../documents/server/signing.ts'
import { createDocuSignDocument } from '../../documents/server/signing-links.ts'
import { endSessionOf } from '../server/account-access.ts'
import { getAllUsersForAdmin, getUserForAdmin } from '../server/people-list.ts'
import { getSessionsOf } from '../server/person-sessions.ts'

/** A person's page, for administrators. */

const test = testOnPortal({}, true)

test('administrators see where a person is signed in, and the log says who looked', async ({
  portal,
  admin,
  investor,
}) => {
  await portal.sessionOf(investor)
  await portal.owner.query(
    "update auth.sessions set user_agent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0' where user_id = $1",
    [investor.id],
  )
  await sample.sessions.insert(portal.owner, { user_id: investor.id, expires_at: new Date(Date.now() - 3_600_000) })
  const sessions = await getSessionsOf(admin, investor.id)
  expect(sessions).toHaveLength(1)
  expect(sessions[0]).toMatchObject({ device: expect.stringContaining('Firefox'), lastSeen: expect.any(Date) })
  expect(JSON.stringify(sessions)).not.toContain('token')
  await expect(getSessionsOf(investor, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { entries } = await getActivityOf(admin, investor.id)
  expect(entries[0]).toMatchObject({ action: 'sessions.listed', actorId: admin.id, personId: investor.id })
})

test('an administrator ends one session of a person, and the log says so', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  await portal.owner.query('delete from auth.sessions where user_id = $1', [investor.id])
  const [kept, ended] = [await portal.sessionOf(investor), await portal.sessionOf(investor)]
  const [newest] = await getSessionsOf(admin, investor.id)
  await expect(endSessionOf(investor, investor.id, { session: String(newest?.id) })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  // Only together with its person.
  const other = await portal.newPerson(`other@${domain}`)
  await expect(endSessionOf(admin, other.id, { session: String(newest?.id) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await endSessionOf(admin, investor.id, { session: String(newest?.id) })
  const statuses = await Promise.all(
    [kept, ended].map(async cookie => (await portal.fetch('/profile', { cookie, redirect: 'manual' })).status),
  )
  expect(statuses.sort()).toEqual([200, 302])
  const { entries } = await getActivityOf(admin, investor.id)
  expect(entries[0]).toMatchObject({ action: 'session.ended', actorId: admin.id, personId: investor.id })
  await expect(endSessionOf(admin, investor.id, { session: String(newest?.id) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a person’s activity is what they did and what was done about them, and nobody else’s', async ({
  admin,
  investor,
  portal,
}) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Statement.pdf' })
  const other = await givenDocument(portal, admin, { filename: 'Other.pdf' })
  const write = (actor: { id: string }, subject: string, owner: { id: string }) =>
    portal.owner.query(
      "insert into audit_log (actor_id, action, subject_id, details) values ($1, 'document.renamed', $2, jsonb_build_object('user_id', $3::text))",
      [actor.id, subject, owner.id],
    )
  await write(admin, id, investor)
  await write(admin, other.id, admin)
  const { entries } = await getActivityOf(admin, investor.id)
  const renamed = entries.filter(({ action }) => action === 'document.renamed')
  expect(renamed.map(({ subject }) => subject)).toEqual(['Statement.pdf'])
  await expect(getActivityOf(investor, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('someone who is only invited has not joined; once they have signed in, that day counts', async ({
  portal,
  admin,
  investor,
}) => {
  const { owner } = portal
  await owner.query('insert into invitations (user_id, invited_by) values ($1, $2)', [investor.id, admin.id])
  expect(await getUserForAdmin(admin, investor.id)).toMatchObject({ joinedAt: null, invitedAt: expect.any(Date) })
  const joined = new Date('2026-03-04T05:06:07Z')
  await owner.query('update invitations set accepted_at = $2 where user_id = $1', [investor.id, joined])
  const { users } = await getAllUsersForAdmin(admin, { search: investor.email })
  expect(users[0]).toMatchObject({ joinedAt: joined, invitedAt: null })
  const { createdAt, joinedAt } = await getUserForAdmin(admin, admin.id)
  expect(joinedAt).toEqual(createdAt)
})

test('every section says whose it is and leads to the others, without scripts', async ({ portal, admin, investor }) => {
  const cookie = await portal.sessionOf(admin)
  const page = `/profile/admin/people/${investor.id}`
  const get = async (path: string) => {
    const answer = await portal.fetch(path, { cookie, headers: { 'sec-fetch-dest': 'document' } })
    return { status: answer.status, text: await answer.text() }
  }
  const sections = ['', '/overview', '/messages', '/signing', '/access', '/activity']
  for (const section of sections) {
    const { status, text } = await get(page + section)
    expect(status, section).toBe(200)
    expect(text.match(/role="note"/g), section).toHaveLength(1)
    for (const other of sections) expect(text).toContain(`href="${page}${other}"`)
  }
  const note = new URLSearchParams({ intent: 'person.remark', body: 'Prefers calls <mornings>.' })
  await portal.fetch(`/profile/people/${investor.id}`, { cookie, method: 'POST', body: note })
  expect((await get(`${page}/overview`)).text).toContain('Prefers calls &lt;mornings&gt;.')
  expect((await get('/profile/admin/people')).text).toContain(`href="${page}/overview"`)
})

test('the list of a person’s documents says how far they are with a signing link', async ({
  portal,
  admin,
  investor,
}) => {
  const { id } = await createDocuSignDocument(admin, {
    userId: investor.id,
    name: 'Agreement to sign',
    url: 'https://sign.example/a',
  })
  const page = async (reader: { id: string }, query = `?managing=${investor.id}`) => {
    const cookie = await portal.sessionOf(reader)
    return (await portal.fetch(`/profile/admin/people/${investor.id}${query}`, { cookie })).text()
  }
  expect(await page(admin)).toContain('Not opened')
  // Without a confirmation for this very person, only the question is shown.
  for (const query of ['', `?managing=${admin.id}`]) {
    const requested = await page(admin, query)
    expect(requested).toContain('Manage documents for')
    expect(requested).not.toMatch(/type="file"|name="url"|<table/)
  }
  await markSigned(investor, id)
  const shown = await page(admin)
  expect(shown).toContain('To confirm')
  expect(shown).not.toContain('Not opened')
})

test('a document opens over the list of all documents, also one that this page of the list doesn’t have', async ({
  portal,
  admin,
  investor,
}) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Unlisted.pdf' })
  const cookie = await portal.sessionOf(admin)
  const answer = await portal.fetch(`/profile/admin/documents.data?q=nothing-has-this-name&document=${id}`, { cookie })
  expect(await answer.text()).toContain('Unlisted.pdf')
})
