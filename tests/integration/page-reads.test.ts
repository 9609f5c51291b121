import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import { getUserDocuments } from '../../app/documents/server/documents.ts'
import type { Actor } from '../../server/access/actor.ts'
import { queryAs as queryInRequest, RequestReads } from '../../server/database/read-as.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { sentLinkRow } from '../../server/sample/documents.ts'
import { insertOf } from '../../server/sample/rows.ts'
import { apiFor } from '../helpers/api.ts'
import { givenDelegate, givenFiled } from '../helpers/delegates.ts'
import { eventually } from '../helpers/eventually.ts'
import { foundDocuments } from '../helpers/found-documents.ts'
import { givenHolder } from '../helpers/holders.ts'
import { idleConnections } from '../helpers/idle-connections.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs } from '../helpers/query-as.ts'
import { allDone, type SharedPortal, testOnPortal } from '../helpers/shared-portal.ts'

/** Database statements of the portal's pages, with unchanged results. */

const test = testOnPortal({}, true)

/** A request's statements; the queue's own don't count. */
interface Requested {
  status: number
  /** By the pool's name, the number of connections taken. */
  connections: Record<string, number>
  transactions: number
  /** The number of round trips: statements sent together count as one. */
  exchanges: number
  statements: number
}

async function requestedBy(request: () => Promise<Response>): Promise<Requested> {
  // Earlier work returns its connection.
  await idleConnections()
  const acquired = vi.spyOn(pg.Pool.prototype, 'connect')
  const queried = vi.spyOn(pg.Client.prototype, 'query')
  const written = [
    vi.spyOn(Socket.prototype as Required<Socket>, '_writev'),
    vi.spyOn(Socket.prototype as Required<Socket>, '_write'),
  ]
  try {
    const answer = await request()
    await answer.arrayBuffer()
    const clients = new Map<unknown, string>()
    const connections: Record<string, number> = {}
    for (const [at, pool] of acquired.mock.contexts.entries()) {
      const name = String((pool as unknown as pg.Pool).options.application_name)
      if (name.includes('queue')) continue
      clients.set(await acquired.mock.results[at]?.value, name)
      connections[name] = (connections[name] ?? 0) + 1
    }
    // Nothing but its connection waits for the end of a transaction.
    const isOver = () => [...clients.keys()].every(client => (client as { isIdle: boolean }).isIdle)
    await eventually('the answers of the database', async () => isOver())
    const ofRequest = queried.mock.calls.filter((_, at) => clients.has(queried.mock.contexts[at]))
    const texts = ofRequest.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
    const sockets = new Set([...clients.keys()].map(client => (client as Connected).connection.stream))
    return {
      status: answer.status,
      connections,
      transactions: texts.filter(text => /\bbegin\b/.test(text)).length,
      exchanges: written.flatMap(({ mock }) => mock.contexts).filter(socket => sockets.has(socket as Socket)).length,
      statements: texts.length,
    }
  } finally {
    for (const spy of [acquired, queried, ...written]) spy.mockRestore()
  }
}

type Connected = { connection: { stream: Socket } }

// Through a pooler, all connections have one name.
const reading = inject('poolerUrl') ? 'promissory' : 'promissory reading'

/** For reads that follow from others, how many are sent together depends on the order of answers. */
const following = 20

/** The maximum round trips and statements of a page: the actor, its data, and the end of its transaction. */
const costs = {
  'a guest': {
    '': [3, 9],
    '/messages': [5, 9],
    '/messages/new': [3, 7],
    '/accreditation': [3, 6],
    '/tax': [3, 6],
    '/shared': [3, 7],
  },
  'an investor': {
    '': [3, 17],
    '?sort=views&show=all': [3, 17],
    '?q=note&state=viewed': [3, 19],
    '/messages': [5, 10],
    '/messages/new': [3, 8],
    '/notes': [3, 14],
    '/accreditation': [following, 15],
    '/subscribe': [following, 14],
    '/tax': [following, 20],
    '/delegates': [3, 8],
    '/shared': [3, 8],
    '/year/2026': [following, 17],
  },
  'a delegate': {
    '/messages': [5, 9],
    '/messages/new': [3, 7],
    '/accreditation': [3, 6],
    '/tax': [3, 6],
    '/shared': [3, 7],
  },
  'an approver': { '': [3, 9], '/admin/approvals': [3, 8] },
  'an administrator': {
    '': [3, 34],
    '/admin/today': [3, 39],
    '/admin/messages': [following, 16],
    '/admin/people': [following, 20],
    '/admin/people/{investor}/overview': [following, 41],
    '/admin/documents': [following, 18],
    '/admin/holders': [following, 17],
    '/admin/holders/{holder}': [following, 28],
    '/admin/register': [3, 15],
    '/admin/register/due': [3, 13],
    '/admin/approvals': [3, 15],
    '/admin/accreditation': [3, 18],
    '/admin/subscriptions': [6, 17],
    '/admin/tax': [following, 16],
    '/admin/statements': [3, 14],
    '/admin/audit': [following, 16],
    '/admin/access': [following, 17],
  },
} satisfies Record<string, Record<string, [exchanges: number, statements: number]>>

