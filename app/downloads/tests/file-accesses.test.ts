import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { readsOfGuests, readsPerPerson } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { accessesRecorded } from '../../../tests/helpers/accesses.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { disablePerson } from '../../people/server/account-access.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { ReadLimits, recorded } from '../server/file-accesses.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/**
 * @returns a document's recorded accesses, in order, once there are so many rows: a reader has the last byte before the
 *   row is written
 */
function accessesOf(portal: SharedPortal, document: string, count = 1) {
  return eventually('the record', async () => {
    await accessesRecorded()
    const { rows } = await portal.owner.query(
      `select user_id, how, first_byte::int as first, last_byte::int as last, sent::int as sent, ip, user_agent, session_id,
        begun_at <= ended_at as is_in_order from file_accesses where document_id = $1 order by id`,
      [document],
    )
    return rows.length >= count && rows
  })
}

const ofEach = (rows: Awaited<ReturnType<typeof accessesOf>>) =>
  rows.map(({ how, first, last, sent }) => [how, first, last, sent])

test('every byte that is served leaves a row: who, how, which, from where; what sends none leaves nothing', async ({
  portal,
  investor,
  admin,
}) => {
  const content = '%PDF-0123456789'
  const { id } = await givenDocument(portal, investor, { content })
  const cookie = await portal.sessionOf(investor)
  const ask = async (path: string, options: RequestInit & { cookie?: string; ip?: string } = {}) => {
    const answer = await portal.fetch(path, { cookie, ip: '192.0.2.7', ...options })
    await answer.arrayBuffer()
    return answer
  }
  const headers = { 'user-agent': firefox }
  const whole = await ask(`/files/${id}`, { headers })
  await ask(`/files/${id}`, { headers: { range: 'bytes=2-5' } })
  await ask(`/files/${id}?download=1`)
  await ask('/files/zip', { method: 'POST', body: new URLSearchParams({ ids: id }) })
  await ask(`/files/${id}`, { cookie: await portal.sessionOf(admin) })

  await ask(`/files/${id}`, { method: 'HEAD' })
  await ask(`/files/${id}`, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  await ask(`/files/${id}`, { headers: { range: 'bytes=99-' } })
  await ask(`/files/${id}`, { cookie: '' })

  const rows = await accessesOf(portal, id, 5)
  expect(ofEach(rows)).toEqual([
    ['viewer', 0, 14, 15],
    ['viewer', 2, 5, 4],
    ['download', 0, 14, 15],
    ['zip', 0, 14, 15],
    ['viewer', 0, 14, 15],
  ])
  expect(rows.map(({ user_id }) => user_id)).toEqual([...Array(4).fill(investor.id), admin.id])
  expect(rows[0]).toMatchObject({ ip: '192.0.2.7', user_agent: firefox, is_in_order: true })
  expect(rows[0].session_id).toBe(rows[1].session_id)
})

test('of an archive each document has a row; so has each of the archive of everything', async ({
  portal,
  investor,
}) => {
  const [one, other] = [await givenDocument(portal, investor), await givenDocument(portal, investor, { content: 'x' })]
  const cookie = await portal.sessionOf(investor)
  const body = new URLSearchParams([
    ['ids', one.id],
    ['ids', other.id],
  ])
  await (await portal.fetch('/files/zip', { method: 'POST', cookie, body })).arrayBuffer()
  const everything = await portal.fetch('/files/everything', { cookie })
  expect(everything.status).toBe(200)
  await everything.arrayBuffer()
  for (const { id, content } of [one, other]) {
    const size = Buffer.from(content).length
    expect(ofEach(await accessesOf(portal, id, 2))).toEqual(Array(2).fill(['zip', 0, size - 1, size]))
  }
})

test('a reader who leaves is recorded with what was sent until then, not with the whole file', async ({
  portal,
  investor,
}) => {
  const size = 30_000_000
  const { id } = await givenDocument(portal, investor, { filename: 'Large.stl', content: Buffer.alloc(size, 7) })
  const headers = { cookie: await portal.sessionOf(investor) }
  let arrived = 0
  await new Promise<void>((resolve, reject) => {
    const requested = request(`${portal.url}/files/${id}`, { headers }, answer => {
      answer.once('data', chunk => {
        arrived = chunk.length
        requested.destroy()
        resolve()
      })
    })
    requested.on('error', reject)
    requested.end()
  })
  const [row] = await accessesOf(portal, id)
  expect(row.sent).toBeGreaterThanOrEqual(arrived)
  expect(row.sent).toBeLessThan(size)
  expect([row.first, row.last]).toEqual([0, size - 1])
})

test('no byte waits for the record: it is written afterward, again where the database was away, and once', async ({
  portal,
  investor,
}) => {
  const { id, content } = await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(investor)
  const { owner } = portal
  await owner.query('begin')
  await owner.query('lock table file_accesses in access exclusive mode')
  const answer = await portal.fetch(`/files/${id}`, { cookie })
  expect(await answer.text()).toBe(content.toString())
  // Waiting for the table ends in losing the connection to the database.
  await eventually('the end of a connection', async () => {
    // Otherwise a transaction always sees the first snapshot.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and query like '%record_file_accesses%' and pid <> pg_backend_pid()`,
    )
    return rows.some(({ ended }) => ended)
  })
  await owner.query('commit')
  expect(ofEach(await accessesOf(portal, id))).toEqual([['viewer', 0, content.length - 1, content.length]])
})

