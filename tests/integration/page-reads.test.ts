import { Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import { findDocuments } from '../../server/documents/document-search.ts'
import { getUserDocuments } from '../../server/documents/documents.ts'
import { apiFor } from '../helpers/api.ts'
import { givenDelegate, givenFiled } from '../helpers/delegates.ts'
import { givenHolder } from '../helpers/holders.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs } from '../helpers/query-as.ts'
import { allDone, testOnPortal } from '../helpers/shared-portal.ts'

/** What pages of the portal ask the database, and that they show what they did when they asked more often. */

const test = testOnPortal({}, true)

/** @returns how often a request wrote to the database, by the pool whose connection it used; the queue's don't count */
async function exchangesOf(request: () => Promise<Response>): Promise<Record<string, number>> {
  const acquired = vi.spyOn(pg.Pool.prototype, 'connect')
  const written = vi.spyOn(Socket.prototype as Required<Socket>, '_writev')
  try {
    const answer = await request()
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    const exchanges: Record<string, number> = {}
    for (const [at, pool] of acquired.mock.contexts.entries()) {
      const name = String((pool as unknown as pg.Pool).options.application_name)
      if (name.includes('queue')) continue
      const client = (await acquired.mock.results[at]?.value) as { connection: { stream: Socket } }
      const sockets: unknown[] = written.mock.contexts
      exchanges[name] = (exchanges[name] ?? 0) + sockets.filter(socket => socket === client.connection.stream).length
    }
    return exchanges
  } finally {
    acquired.mockRestore()
    written.mockRestore()
  }
}

test('a page costs two exchanges with the database, and asking who is signed in costs one', async ({
  portal,
  investor,
}) => {
  await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(investor)
  for (const [path, exchanges] of [
    ['/api/session', 1],
    ['/profile.data', 2],
    ['/profile', 2],
    ['/profile.data?sort=views&show=all', 2],
    ['/profile.data?q=note&state=viewed', 2],
  ] as const) {
    const ask = () => portal.fetch(path, { cookie })
    // The first time, connections are opened.
    await (await ask()).arrayBuffer()
    // Through a pooler, all connections have one name.
    const connection = inject('poolerUrl') ? 'promissory' : 'promissory reading'
    expect(await exchangesOf(ask), path).toEqual({ [connection]: exchanges })
  }
})

test('so does what a delegate is shown, and whom an investor lets look', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  await givenDelegate(portal, investor, second, holder)
  await allDone(portal)
  for (const [person, path] of [
    [second, '/profile/shared'],
    [second, '/profile/shared.data'],
    [investor, '/profile/delegates'],
  ] as const) {
    const cookie = await portal.sessionOf(person)
    const ask = () => portal.fetch(path, { cookie })
    await (await ask()).arrayBuffer()
    const connection = inject('poolerUrl') ? 'promissory' : 'promissory reading'
    expect(await exchangesOf(ask), path).toEqual({ [connection]: 2 })
  }
})

interface PlanNode {
  Output?: string[]
  Plans?: PlanNode[]
  'Actual Loops': number
}

test('a person’s own documents are found without a look at what others show', async ({ portal, investor }) => {
  await givenDocument(portal, investor)
  const list = 'select id from documents where owner_id = any ((select app.my_owners())::uuid[])'
  const { rows } = await queryAs(portal, investor.id, `explain (analyze, verbose, format json) ${list}`)
  const nodes = ({ Plans = [], ...node }: PlanNode): PlanNode[] => [node, ...Plans.flatMap(nodes)]
  const asking = (what: string) =>
    nodes(rows[0]['QUERY PLAN'][0].Plan).filter(({ Output }) => JSON.stringify(Output ?? []).includes(what))
  expect(asking('my_owners').some(node => node['Actual Loops'] > 0)).toBe(true)
  expect(asking('my_shared').map(node => node['Actual Loops'])).toEqual([0])
})

