import { dirname } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findBinaries } from '../../server/database/embedded/binaries.ts'
import { databaseUser } from '../../server/platform/data-folder.ts'
import { createLog } from '../../server/platform/log.ts'
import { apiFor, signIn } from '../helpers/api.ts'
import { startPostgres } from '../helpers/postgres-server.ts'
import { startServer } from '../helpers/server.ts'

/** The whole of it, with TLS, a pooler and a standby, is in own-postgres.slow.test.ts. */
test('a site works on a PostgreSQL of its operator’s own, whose logins need their passwords', async () => {
  const { postgres } = await findBinaries(databaseUser('/tmp'), createLog({ write: () => {} }))
  await using database = await startPostgres({ programs: dirname(postgres) })
  const superuser = new pg.Client(database.url('postgres'))
  await superuser.connect()
  await superuser.query("create role fund login createrole password 'a password'")
  await superuser.query('create database fund owner fund')
  await superuser.end()
  const site = await startServer({ DATABASE_URL: `postgresql://fund:a%20password@127.0.0.1:${database.port}/fund` })
  try {
    const cookie = await signIn(apiFor(site.url), site.mailbox, 'own@example.com')
    expect(await apiFor(site.url, { cookie }).documents('newest')).toEqual([])
  } finally {
    await site.dispose()
  }
})
