import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import pg from 'pg'

/** Purpose of each login, the working roles it may assume, and initial settings of its connections. */
const logins = {
  // Its name and password are older than the others.
  pages: { suffix: 'login', purpose: '', roles: ['app_user', 'app_visitor', 'app_caller'], settings: {} },
  signIn: {
    suffix: 'sign_in',
    purpose: ' sign-in',
    roles: ['app_auth', 'app_user'],
    // Through a pooler, no connection could set this for itself.
    settings: { role: 'app_auth' },
  },
  jobs: { suffix: 'jobs', purpose: ' jobs', roles: ['app_jobs', 'app_user'], settings: {} },
} as const
const workingRoles = ['app_user', 'app_auth', 'app_jobs', 'app_visitor', 'app_caller']

/**
 * Settings of every login: if a client machine loses power during a transaction, the database notices within half a
 * minute and releases the transaction's locks, instead of two hours by default.
 */
const keepalive = { tcp_keepalives_idle: '15', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' }

export type LoginName = keyof typeof logins

/**
 * Creates or updates a login role: without inheritance, so that it can do nothing until it assumes a working role, and
 * with only our defaults, since a role may otherwise set some for itself. Roles belong to the cluster, so its name
 * includes the database's.
 * @param owner a connection that may create roles
 * @param secret AUTH_SECRET, from which the password is derived
 */
export async function prepareLogin(
  owner: pg.Client,
  secret: string,
  login: LoginName,
): Promise<{ user: string; password: string }> {
  const { roles, settings } = logins[login]
  const { name, user, password } = await findLogin(owner, secret, login)
  const role = pg.escapeIdentifier(user)
  const database = pg.escapeIdentifier(name)
  const known = await owner.query('select from pg_roles where rolname = $1', [user])
  const allowed: readonly string[] = roles
  const defaults = Object.entries({ ...keepalive, ...settings }).map(([setting, value]) => {
    const values = value.split(', ').map(pg.escapeLiteral)
    return `alter role ${role} in database ${database} set ${setting} = ${values.join(', ')}`
  })
  // Atomic, so that concurrent connections have all old or all new settings.
  await owner.query('begin')
  try {
    await owner.query(`${known.rowCount ? 'alter' : 'create'} role ${role} login noinherit`)
    await setPassword(owner, role, password)
    await owner.query(`alter role ${role} reset all`)
    await owner.query(`alter role ${role} in database ${database} reset all`)
    // In a fixed order to avoid deadlocks, because each locks the working role, which all databases of the server share.
    for (const working of workingRoles) {
      await owner.query(allowed.includes(working) ? `grant ${working} to ${role}` : `revoke ${working} from ${role}`)
    }
    for (const setting of defaults) await owner.query(setting)
    await owner.query(`grant connect on database ${database} to ${role}`)
    // All that a login can do by itself: begin a read, and find the session of a request's token.
    if (login === 'pages') {
      await owner.query(`grant usage on schema app to ${role};
        grant execute on function app.begun_transaction, app.find_session to ${role}`)
    }
    // Temporary tables would outlive their transaction.
    await owner.query(`revoke temporary on database ${database} from public`)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
  return { user, password }
}

/**
 * @param owner any connection to the database
 * @param secret AUTH_SECRET
 * @returns the names of the database and of the prepared login
 */
export async function findLogin(owner: pg.Client, secret: string, login: LoginName) {
  const { suffix, purpose } = logins[login]
  const name = (await owner.query('select current_database() as name')).rows[0].name as string
  const user = `${name.slice(0, 62 - suffix.length)}_${suffix}`
  const password = createHmac('sha256', secret).update(`database login ${name}${purpose}`).digest('base64url')
  return { name, user, password }
}

/**
 * Sets a password as the stored hash, always the same one: a pooler that logs in for us with what it has learned of it
 * (PgBouncer's auth_query) must not be locked out at every start. Some database hosts accept only plain-text passwords.
 */
async function setPassword(owner: pg.Client, role: string, password: string): Promise<void> {
  const set = (text: string) => owner.query(`alter role ${role} password ${pg.escapeLiteral(text)}`)
  await owner.query('savepoint password')
  try {
    await set(hashedPassword(password, role))
  } catch {
    await owner.query('rollback to savepoint password')
    await set(password)
  }
}

/** @returns a password as RFC 5803 writes it, and PostgreSQL stores it, for SCRAM-SHA-256 */
function hashedPassword(password: string, role: string): string {
  const rounds = 4096
  // The password is 256 random bits, which no table of hashes contains: the salt needs to differ, not to be random.
  const salt = createHmac('sha256', password).update(role).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}
