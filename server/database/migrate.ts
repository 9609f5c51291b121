import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { projectFolder } from '../platform/data-folder.ts'
import { log } from '../platform/log.ts'
import { actorKey, keyBlocks } from './actor-token.ts'
import type { DatabaseAccess } from './connection.ts'
import { settingsOf } from './settings.ts'

const migrationsFolder = join(projectFolder, 'server/database/migrations')
/** Key of the advisory lock held while migrating; any number that every process shares. */
const migrationLock = 5_062_026

/** What each login is for, and which of the working roles it may assume. */
const logins = {
  // Its name and password are older than the others.
  pages: { suffix: 'login', purpose: '', roles: ['app_user', 'app_visitor', 'app_caller'] },
  signIn: { suffix: 'sign_in', purpose: ' sign-in', roles: ['app_auth', 'app_user'] },
  jobs: { suffix: 'jobs', purpose: ' jobs', roles: ['app_jobs', 'app_user'] },
} as const
const workingRoles = ['app_user', 'app_auth', 'app_jobs', 'app_visitor', 'app_caller']

/**
 * Migrates a database to this version and prepares the roles the application logs in with. Safe at every start and from
 * several processes: one migrates, the others wait and find nothing to do.
 * @param ownerUrl connection string of a role that may create schemas and roles
 * @param secret AUTH_SECRET; passwords and the key that signs who acts are derived from it, so that they needn't be
 *   stored
 * @param prepareMore runs as the owner after the migrations
 * @param assertUsable runs as the owner before them
 * @returns how the application connects
 */
export async function migrateDatabase(
  ownerUrl: string,
  secret: string,
  prepareMore: (owner: pg.Client) => Promise<void>,
  assertUsable?: (owner: pg.Client) => Promise<void>,
): Promise<DatabaseAccess> {
  const settings = settingsOf(ownerUrl)
  const owner = new pg.Client({ ...settings, application_name: 'promissory start' })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await assertUsable?.(owner)
    await migrate(owner)
    await prepareMore(owner)
    const key = actorKey(secret)
    await writeActorKey(owner, key)
    return {
      pages: { ...settings, ...(await prepareLogin(owner, secret, 'pages')) },
      signIn: { ...settings, ...(await prepareLogin(owner, secret, 'signIn')) },
      jobs: { ...settings, ...(await prepareLogin(owner, secret, 'jobs')) },
      actorKey: key,
    }
  } finally {
    await owner.end()
  }
}

/**
 * Applies this version's migrations that are still missing, in order, each in a transaction.
 * @param owner a connection of a role that may create schemas and roles
 * @param only the names of those to apply, to make a database as it was when these were all
 */
export async function migrate(owner: pg.Client, only?: readonly string[]): Promise<void> {
  await owner.query(`create table if not exists schema_migrations (
    name text primary key, applied_at timestamptz not null default now())`)
  const applied = new Set((await owner.query('select name from schema_migrations')).rows.map(row => row.name))
  const names = await migrationNames()
  for (const name of names.filter(name => !applied.has(name) && (only?.includes(name) ?? true))) {
    const statements = await readFile(join(migrationsFolder, name), 'utf8')
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

/** @returns the names of this version's migrations, in order */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
}

/** Makes this key the current one. Another one that was current is accepted for one more hour. */
async function writeActorKey(owner: pg.Client, key: Buffer): Promise<void> {
  const { inner, outer } = keyBlocks(key)
  await owner.query(
    `insert into app.actor_keys (inner_block, outer_block) values ($1, $2)
    on conflict (inner_block) do update set retired_at = null`,
    [inner, outer],
  )
  await owner.query('update app.actor_keys set retired_at = now() where inner_block <> $1 and retired_at is null', [
    inner,
  ])
  await owner.query("delete from app.actor_keys where retired_at < now() - interval '1 hour'")
}

/**
 * Creates or updates a login role: without inheritance, so that it can do nothing until it assumes a working role, and
 * without defaults of its own, which a role may otherwise set for itself. Roles belong to the cluster, so its name
 * includes the database's.
 */
async function prepareLogin(owner: pg.Client, secret: string, login: keyof typeof logins) {
  const { suffix, purpose, roles } = logins[login]
  const name = (await owner.query('select current_database() as name')).rows[0].name as string
  const user = `${name.slice(0, 62 - suffix.length)}_${suffix}`
  const password = createHmac('sha256', secret).update(`database login ${name}${purpose}`).digest('base64url')
  const role = pg.escapeIdentifier(user)
  const database = pg.escapeIdentifier(name)
  const known = await owner.query('select from pg_roles where rolname = $1', [user])
  await owner.query(`${known.rowCount ? 'alter' : 'create'} role ${role} login noinherit password '${password}'`)
  await owner.query(`alter role ${role} reset all`)
  await owner.query(`alter role ${role} in database ${database} reset all`)
  const others = workingRoles.filter(working => !(roles as readonly string[]).includes(working))
  await owner.query(`revoke ${others.join()} from ${role}`)
  await owner.query(`grant ${roles.join()} to ${role}`)
  await owner.query(`grant connect on database ${database} to ${role}`)
  // The only thing a login can do by itself: find the session that a request shows the token of.
  if (login === 'pages') {
    await owner.query(`grant usage on schema app to ${role}; grant execute on function app.find_session to ${role}`)
  }
  // Temporary tables would outlive the transaction that made them.
  await owner.query(`revoke temporary on database ${database} from public`)
  return { user, password }
}