test('what was read is recorded though the document was deleted, or the access closed, before its end', async ({
  portal,
  admin,
  investor,
}) => {
  const size = 8_000_000
  const one = await givenDocument(portal, investor, { filename: 'One.stl', content: Buffer.alloc(size, 1) })
  const other = await givenDocument(portal, investor, { filename: 'Other.stl', content: Buffer.alloc(size, 2) })
  const cookie = await portal.sessionOf(investor)
  const first = await portal.fetch(`/files/${one.id}`, { cookie })
  const second = await portal.fetch(`/files/${other.id}`, { cookie })
  await deleteDocument(admin, one.id)
  await disablePerson(admin, investor.id, { reason: 'a test' })
  for (const answer of [first, second]) expect((await answer.arrayBuffer()).byteLength).toBe(size)
  for (const { id } of [one, other])
    expect(ofEach(await accessesOf(portal, id))).toEqual([['viewer', 0, size - 1, size]])
})

test('the record is only added to, and only the office reads it', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor)
  await (await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(investor) })).text()
  expect(await accessesOf(portal, id)).toHaveLength(1)
  for (const statement of [
    'update file_accesses set sent = 0 where document_id = $1',
    'delete from file_accesses where document_id = $1',
  ])
    await expect(portal.owner.query(statement, [id])).rejects.toThrow('what was served is only added to')
  const seenBy = (actor: Actor) =>
    actAs(actor, tx => tx.selectFrom('file_accesses').select('id').where('document_id', '=', id).execute())
  expect(await seenBy(admin)).toHaveLength(1)
  expect(await seenBy(investor)).toEqual([])
})

test('an erasure removes where somebody read from, and leaves what they read', async ({ portal, admin, investor }) => {
  const { id } = await givenDocument(portal, investor)
  await (await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(investor) })).text()
  await accessesRecorded()
  await disablePerson(admin, investor.id, { reason: 'a test' })
  await erasePerson(admin, investor.id, { confirmation: investor.email, openNote: false })
  const [row] = await accessesOf(portal, id)
  expect(row).toMatchObject({ user_id: investor.id, how: 'viewer', ip: null, user_agent: null })
})

