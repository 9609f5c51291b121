import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { log } from '../platform/log.ts'
import { settingsOf } from './settings.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)
/** Key of the advisory lock held while migrating; any number that every process shares. */
const migrationLock = 5_062_026

/**
 * Migrates a database to this version and prepares the role the application logs in with. Safe at every start and from
 * several processes: one migrates, the others wait and find nothing to do.
 * @param ownerUrl connection string of a role that may create schemas and roles
 * @param secret AUTH_SECRET; the login's password is derived from it, so that it needn't be stored
 * @param prepareMore runs as the owner after the migrations
 * @returns how to connect as the application's login role
 */
export async function migrateDatabase(
  ownerUrl: string,
  secret: string,
  prepareMore: (owner: pg.Client) => Promise<void>,
): Promise<pg.PoolConfig> {
  const owner = new pg.Client({ ...settingsOf(ownerUrl), application_name: 'promissory start' })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(owner)
    await prepareMore(owner)
    const login = await prepareLogin(owner, secret)
    return { ...settingsOf(ownerUrl), ...login }
  } finally {
    await owner.end()
  }
}

async function migrate(owner: pg.Client): Promise<void> {
  await owner.query(`create table if not exists schema_migrations (
    name text primary key, applied_at timestamptz not null default now())`)
  const applied = new Set((await owner.query('select name from schema_migrations')).rows.map(row => row.name))
  const names = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
  for (const name of names.filter(name => !applied.has(name))) {
    const statements = await readFile(new URL(name, migrationsFolder), 'utf8')
    await owner.query('begin')
    try {
      await owner.query(statements)
      await owner.query('insert into schema_migrations (name) values ($1)', [name])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback').catch(() => {})
      throw error
    }
    log.info('migrated the database', { migration: name })
  }
}

/**
 * Creates or updates the login role: without inheritance, so that it can do nothing until it assumes a working role.
 * Roles belong to the cluster, so its name includes the database's.
 */
async function prepareLogin(owner: pg.Client, secret: string): Promise<{ user: string; password: string }> {
  const name = (await owner.query('select current_database() as name')).rows[0].name as string
  const user = `${name.slice(0, 56)}_login`
  const password = createHmac('sha256', secret).update(`database login ${name}`).digest('base64url')
  const role = pg.escapeIdentifier(user)
  const known = await owner.query('select from pg_roles where rolname = $1', [user])
  await owner.query(`${known.rowCount ? 'alter' : 'create'} role ${role} login noinherit password '${password}'`)
  await owner.query(`grant app_user, app_auth, app_jobs, app_visitor, app_caller to ${role}`)
  await owner.query(`grant connect on database ${pg.escapeIdentifier(name)} to ${role}`)
  return { user, password }
}
