import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { getUserDocuments } from '../../app/documents/server/documents.ts'
import { tokenHash } from '../../app/identity/server/session-cookie.ts'
import type { Actor } from '../../server/access/actor.ts'
import { type AccountTransaction, actAs, actAsVisitor, alsoAsJobs, alsoAsSignIn } from '../../server/database/act-as.ts'
import { actorKey, actorToken, keyBlocks } from '../../server/database/actor-token.ts'
import type { Statement } from '../../server/database/prepared.ts'
import { readAs } from '../../server/database/read-as.ts'
import type { Database } from '../../server/database/types.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { testSecret } from '../helpers/cluster.ts'
import { foundDocuments } from '../helpers/found-documents.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { ofTest } from '../helpers/plans.ts'
import { transactionAs } from '../helpers/query-as.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

/*
 * What someone can do whose SQL runs as part of a person's transaction, on the site's own connections, with as many
 * statements as they like.
 */

type Row = Record<string, unknown>

async function inject(tx: Transaction<Database>, text: string): Promise<Row[]> {
  const { rows } = await sql.raw<Row>(text).execute(tx)
  return rows
}

/** The rows of other people that a transaction sees. */
async function othersRows(tx: Transaction<Database>, me: Actor): Promise<Row[]> {
  return [
    ...(await inject(tx, `select id from documents where user_id <> '${me.id}'`)),
    ...(await inject(tx, `select id from user_profiles where id <> '${me.id}'`)),
    ...(await inject(tx, `select id from audit_log where actor_id is distinct from '${me.id}'`)),
    ...(await inject(tx, 'select id from messages')),
  ]
}

const forbidden = { code: 'FORBIDDEN' }
const zeros = '0'.repeat(64)

test.for([
  ['the setting that older versions trusted', "select set_config('app.user_id', 'THEM', true)"],
  ['the id alone', "select set_config('app.actor', 'THEM', true)"],
  ['an invented signature', `select set_config('app.actor', 'THEM ${zeros}', true)`],
  ['their own signature', "select set_config('app.actor', replace(current_setting('app.actor'), 'ME', 'THEM'), true)"],
  [
    'a signature with the key that an empty table would have',
    `select set_config('app.actor', 'THEM ' || encode(sha256(convert_to('THEM ' || pg_backend_pid() || ' '
      || extract(epoch from now()), 'UTF8')), 'hex'), true)`,
  ],
  ['no id', `select set_config('app.actor', ' ${zeros}', true)`],
  [
    'a transaction of their own',
    "commit; begin; set local role app_user; select set_config('app.actor', 'THEM', true), set_config('app.user_id', 'THEM', true)",
  ],
  ['policies switched off', 'set local row_security = off'],
])('nobody acts as another person with %s', async ([_, attack = ''], { portal, investor, admin }) => {
  await givenDocument(portal, admin)
  for (const them of [admin.id, randomUUID()]) {
    const seen = actAs(investor, async tx => {
      await inject(tx, attack.replaceAll('THEM', them).replaceAll('ME', investor.id))
      await inject(tx, `update user_profiles set full_name = 'Mallory' where id = '${them}'`)
      return othersRows(tx, investor)
    })
    // Either nothing is seen, or the database refuses altogether.
    await expect(seen.catch(error => (error.code === 'FORBIDDEN' ? [] : error))).resolves.toEqual([])
  }
  const { rows } = await portal.owner.query('select full_name from user_profiles where id = $1', [admin.id])
  expect(rows).toEqual([{ full_name: 'Ada Ministrator' }])
})

test('a signature is worthless on another connection, in a later transaction, and kept in the session', async ({
  portal,
  investor,
  admin,
}) => {
  await givenDocument(portal, admin)
  const stolen = "select current_setting('app.actor') as token, pg_backend_pid() as pid"
  const replay = (token: unknown) => `select set_config('app.actor', '${token}', true)`
  const { token, pid } = await actAs(admin, async tx => {
    const [row] = await inject(tx, stolen)
    expect(await othersRows(tx, investor), 'while it is used as intended').not.toEqual([])
    const elsewhere = await actAs(investor, async other => {
      await inject(other, replay(row?.token))
      return othersRows(other, investor)
    })
    expect(elsewhere).toEqual([])
    // Kept for the session, and not only for this transaction.
    await inject(tx, "select set_config('app.actor', current_setting('app.actor'), false)")
    return row ?? {}
  })
  const samePid = await actAs(investor, async tx => {
    expect(await othersRows(tx, investor)).toEqual([])
    await inject(tx, replay(token))
    expect(await othersRows(tx, investor)).toEqual([])
    return (await inject(tx, 'select pg_backend_pid() as pid'))[0]?.pid
  })
  expect(samePid).toBe(pid)
  const visitor = await actAsVisitor(async tx => inject(tx, "select current_setting('app.actor') as token"))
  expect(visitor).toEqual([{ token: '' }])
})

