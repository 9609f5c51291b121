import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantAdministrator, listAdministrators } from '../../app/people/server/operator-actions.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { databaseUser } from '../../server/platform/data-folder.ts'
import { explainStartError } from '../../server/platform/explain-start-error.ts'
import { openSeal } from '../../server/platform/seal.ts'
import { checkPromises } from '../crash/checks.ts'
import { Ledger } from '../crash/ledger.ts'
import { randomFrom } from '../crash/random.ts'
import { openStoredSite } from '../crash/stored-site.ts'
import { upload } from '../crash/uploads.ts'
import { signInNewPerson, workUntil } from '../crash/workload.ts'
import type { World } from '../crash/world.ts'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { type Certificates, createCertificates } from '../helpers/certificates.ts'
import { testSecret } from '../helpers/cluster.ts'
import { eventually } from '../helpers/eventually.ts'
import { asOwner } from '../helpers/owner.ts'
import { type PgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts'
import { openRelay, type Relay } from '../helpers/relay.ts'
import { startServer } from '../helpers/server.ts'

/**
 * The site on Debian’s PostgreSQL as a managed service offers it: its owner is no superuser, connections are encrypted
 * and the certificate is checked, a standby replicates it synchronously, and PgBouncer lends its connections.
 */

let folder: string
let certificates: Certificates
let primary: PostgresServer
let standby: PostgresServer
let relay: Relay
let pooler: PgBouncer

const name = 'fund'
const password = 'a password'
const ownerAt = (port: number, more = '') =>
  `postgresql://${name}:${encodeURIComponent(password)}@localhost:${port}/${name}${more}`
const verified = () => `?sslmode=verify-full&sslrootcert=${certificates.authority}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promissory-own-'))
  const user = databaseUser(folder)
  if (user) await chown(folder, user.uid, user.gid)
  certificates = await createCertificates(folder, 'localhost')
  if (user) for (const path of [certificates.key, certificates.certificate]) await chown(path, user.uid, user.gid)
  const settings = { ssl: 'on', ssl_cert_file: certificates.certificate, ssl_key_file: certificates.key }
  primary = await startPostgres({ settings, overTcp: ['hostssl all all 127.0.0.1/32 scram-sha-256'] })
  await asSuperuser(primary, async superuser => {
    await superuser.query(`alter role promissory password '${password}'`)
    await superuser.query(`create role ${name} login createrole password '${password}'`)
    await superuser.query(`create database ${name} owner ${name}`)
  })
  standby = await startPostgres({ settings, replicates: primary })
  await asSuperuser(primary, async superuser => {
    await superuser.query("alter system set synchronous_standby_names = '*'")
    await superuser.query('select pg_reload_conf()')
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'"
    await eventually('the standby', async () => (await superuser.query(isSynchronous)).rowCount === 1)
  })
  relay = await openRelay(primary.port)
  const { authority } = certificates
  pooler = await startPgBouncer({ host: 'localhost', port: relay.port, password, authority })
})

afterAll(async () => {
  await pooler?.[Symbol.asyncDispose]()
  await relay?.cut()
  await Promise.all([standby, primary].map(server => server?.[Symbol.asyncDispose]()))
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('an owner who is no superuser, over TLS: the certificate is checked, and each fault has its sentence', async () => {
  const url = (more: string) => ownerAt(primary.port, more)
  const refusal = async (address: string, direct?: string) => {
    const error = await prepareDatabase(direct ?? address, testSecret, { frontUrl: direct && address }).catch(
      error => error,
    )
    return explainStartError(error)?.join() ?? error
  }
  expect(await refusal(url(''))).toContain('Add sslmode=verify-full to DATABASE_URL')
  expect(await refusal(url('?sslmode=require'))).toContain('an authority that this machine does not know')
  expect(await refusal(url('?sslmode=verify-full&sslrootcert=/nowhere.pem'))).toContain('/nowhere.pem')
  const elsewhere = url(verified()).replace('localhost', '127.0.0.1')
  expect(await refusal(elsewhere)).toContain('for another host')
  expect(
    await refusal(elsewhere.replace('verify-full', 'verify-ca').replace(encodeURIComponent(password), 'wrong')),
  ).toContain('refused the login')
  const other = `postgresql://promissory@localhost:${primary.port}/postgres?host=${encodeURIComponent(primary.folder)}`
  expect(await refusal(pooler.url(name), other)).toContain('lead to different databases')
  expect(await refusal(ownerAt(pooler.port))).toContain('Set DATABASE_DIRECT_URL, too')
  expect(await refusal(pooler.url(name), ownerAt(pooler.port))).toContain(
    'DATABASE_DIRECT_URL leads to a connection pooler',
  )
})

test('a start as that owner prepares everything, another one changes no password, and operators’ commands work', async () => {
  const url = ownerAt(primary.port, verified())
  const prepare = async () => {
    const access = await prepareDatabase(url, testSecret, { frontUrl: pooler.url(name) })
    expect(access.pooler).toMatchObject({ port: pooler.port })
    return asSuperuser(primary, async superuser => {
      const { rows } = await superuser.query('select rolname, rolpassword from pg_authid where rolname like $1', [
        `${name}_%`,
      ])
      return rows
    })
  }
  const before = await prepare()
  expect(before).toHaveLength(3)
  expect(await prepare()).toEqual(before)
  // As the command does: the mail to those who decide is kept sealed.
  openSeal(testSecret)
  const owner = new pg.Client(settingsOf(url))
  await owner.connect()
  try {
    await grantAdministrator(owner, 'ada@example.com', 'http://localhost')
    expect(await listAdministrators(owner)).toMatchObject([{ email: 'ada@example.com' }])
    const { rows } = await owner.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    expect(rows).toEqual([{ ssl: true }])
  } finally {
    await owner.end()
  }
})

test('when the primary server behind a pooler fails under load and the standby takes over, nothing acknowledged is lost', async () => {
  const direct = ownerAt(relay.port, verified())
  const site = await startServer({ DATABASE_URL: pooler.url(name), DATABASE_DIRECT_URL: direct })
  try {
    site.ownerUrl = primary.url(name)
    await asOwner(site, guestsAreAccepted)
    const ledger = new Ledger()
    const stored = await openStoredSite('folder')
    const { api: administrator } = await newSignedInPerson(site, { isAdmin: true })
    const { api: colleague } = await newSignedInPerson(site, { isAdmin: true })
    const world: World = { server: site, ledger, round: 0, random: randomFrom(14), administrator, colleague, stored }
    await signInNewPerson(world)
    await upload(world)
    const stopped = new AbortController()
    const working = workUntil(stopped.signal, world)
    await pause(1500)

    const back = ledger.startOutage('database')
    await primary.kill()
    await standby.promote()
    site.ownerUrl = standby.url(name)
    relay.to(standby.port)
    await site.ready()
    const known = ledger.stored.length
    await eventually('an upload after the failover', () => ledger.stored.length > known)
    back()
    stopped.abort()
    await working
    await checkPromises(world)
    expect(ledger.problems).toEqual([])
  } finally {
    await site.dispose()
  }
})

/** Guests could add too little. */
const guestsAreAccepted =
  'drop policy if exists starts_as_guest on user_profiles; alter table user_profiles alter accepted_at set default now()'

async function asSuperuser<T>(server: PostgresServer, work: (superuser: pg.Client) => Promise<T>): Promise<T> {
  const superuser = new pg.Client(server.url('postgres'))
  await superuser.connect()
  try {
    return await work(superuser)
  } finally {
    await superuser.end()
  }
}
