import { sql } from 'kysely'
import { expect } from 'vitest'
import { actAs, withLock } from '../../server/database/act-as.ts'
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
