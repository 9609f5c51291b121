import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { loadProfile } from '../../app/identity/server/load-profile.ts'
import type { Actor } from '../../server/access/actor.ts'
import type { DatabaseAccess } from '../../server/database/connection.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { type Config, readConfig } from '../../server/platform/config.ts'
import { derivedSecret } from '../../server/platform/seal.ts'
import { openPortal } from '../../server/portal.ts'
import { insertPerson, users } from '../../server/sample/people.ts'
import { builtPages } from './build.ts'
import { testSecret } from './cluster.ts'
import { eventually } from './eventually.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { newSession } from './sessions.ts'
import { browserAt } from './sign-in.ts'

/**
 * A portal for a test, with its own database, data folder, mail server and HTTP server. There is one at a time in a
 * process. Most tests share one with the others in their file (shared-portal.ts).
 */
export interface TestPortal extends AsyncDisposable {
  config: Config
  dataDir: string
  /** Origin, such as http://localhost:40123 */
  url: string
  mailbox: Mailbox
  /** The database owner's connection, which bypasses all row-level security policies. */
  owner: pg.Client
  ownerUrl: string
  /** How the portal connects to the database. */
  access: DatabaseAccess
  investor: Actor
  second: Actor
  admin: Actor
  /** Creates a person with a profile, without signing in. The fund has accepted them unless they are a `guest`. */
  newPerson(
    email: string,
    options?: { isAdmin?: boolean; isApprover?: boolean; fullName?: string; guest?: boolean },
  ): Promise<Actor>
  /** Signs a person in directly, without e-mail. Returns the Cookie header of the new session. */
  sessionOf(person: Pick<Actor, 'id'>): Promise<string>
  /** Signs in with a code by e-mail, as a person does. Returns the Cookie header of the new session. */
  signIn(email: string): Promise<string>
  /** Makes a request to the site; each one comes from a different IP address unless `ip` is given. */
  fetch(path: string, options?: RequestInit & { cookie?: string; ip?: string }): Promise<Response>
}

/**
 * @param env environment variables that differ from the tests' defaults
 * @param built whether it serves the built pages; otherwise every page is the text `a page`
 * @param restore brings a backup into the empty database and data folder of these settings; its people have other
 *   addresses than those of the portal before
 */
export async function testPortal(
  env: Record<string, string> = {},
  built = false,
  restore?: (settings: { DATABASE_URL: string; DATA_DIR: string }) => Promise<unknown>,
): Promise<TestPortal> {
  await using stack = new AsyncDisposableStack()
  const templateUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const creator = new pg.Client(settingsOf(templateUrl.replace(/\/portal_template(?=\?|$)/, '/postgres')))
  await creator.connect()
  await creator.query('select pg_advisory_lock(1)')
  await creator.query(
    `create database ${name} template ${restore ? 'template0' : 'portal_template strategy file_copy'}`,
  )
  await creator.query('select pg_advisory_unlock(1)')
  stack.defer(async () => {
    await creator.query(`drop database if exists ${name} with (force)`)
    await creator.query(`drop role if exists ${name}_login, ${name}_sign_in, ${name}_jobs`)
    await creator.end()
  })
  const ownerUrl = templateUrl.replace(/\/portal_template(?=\?|$)/, `/${name}`)
  const owner = new pg.Client(settingsOf(ownerUrl))
  owner.on('error', () => {})
  await owner.connect()
  stack.defer(() => owner.end())

  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-portal-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  await restore?.({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir })
  const mailbox = stack.use(await openMailbox())

  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const config = readConfig({
    ...databaseSettings(ownerUrl, inject('poolerUrl')?.replace(/\/portal_template(?=\?|$)/, `/${name}`)),
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@larkstone.example',
    AUTH_SECRET: testSecret,
    TRUST_PROXY: '1',
    ...env,
  })

  const noPages = { pages: async () => new Response('a page') }
  const open = stack.use(await openPortal(config, built ? await builtPages() : noPages))
  server.on('request', open.listener)
  stack.defer(async () => {
    await open.endStreams()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })

  const url = `http://localhost:${port}`
  const newPerson: TestPortal['newPerson'] = async (
    email,
    { isAdmin = false, isApprover = false, fullName, guest = false } = {},
  ) => {
    const id = guest
      ? await users.insert(owner, { email, metadata: { full_name: fullName } })
      : await insertPerson(owner, { email, full_name: fullName, is_admin: isAdmin, is_approver: isApprover })
    // A guest's is created as at a first sign-in, which on a busy machine may take longer than a page waits for it.
    const profile = await eventually('a profile', () => loadProfile(id))
    // Administrators' and approvers' actions may need fresh proof, which only a session can have.
    const session =
      isAdmin || isApprover ? { sessionId: (await newSession(owner, derivedSecret('sessions'), id)).id } : {}
    return {
      id,
      email,
      fullName: profile.full_name,
      organization: profile.organization,
      isAdmin,
      isApprover,
      ...session,
    }
  }
  let clients = 0
  const request: TestPortal['fetch'] = (path, { cookie, ip, ...options } = {}) => {
    const headers = new Headers(options.headers)
    if (cookie) headers.set('cookie', cookie)
    // Like browsers. Tests of requests from elsewhere set one of the two themselves.
    const changes = !['GET', 'HEAD'].includes(options.method ?? 'GET')
    if (changes && !headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', config.origin)
    headers.set('x-forwarded-for', ip ?? `10.1.${clients >> 8}.${clients++ & 255}`)
    // The server closes a connection half a second after it refused to read a request body, which would break the next
    // request on it.
    headers.set('connection', 'close')
    return fetch(url + path, { redirect: 'manual', ...options, headers })
  }
  const signIn: TestPortal['signIn'] = async email => {
    const cookies = await browserAt(`10.2.${clients >> 8}.${clients++ & 255}`).signIn(mailbox, email)
    return cookies.map(cookie => cookie.split(';')[0]).join('; ')
  }
  const domain = restore ? 'restored.example' : 'example.com'
  const people = {
    investor: await newPerson(`investor@${domain}`, { fullName: 'Iris Vestor' }),
    second: await newPerson(`second@${domain}`, { fullName: 'Second Person' }),
    admin: await newPerson(`admin@${domain}`, { fullName: 'Ada Ministrator', isAdmin: true }),
  }
  // Setup succeeded: from here on the test disposes of everything.
  const all = stack.move()
  return {
    config,
    dataDir,
    url,
    mailbox,
    owner,
    ownerUrl,
    access: open.access,
    newPerson,
    sessionOf: async ({ id }) => (await newSession(owner, derivedSecret('sessions'), id)).cookie,
    signIn,
    fetch: request,
    ...people,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function databaseSettings(url: string, poolerUrl: string | undefined): Record<string, string> {
  return poolerUrl ? { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: url } : { DATABASE_URL: url }
}
