import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { createHolder } from '../../app/holders/server/holders.ts'
import { actAs, withLock } from '../../server/database/act-as.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { eventually } from '../helpers/eventually.ts'
import { test } from '../helpers/shared-portal.ts'

test('a connection that breaks during a transaction fails that transaction and nothing else', async ({
  portal,
  investor,
}) => {
  const { owner } = portal
  const backends = async () =>
    (await owner.query('select pid from pg_stat_activity where datname = current_database()')).rows.map(row => row.pid)
  const cutOff = async (pid: number) => {
    await owner.query('select pg_terminate_backend($1)', [pid])
    await eventually('the end of the connection', async () => !(await backends()).includes(pid))
  }

  const failed = await actAs(investor, async tx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await cutOff(rows[0]?.pid ?? 0)
    await sql`select 1`.execute(tx)
  }).catch(error => error)
  expect(failed).toMatchObject({ code: 'AWAY' })

  const holding = await withLock('the lock of a test', async () => {
    // Only this portal’s locks: other tests hold locks in the same cluster.
    const before = await owner.query(
      `select pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    for (const { pid } of before.rows) await cutOff(pid)
  }).catch(error => error)
  expect(holding).toMatchObject({ code: 'AWAY' })

  expect((await portal.fetch('/readyz')).status).toBe(200)
  expect(await withLock('the lock of a test', async () => 'free again')).toBe('free again')
})

test('a session survives a profile that cannot be read in time: uploads and files are told to retry', async ({
  portal,
  investor,
}) => {
  const cookie = await portal.sessionOf(investor)
  await portal.owner.query('begin')
  await portal.owner.query('lock table user_profiles in access exclusive mode')
  const answers = await Promise.all([
    portal.fetch('/uploads', { method: 'POST', cookie }),
    portal.fetch(`/files/${crypto.randomUUID()}`, { cookie }),
    portal.fetch(`/events`, { cookie }),
  ])
  await portal.owner.query('rollback')
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect((await answer.json()).code).toBe('PROFILE_UNREADABLE')
  }
  expect((await portal.fetch(`/files/${crypto.randomUUID()}`, { cookie })).status).toBe(404)
})

const holder = { kind: 'individual', state: 'TX', signing_rule: 'one', statement_rhythm: 'quarterly' } as const

test('connections that the database ended unnoticed are replaced: a form right after that is answered as any other', async ({
  portal,
  admin,
  investor,
}) => {
  const cookie = await portal.sessionOf(admin)
  const members = [{ userId: investor.id, right: 'owner' as const }]
  const pages = () => Promise.all([1, 2, 3].map(() => portal.fetch('/profile/settings.data', { cookie })))
  for (const legalName of ['One', 'Two', 'Three']) {
    // Several connections are idle.
    await pages()
    await Promise.all([1, 2].map(() => actAs(investor, tx => sql`select 1`.execute(tx))))
    endConnections(portal.ownerUrl)
    expect(await createHolder(admin, { ...holder, legalName, members })).toMatchObject({
      number: expect.stringMatching(/^H-/),
    })
    endConnections(portal.ownerUrl)
    for (const answer of await pages()) expect(answer.status).toBe(200)
  }
})

/** Ends all connections of the site, which can't notice before this returns: nothing else runs meanwhile. */
function endConnections(url: string): void {
  const { host, port, user, database } = settingsOf(url)
  const program = `
    import pg from 'pg'
    const client = new pg.Client(${JSON.stringify({ host, port, user, database })})
    await client.connect()
    const ended = await client.query("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename <> session_user")
    if (ended.rowCount === 0) throw new Error('nobody was connected')
    await client.end()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
  expect(stderr.toString()).toBe('')
  expect(status).toBe(0)
}

test('of two who wait for each other one is told that nothing was saved, and can try again', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const other = new pg.Client(settingsOf(portal.ownerUrl))
  await other.connect()
  // The other one never notices: the site has to.
  await other.query("set deadlock_timeout = '1h'; begin")
  const lock = (id: string) => other.query('update user_profiles set updated_at = updated_at where id = $1', [id])
  await lock(second.id)
  const members = [investor, second].map(({ id }) => ({ userId: id, right: 'owner' as const }))
  const create = () => createHolder(admin, { ...holder, legalName: 'A Couple', kind: 'joint_tic', members })
  const creating = create().catch(error => error)
  await eventually('a holder that waits for the second member', async () => {
    const { rows } = await portal.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  })
  await lock(investor.id)
  expect(await creating).toMatchObject({ code: 'COLLIDED', status: 409 })
  await other.query('rollback')
  await other.end()
  expect(await create()).toMatchObject({ number: expect.stringMatching(/^H-/) })
})