/** Agreements that are out to be signed. */
async function givenSubscriptions({ owner }: SharedPortal, { id }: Actor, holder: string, amount: number) {
  await owner.query(
    `with offering as (insert into offerings (name, kinds, state, created_by, opened_at)
      values ('Read together', '{individual}', 'open', $1, now()) returning id)
    insert into subscriptions (offering_id, person_id, holder_id, state, agreed, amount_cents, term_months, payout, rate_bp, quoted_through)
      select o.id, $1, $2, 'agreement', jsonb_build_object('holder_id', $2::uuid, 'principal_cents', 20000000, 'term_months', 12,
          'payout', 'monthly', 'rate_bp', 1100), 20000000, 12, 'monthly', 1100, app.fund_day() + 30
        from offering o, generate_series(1, $3)`,
    [id, holder, amount],
  )
}

test('every page reads in one transaction on one connection, whichever person asks', async ({
  portal,
  admin,
  approver,
  investor,
  second,
  domain,
}) => {
  await givenDocument(portal, investor)
  const { id: holder } = await givenHolder(admin, investor)
  await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  await givenDelegate(portal, investor, second, holder)
  await givenSubscriptions(portal, investor, holder, 30)
  const guest = await portal.newPerson(`guest@${domain}`, { fullName: 'Gus Guest', guest: true })
  await allDone(portal)
  const people = {
    'a guest': guest,
    'an investor': investor,
    'a delegate': second,
    'an approver': approver,
    'an administrator': admin,
  }
  for (const [who, pages] of Object.entries(costs)) {
    const cookie = await portal.sessionOf(people[who as keyof typeof costs])
    for (const [named, [exchanges, statements]] of Object.entries(pages)) {
      const [path = '', query = ''] = named
        .replace('{investor}', investor.id)
        .replace('{holder}', holder)
        .split(/(?=\?)/)
      for (const page of [`/profile${path}${query}`, `/profile${path}.data${query}`]) {
        const ask = () => portal.fetch(page, { cookie })
        // The first time, connections are opened, and the view is logged.
        await (await ask()).arrayBuffer()
        const requested = await requestedBy(ask)
        expect(requested, `${page} of ${who}`).toMatchObject({
          status: 200,
          connections: { [reading]: 1 },
          transactions: 1,
        })
        expect(requested.exchanges, `exchanges for ${page} of ${who}`).toBeLessThanOrEqual(exchanges)
        expect(requested.statements, `statements for ${page} of ${who}`).toBeLessThanOrEqual(statements)
      }
    }
  }
})

test('asking who is signed in costs one exchange', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const ask = () => portal.fetch('/api/session', { cookie })
  await (await ask()).arrayBuffer()
  expect(await requestedBy(ask)).toMatchObject({ connections: { [reading]: 1 }, exchanges: 1 })
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
  const link = sentLinkRow({ user_id: investor.id, uploaded_by: admin.id })
  await portal.owner.query(insertOf('documents', link))
  for (const reader of [investor, admin]) {
    const { rows } = await foundDocuments(reader, investor.id, { search: '', sort: 'newest' })
    const listed = rows
    const expected = await getUserDocuments(reader, investor.id)
    expect(listed.map(({ just_added: _, csv_id: __, holder_id: ___, ...document }) => document)).toEqual(expected)
    const isNew = ({ uploaded_by, id }: Record<string, unknown>) => uploaded_by === reader.id && id !== ids[2]
    expect(listed.map(({ just_added }) => just_added)).toEqual(listed.map(isNew))
  }
  expect(await apiFor(portal.url, { cookie: await portal.sessionOf(investor) }).documents()).toHaveLength(5)
})

/** @returns the actor in the database, requested twice; `meanwhile` runs in between, the first time */
function askTwice(actor: Actor, meanwhile: () => Promise<void>): Promise<unknown[]> {
  let isFirst = true
  return queryInRequest(actor, async tx => {
    const ask = async () => (await sql<{ id: string }>`select app.user_id() as id`.execute(tx)).rows[0]?.id
    const before = await ask()
    if (isFirst) {
      isFirst = false
      await meanwhile()
    }
    return [before, await ask()]
  })
}

test('work that goes on once its request’s transaction has ended never uses that connection', async ({
  investor,
  second,
}) => {
  const reads = new RequestReads(investor)
  const own = reads.within(() =>
    askTwice(investor, async () => {
      reads.end()
      await idleConnections()
      expect(await askTwice(second, async () => {})).toEqual([second.id, second.id])
    }),
  )
  expect(await own).toEqual([investor.id, investor.id])
})

test('a read that is refused, or fails, leaves the reads beside it their own', async ({ investor }) => {
  for (const fail of [
    () => queryInRequest(investor, () => Promise.reject(new PortalError('NOT_FOUND'))),
    () => queryInRequest(investor, tx => sql`select 1 / 0`.execute(tx)),
  ]) {
    const reads = new RequestReads(investor)
    const own = reads.within(() =>
      askTwice(investor, async () => {
        await expect(fail()).rejects.toThrow()
        await idleConnections()
      }),
    )
    expect(await own).toEqual([investor.id, investor.id])
    reads.end()
  }
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
    const requested = await portal.fetch('/api/session', { cookie: `a=b; promissory.session_token=${value}; c=d` })
    return (await requested.json()).profile?.email
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
