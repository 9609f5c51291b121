import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { streamsPerPerson, streamsPerSession } from '../../../rules/limits.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { endLapsedStreams } from '../server/live-updates.ts'
import { incrementViewCount } from '../server/views.ts'

const slow = slowOf(test)

/** Opens the event stream like a page and collects its text. */
async function listen(portal: SharedPortal, cookie: string, user: string) {
  const answer = await portal.fetch(`/events?user=${user}`, { cookie })
  const stream = { status: answer.status, text: '', ended: false }
  const reading = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += chunk
    stream.ended = true
  })()
  reading.catch(() => {
    stream.ended = true
  })
  return stream
}

test('a page is notified of every change to its person’s documents, and to nobody else’s', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const mine = await listen(portal, await portal.sessionOf(investor), investor.id)
  const others = await listen(portal, await portal.sessionOf(second), second.id)
  const administrators = await listen(portal, await portal.sessionOf(admin), investor.id)
  const { id } = await givenDocument(portal, investor)
  await incrementViewCount(admin, id)
  await portal.owner.query('delete from documents where id = $1', [id])
  for (const stream of [mine, administrators]) {
    await eventually(
      'insert',
      () => stream.text.includes('"type":"insert"') || stream.text.includes('"type" : "insert"'),
    )
    await eventually('update', () => /"type" ?: ?"update"/.test(stream.text))
    await eventually('delete', () => /"type" ?: ?"delete"/.test(stream.text))
  }
  expect(others.text).not.toContain(id)
})

test('administrators are notified of everyone’s documents while they are administrators; nobody else is', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { owner } = portal
  const refused = await portal.fetch('/events?user=all', { cookie: await portal.sessionOf(investor) })
  expect(refused.status).toBe(403)
  const all = await listen(portal, await portal.sessionOf(admin), 'all')
  for (const person of [investor, second]) {
    const { id } = await givenDocument(portal, person)
    await eventually('the news', () => all.text.includes(id))
  }
  await owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  await eventually('the end of the stream', () => all.ended)
})

test('a document that waits for its check is news for the person who uploaded it alone, until it passes', async ({
  portal,
  investor,
  admin,
}) => {
  const mine = await listen(portal, await portal.sessionOf(investor), investor.id)
  const administrators = await listen(portal, await portal.sessionOf(admin), 'all')
  const { id } = await givenDocument(portal, investor)
  await eventually('the insert', () => mine.text.includes(id) && administrators.text.includes(id))
  const seen = () => administrators.text.split(id).length - 1
  const set = (state: string) => portal.owner.query(`update documents set ${state} where id = $1`, [id])
  // Everyone who saw it is notified that it is gone, and only its uploader of the check's result.
  await set("check_state = 'waiting', uploaded_by = user_id")
  await eventually('the news that it waits', () => seen() === 2)
  await set("marks = '{}'")
  await set("check_state = 'clean', checked_at = now()")
  await eventually('the news that it is clean', () => seen() === 3 && mine.text.split(id).length - 1 === 4)
  expect(mine.text).not.toContain('uploaded_by')
})

test('signing out ends that session’s streams immediately', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const stream = await listen(portal, cookie, investor.id)
  await portal.fetch('/api/sign-out', { method: 'POST', cookie })
  await eventually('the end of the stream', () => stream.ended)
})

test('an expired session’s streams end, though nothing has deleted it', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const expired = await listen(portal, cookie, investor.id)
  await portal.owner.query("update auth.sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    investor.id,
  ])
  const valid = await listen(portal, await portal.sessionOf(investor), investor.id)
  // Runs every twenty seconds.
  await endLapsedStreams()
  await eventually('the end of the stream', () => expired.ended)
  const { id } = await givenDocument(portal, investor)
  await eventually('the change', () => valid.text.includes(id))
  expect(expired.text).not.toContain(id)
})

test('a session and a person have a limited number of streams; the newest stay', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let i = 0; i < streamsPerSession + 2; i++) streams.push(await listen(portal, cookie, investor.id))
  await eventually('the end of the first two', () => streams[0]?.ended && streams[1]?.ended)
  expect(streams.filter(({ ended }) => ended)).toHaveLength(2)
  const later: typeof streams = []
  for (let i = 0; i < streamsPerPerson; i++) {
    later.push(await listen(portal, await portal.sessionOf(investor), investor.id))
  }
  await eventually('the end of all earlier ones', () => streams.every(({ ended }) => ended))
  expect(later.filter(({ ended }) => ended)).toEqual([])
})

test('after a database outage streams end; a page that reconnects catches up and is notified of changes again', async ({
  portal,
  investor,
}) => {
  const cookie = await portal.sessionOf(investor)
  const stream = await listen(portal, cookie, investor.id)
  const catchUps = () => stream.text.split('event: catch-up').length - 1
  await eventually('the first catch-up', () => catchUps() === 1)
  await portal.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'promissory listener' and datname = current_database()",
  )
  await eventually('the end of the stream', () => stream.ended)
  const again = await listen(portal, cookie, investor.id)
  await eventually('another catch-up', () => again.text.includes('event: catch-up'))
  const { id } = await givenDocument(portal, investor)
  await eventually('the change', () => again.text.includes(id))
})

slow('however often the database refuses, one listener remains in the end', async ({ portal }) => {
  const { owner } = portal
  const login = portal.access.pages.user as string
  const { rows } = await owner.query("select current_setting('data_directory') as folder")
  const log = join(dirname(rows[0].folder), 'postgres.log')
  const refused = async () =>
    (await readFile(log, 'utf8')).split(`role "${login}" is not permitted to log in`).length - 1
  const listeners = (more = '') =>
    owner.query(`select pid from pg_stat_activity
      where application_name = 'promissory listener' and datname = current_database() ${more}`)

  await owner.query(`alter role ${login} nologin`)
  for (const { pid } of (await listeners()).rows) await owner.query('select pg_terminate_backend($1)', [pid])
  await eventually('some refusals', async () => (await refused()) >= 3)
  await owner.query(`alter role ${login} login`)
  // By then every pending retry has been made.
  const settled = "and backend_start < now() - interval '2 seconds'"
  await eventually('a listener that stays', async () => (await listeners(settled)).rows.length > 0)
  expect((await listeners()).rows).toHaveLength(1)
})