test('the pages’ login cannot assume a role of the sign-in, the queue, the operator or the owner', async ({
  portal,
  investor,
}) => {
  const { signIn: auth, jobs } = portal.access
  const { rows } = await portal.owner.query(
    `select rolname from pg_roles where rolname like 'app\\_%' or rolname = any ($1)`,
    [[portal.owner.user, auth.user, jobs.user]],
  )
  const roles = rows.map(({ rolname }) => rolname).filter(role => !/^app_(user|visitor|caller)$/.test(role))
  expect(roles).toEqual(expect.arrayContaining(['app_auth', 'app_jobs', 'app_guard', 'app_queue', portal.owner.user]))
  for (const role of roles) {
    for (const attempt of [`select set_config('role', '${role}', true)`, `reset role; set role ${role}`]) {
      await expect(
        actAs(investor, tx => inject(tx, attempt)),
        attempt,
      ).rejects.toMatchObject(forbidden)
    }
  }
  const signIn = actAs(investor, tx =>
    alsoAsSignIn(tx as AccountTransaction, auth => inject(auth as never, 'select 1')),
  )
  await expect(signIn).rejects.toMatchObject(forbidden)
  await expect(actAs(investor, tx => alsoAsJobs(tx as never, async () => 1))).rejects.toMatchObject(forbidden)
})

test('each login may assume the roles of its own work and no others', async ({ portal }) => {
  const rolesOf = async (login: pg.PoolConfig) => {
    const { rows } = await portal.owner.query(
      `select roleid::regrole::text as role from pg_auth_members where member = $1::regrole order by 1`,
      [login.user],
    )
    return rows.map(({ role }) => role)
  }
  expect(await rolesOf(portal.access.pages)).toEqual(['app_caller', 'app_user', 'app_visitor'])
  expect(await rolesOf(portal.access.signIn)).toEqual(['app_auth', 'app_user'])
  expect(await rolesOf(portal.access.jobs)).toEqual(['app_jobs', 'app_user'])
})

test('nobody reads the key, changes the check or looks into the queue', async ({ portal, investor, admin }) => {
  for (const statement of [
    'select * from app.actor_keys',
    "insert into app.actor_keys values ('', '')",
    'delete from app.actor_keys',
    "create or replace function app.user_id() returns uuid language sql as $$ select 'x'::uuid $$",
    'alter function app.user_id() reset all',
    'drop function app.is_admin() cascade',
    'create function public.now() returns timestamptz language sql as $$ select null::timestamptz $$',
    'create schema mine',
    'create temporary table documents (id uuid)',
    'alter table documents disable row level security',
    'select * from jobs.job',
    "insert into jobs.job (name) values ('clean-up')",
    "select app.enqueue('clean-up', '[{}]', 0)",
    'select token_hash from auth.sessions',
  ]) {
    for (const person of [investor, admin]) {
      await expect(
        actAs(person, tx => inject(tx, statement)),
        statement,
      ).rejects.toMatchObject(forbidden)
    }
  }
  for (const role of ['app_user', 'app_visitor', 'app_caller', 'app_auth', 'app_jobs']) {
    const read = transactionAs(portal, role, admin.id, client => client.query('select * from app.actor_keys'))
    await expect(read, role).rejects.toMatchObject({ code: '42501' })
  }
})

test('a key that was replaced is accepted for an hour, so that two processes can take turns', async ({
  portal,
  investor,
}) => {
  const key = actorKey('the secret before this one, which is gone')
  const { inner, outer } = keyBlocks(key)
  const acts = (retired: string) =>
    transactionAs(portal, 'app_user', '', async client => {
      await portal.owner.query(
        `insert into app.actor_keys values ($1, $2, now() - $3::interval)
        on conflict (inner_block) do update set retired_at = excluded.retired_at`,
        [inner, outer, retired],
      )
      const begun = await client.query("select pg_backend_pid() || ' ' || extract(epoch from now()) as transaction")
      const token = actorToken(key, investor.id, begun.rows[0].transaction)
      const { rows } = await client.query(
        "select app.user_id() as id from (select set_config('app.actor', $1, true)) set offset 0",
        [token],
      )
      return rows[0].id
    })
  expect(await acts('59 minutes')).toBe(investor.id)
  expect(await acts('61 minutes')).toBeNull()
  await prepareDatabase(portal.ownerUrl, testSecret)
  const { rows } = await portal.owner.query('select retired_at from app.actor_keys')
  expect(rows).toEqual([{ retired_at: null }])
})