test('Today costs an administrator two exchanges, too, with the counts beside the links', async ({ portal, admin }) => {
  const cookie = await portal.sessionOf(admin)
  for (const path of ['/profile/admin/today', '/profile/admin/today.data', '/profile', '/profile.data']) {
    const ask = () => portal.fetch(path, { cookie })
    await (await ask()).arrayBuffer()
    const connection = inject('poolerUrl') ? 'promissory' : 'promissory reading'
    expect(await exchangesOf(ask), path).toEqual({ [connection]: 2 })
  }
})

test('the rows of a list are the documents as they are', async ({ portal, investor, admin }) => {
  await givenDocument(portal, investor, { filename: 'A "quoted" name, ünïcode.pdf' })
  const ids = [
    (await givenDocument(portal, investor, { filename: 'model.stl', uploadedBy: admin })).id,
    (await givenDocument(portal, investor, { uploadedBy: admin })).id,
    (await givenDocument(portal, investor)).id,
  ]
  await portal.owner.query(
    `update documents set read_at = now(), view_count = 3, marks = '{}', check_state = 'clean',
      checked_at = now() where id = $1`,
    [ids[0]],
  )
  await portal.owner.query(
    `update documents set marks = '{scripts}', opened_by_others_at = now(), delete_request_status = 'pending',
      delete_requested_by = user_id, delete_requested_at = now(), uploaded_by = null where id = $1`,
    [ids[1]],
  )
  await portal.owner.query("update documents set created_at = now() - interval '2 hours' where id = $1", [ids[2]])
  await portal.owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_size, mime_type, is_external_link, external_url,
      file_type, signing_state, signing_sent_at)
    values ($1, $2, 'Note', 0, 'application/docusign', true, 'https://sign.example/1', 'docusign', 'sent', now())`,
    [investor.id, admin.id],
  )
  for (const reader of [investor, admin]) {
    const { rows } = await findDocuments(reader, investor.id, { search: '', sort: 'newest' })
    const listed = rows
    const expected = await getUserDocuments(reader, investor.id)
    expect(listed.map(({ just_added: _, csv_id: __, holder_id: ___, ...document }) => document)).toEqual(expected)
    const isNew = ({ uploaded_by, id }: Record<string, unknown>) => uploaded_by === reader.id && id !== ids[2]
    expect(listed.map(({ just_added }) => just_added)).toEqual(listed.map(isNew))
  }
  expect(await apiFor(portal.url, { cookie: await portal.sessionOf(investor) }).documents()).toHaveLength(5)
})

test('what a page can do without does not take the rest with it', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor)
  const ask = async () => (await portal.fetch('/profile.data', { cookie: await portal.sessionOf(investor) })).text()
  for (const refused of ['conversation_reads', 'delete_decisions', 'document_requests']) {
    await portal.owner.query(`revoke select on ${refused} from app_user`)
    try {
      expect(await ask(), refused).toContain(id)
    } finally {
      await portal.owner.query(`grant select on ${refused} to app_user`)
    }
  }
})

test('a session is found by a cookie whose signature is right, and by no other', async ({
  portal,
  investor,
  second,
}) => {
  const cookie = await portal.sessionOf(investor)
  const [, token = '', signature = ''] = /=(.*)\.(.*)$/.exec(decodeURIComponent(cookie)) ?? []
  const [, other = ''] = /=(.*)\./.exec(decodeURIComponent(await portal.sessionOf(second))) ?? []
  const emailFor = async (value: string) => {
    const asked = await portal.fetch('/api/session', { cookie: `a=b; promissory.session_token=${value}; c=d` })
    return (await asked.json()).profile?.email
  }
  expect(await emailFor(encodeURIComponent(`${token}.${signature}`))).toBe(investor.email)
  expect(await emailFor(`${token}.${signature}`)).toBe(investor.email)
  for (const value of [
    token,
    `${token}.`,
    `.${signature}`,
    `${other}.${signature}`,
    `${token}.${'A'.repeat(43)}=`,
    '%',
    '',
  ])
    expect(await emailFor(value), value).toBeUndefined()
  await portal.owner.query('update user_profiles set disabled_at = now() where id = $1', [investor.id])
  expect(await emailFor(encodeURIComponent(`${token}.${signature}`))).toBeUndefined()
})