test('what is recorded of a reading that an erasure interrupts doesn’t say from where', async ({
  portal,
  admin,
  investor,
}) => {
  const size = 8_000_000
  const { id } = await givenDocument(portal, investor, { filename: 'One.stl', content: Buffer.alloc(size, 1) })
  const answer = await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(investor) })
  await disablePerson(admin, investor.id, { reason: 'a test' })
  await erasePerson(admin, investor.id, { confirmation: investor.email, openNote: false })
  expect((await answer.arrayBuffer()).byteLength).toBe(size)
  const [row] = await accessesOf(portal, id)
  expect(row).toMatchObject({ user_id: investor.id, sent: size, ip: null, user_agent: null })
})

test('what has reached a reader counts, though its connection hasn’t said so yet', async ({ portal, investor }) => {
  const { id, content } = await givenDocument(portal, investor)
  const range = { start: 0, end: content.length - 1 }
  const bytes = recorded(investor, { documentId: id, how: 'viewer', range }, Readable.from([content]))
  await bytes.next()
  let isRecorded = false
  const record = accessesRecorded().then(() => {
    isRecorded = true
  })
  await portal.owner.query('select 1')
  expect(isRecorded).toBe(false)
  expect((await bytes.next()).done).toBe(true)
  await record
  expect(ofEach(await accessesOf(portal, id))).toEqual([['viewer', 0, content.length - 1, content.length]])
})

test('somebody outside the office reads so much in an hour, and no more', () => {
  const reader = { id: randomUUID(), email: 'a@b.example', fullName: null, organization: null, isAdmin: false }
  const limits = new ReadLimits()
  limits.enforce(reader, readsPerPerson)
  expect(() => limits.enforce(reader)).toThrow(expect.objectContaining({ code: 'TOO_MANY_READS' }))
  limits.enforce({ ...reader, id: randomUUID() })
  limits.enforce({ ...reader, isAdmin: true }, readsPerPerson)
})

test('pieces that follow each other are one row, in whatever order they are recorded, and one session has at most twenty', async ({
  portal,
  investor,
}) => {
  const { id } = await givenDocument(portal, investor)
  const session = randomUUID()
  const record = (pieces: readonly (readonly [first: number, last: number])[], sessionId = session) =>
    portal.owner.query('select app.record_file_accesses($1)', [
      JSON.stringify(
        pieces.map(([first_byte, last_byte]) => ({
          ...{ document_id: id, user_id: investor.id, session_id: sessionId, how: 'viewer' },
          ...{ first_byte, last_byte, sent: last_byte - first_byte + 1, begun_at: new Date(), ip: '192.0.2.7' },
        })),
      ),
    ])
  const bytes = (count: number, step = 1) => Array.from({ length: count }, (_, n) => [n * step, n * step] as const)
  await record(bytes(300))
  await record([
    [600, 699],
    [300, 399],
    [500, 599],
  ])
  const of = async () =>
    (
      await portal.owner.query(
        `select first_byte::int as first, last_byte::int as last, sent::int as sent, requests from file_accesses
        where document_id = $1 order by id`,
        [id],
      )
    ).rows
  expect(await of()).toEqual([
    { first: 0, last: 399, sent: 400, requests: 301 },
    { first: 500, last: 699, sent: 200, requests: 2 },
  ])
  // Every other byte, three thousand times: none of these is adjacent to another.
  await record(bytes(3000, 2))
  const rows = await of()
  expect(rows).toHaveLength(20)
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(3303)
  expect(Math.max(...rows.map(({ last }) => last))).toBe(5998)
  await record([[0, 0]], randomUUID())
  expect(await of()).toHaveLength(21)
})

test('guests together read so much in an hour; the others aren’t refused for it', () => {
  const limits = new ReadLimits()
  const reader = { email: 'a@b.example', fullName: null, organization: null, isAdmin: false }
  const guest = () => ({ ...reader, id: randomUUID(), isGuest: true })
  for (let read = 0; read < readsOfGuests; read += readsPerPerson) limits.enforce(guest(), readsPerPerson)
  expect(() => limits.enforce(guest())).toThrow(expect.objectContaining({ code: 'GUESTS_BUSY' }))
  limits.enforce({ ...reader, id: randomUUID() })
})