test('nothing that is left behind on a connection reaches the person who uses it next', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, second)
  await givenDocument(portal, admin)
  for (const leftBehind of [
    "select set_config('search_path', 'pg_temp, auth, jobs', false)",
    "select set_config('role', 'app_visitor', false)",
    'set session characteristics as transaction read only',
    "set client_encoding = 'SJIS'",
    'set standard_conforming_strings = off',
    'set row_security = off',
    "set statement_timeout = '9s'",
    "set timezone = 'Pacific/Kiritimati'",
    `set app.call_token = 'a'`,
    'prepare theirs as select 1',
    "select pg_advisory_lock(hashtextextended('administrators', 0))",
    'listen documents',
    'declare theirs cursor with hold for select * from documents',
  ]) {
    const pidOf = async (tx: Transaction<Database>) => (await inject(tx, 'select pg_backend_pid() as pid'))[0]?.pid
    const before = await actAs(investor, async tx => {
      const pid = await pidOf(tx)
      await inject(tx, leftBehind)
      return pid
    })
    const after = await actAs(second, async tx => {
      const settings = `select name, setting from pg_settings where source = 'session' and name <> 'role'
          and name not like 'app.%'`
      expect(await inject(tx, settings), leftBehind).toEqual([])
      const rest = await inject(
        tx,
        `select (select count(*)::int from pg_prepared_statements) as prepared,
        (select count(*)::int from pg_cursors where is_holdable) as cursors,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
      )
      expect(rest, leftBehind).toEqual([{ prepared: 0, cursors: 0, locks: 0 }])
      return pidOf(tx)
    })
    expect(after, 'the same connection').toBe(before)
    // Listening ends only when that transaction does.
    expect(await actAs(second, tx => inject(tx, 'select pg_listening_channels()'))).toEqual([])
    expect((await getUserDocuments(second, second.id)).map(document => document.id)).toEqual([id])
  }
})

const raw = (text: string): Statement<Row> => ({ text: `${text} ${ofTest}`, values: [] })
const listOf = async ({ id }: Actor) =>
  (await foundDocuments({ id } as Actor, id, { search: '', sort: 'newest' })).rows.map(row => row.id)

test('nothing that is left behind on a connection for reading reaches the person who uses it next', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, second)
  const others = [(await givenDocument(portal, investor)).id, (await givenDocument(portal, admin)).id]
  const [cookie, adminCookie] = [await portal.sessionOf(second), await portal.sessionOf(admin)]
  const token = tokenHash(decodeURIComponent(/session_token=([^;]*)/.exec(adminCookie)?.[1] ?? '').split('.')[0] ?? '')
  for (const leftBehind of [
    "select set_config('search_path', 'pg_temp, auth, jobs', false)",
    "select set_config('role', 'app_visitor', false)",
    'set row_security = off',
    "set client_encoding = 'SJIS'",
    'prepare theirs as select 1',
    // In the place of ours: who is asking, who acts, what they see.
    `deallocate find_session; prepare find_session (text) as select * from app.find_session('${token}') where $1 <> ''`,
    "deallocate assume_person; prepare assume_person (text) as select set_config('role', 'app_visitor', true), $1",
    'deallocate all; prepare documents_by_newest as select 1',
    'deallocate all',
    "select pg_advisory_lock(hashtextextended('administrators', 0))",
    'declare theirs cursor with hold for select * from documents',
  ]) {
    await readAs(investor, ...leftBehind.split('; ').map(raw))
    const session = await (await portal.fetch('/api/session', { cookie })).json()
    expect(session.profile, leftBehind).toMatchObject({ id: second.id, is_admin: false })
    const list = await listOf(second)
    expect(list, leftBehind).toContain(id)
    for (const other of others) expect(list, leftBehind).not.toContain(other)
    const [rest] = await readAs(
      second,
      raw(`select (select count(*)::int from pg_prepared_statements where from_sql) as prepared,
        (select count(*)::int from pg_cursors where is_holdable) as cursors,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`),
    )
    expect(rest, leftBehind).toEqual([{ prepared: 0, cursors: 0, locks: 0 }])
  }
})

test.for([
  'commit',
  'rollback',
  'commit; begin; set local role app_user',
  'reset role',
  'set transaction read write',
  "select set_config('app.actor', replace(current_setting('app.actor'), 'ME', 'THEM'), true)",
  "update user_profiles set full_name = 'Mallory'",
  "delete from documents; select pg_notify('documents', '{}')",
  'select 1 / 0',
])(
  'in the transaction that the reads of a request share, %s shows nobody else’s rows',
  async (attack, { portal, investor, admin }) => {
    await givenDocument(portal, admin)
    const { id } = await givenDocument(portal, investor)
    const text = attack.replace('ME', investor.id).replace('THEM', admin.id)
    // One after the other in one transaction: the list before, the attack, what it shows, and the list after.
    const before = readAs(investor, raw('select id from documents'))
    const attacked = readAs(
      investor,
      ...text.split('; ').map(raw),
      raw('select id from documents where user_id is distinct from app.user_id()'),
    )
    const after = readAs(investor, raw('select id from documents'))
    const seen = await attacked.then(
      results => results.at(-1) ?? [],
      () => [],
    )
    expect(seen.filter(row => row.id !== id)).toEqual([])
    expect(await before).toEqual([[{ id }]])
    for (const row of (await after)[0]) expect(row).toEqual({ id })
    expect(await readAs({ ...investor }, raw('select id, app.user_id() as me from documents'))).toEqual([
      [{ id, me: investor.id }],
    ])
  },
)

test('readers at the same moment see their own rows and nobody else’s', async ({ portal, investor, second, admin }) => {
  const people = [investor, second, admin]
  const own = new Map<string, string>()
  for (const person of people) own.set(person.id, (await givenDocument(portal, person)).id)
  const read = async (n: number) => {
    const person = { ...(people[n % people.length] as Actor) }
    const fails = n % 7 === 0 && readAs(person, raw('select 1 / 0')).catch(() => {})
    const [[me], documents] = await readAs(
      person,
      raw('select app.user_id() as id'),
      raw(`select id from documents where user_id = '${person.id}'`),
    )
    await fails
    expect(me?.id).toBe(person.id)
    expect(documents).toEqual([{ id: own.get(person.id) }])
    const list = await listOf(person)
    for (const [id, document] of own) expect(list.includes(document)).toBe(id === person.id)
  }
  // More than there are connections, and few enough that none waits for one as long as a pool lets it, on any machine.
  for (let n = 0; n < 150; n += 25) await Promise.all(Array.from({ length: 25 }, (_, i) => read(n + i)))
})

test('a session is found by the pages’ login alone, and only with its token', async ({ portal, investor, admin }) => {
  await portal.sessionOf(admin)
  const { rows: hashes } = await portal.owner.query('select token_hash from auth.sessions where user_id = $1', [
    admin.id,
  ])
  for (const role of ['app_user', 'app_visitor', 'app_caller', 'app_auth', 'app_jobs']) {
    const find = transactionAs(portal, role, investor.id, client =>
      client.query('select * from app.find_session($1)', [hashes[0].token_hash]),
    )
    await expect(find, role).rejects.toMatchObject({ code: '42501' })
  }
  const client = new pg.Client(portal.access.pages)
  await client.connect()
  try {
    for (const [hash, found] of [
      [hashes[0].token_hash, 1],
      [hashes[0].token_hash.slice(1), 0],
      ['', 0],
      [null, 0],
    ]) {
      expect((await client.query('select * from app.find_session($1)', [hash])).rowCount).toBe(found)
    }
    for (const statement of ['select * from auth.sessions', 'select * from user_profiles', 'select app.user_id()']) {
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  } finally {
    await client.end()
  }
})

test('a login’s password and defaults, which it can change itself, are set again at the next start', async ({
  portal,
  investor,
}) => {
  const { user } = portal.access.pages
  const defaultsOf = async () =>
    (
      await portal.owner.query('select setconfig from pg_db_role_setting where setrole = $1::regrole', [user])
    ).rows.flatMap(row => row.setconfig)
  const before = await defaultsOf()
  await actAs(investor, tx =>
    inject(
      tx,
      `reset role; alter role "${user}" set default_transaction_read_only = on; alter role "${user}" password 'x'`,
    ),
  )
  expect((await defaultsOf()).toSorted()).toEqual(['default_transaction_read_only=on', ...before].toSorted())
  await prepareDatabase(portal.ownerUrl, testSecret)
  expect(await defaultsOf()).toEqual(before)
  expect(await signsIn(portal)).toBe(true)
})

async function signsIn(portal: SharedPortal): Promise<boolean> {
  const client = new pg.Client(portal.access.pages)
  await client.connect()
  await client.end()
  return true
}

test('a notification that is no JSON does not end the process', async ({ portal, investor }) => {
  for (const payload of ['not JSON', 'null', '[]', '7', '']) {
    for (const channel of ['documents', 'sessions', 'profiles']) {
      await actAs(investor, tx => inject(tx, `select pg_notify('${channel}', '${payload}')`))
    }
  }
  expect((await portal.fetch('/healthz')).status).toBe(200)
})
