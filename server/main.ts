import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { connect, disconnect } from './database/connection.ts'
import { startEmbedded } from './database/embedded/embedded.ts'
import { defaultDataDir } from './database/embedded/place.ts'
import { prepareDatabase } from './database/prepare.ts'
import { people } from './demo/people.ts'
import { seedDemo } from './demo/seed.ts'
import { closeEvents, openEvents } from './documents/live-updates.ts'
import { removeStoredFile } from './downloads/serve-file.ts'
import { createHttp, type Pages } from './http-routes.ts'
import { cleanUpAuth, openAuth } from './identity/auth.ts'
import { startJobs, stopJobs } from './jobs/jobs.ts'
import { cleanUpRequests } from './leads/requests.ts'
import { closeMail, deliverMail, openMail, outboxFolder } from './mail/mailer.ts'
import { showsOutbox } from './mail/outbox.ts'
import { cleanUpNotices, mailNotices, openNotifications } from './notifications/notify.ts'
import { readOrCreateAuthSecret } from './platform/auth-secret.ts'
import { type Config, readConfig, withPort } from './platform/config.ts'
import { type Closers, run, StartError } from './platform/lifecycle.ts'
import { captureConsole, log } from './platform/log.ts'
import { openSeal } from './platform/seal.ts'
import { closeStorage, openStorage } from './storage/storage.ts'
import { cleanUpUploads, closeUploads, openUploads, recoverUploads } from './uploads/uploads.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const development = process.argv.includes('--dev')
/** The sample fund's life, on a data folder of its own. */
const demo = process.argv.includes('--demo')

captureConsole()
await run(async closers => {
  const config = readConfig(process.env, () => defaultDataDir() + (demo ? '-demo' : ''))
  if (demo && config.databaseUrl) {
    throw new StartError('The demo keeps a database of its own: unset DATABASE_URL, or use npm start.')
  }
  const secret = config.authSecret ?? (await readOrCreateAuthSecret(config.dataDir))
  openSeal(secret)

  const ownerUrl = await openDatabase(config, secret, closers)
  await openStorage(config)
  closers.add('storage', closeStorage)
  if (demo) await seedDemo(ownerUrl)
  await openMail(config)
  closers.add('mail', closeMail)
  openAuth(config)
  openNotifications(config)
  await openUploads(config)
  await startJobs({
    'send-mail': deliverMail,
    'send-notices': mailNotices,
    'remove-file': removeStoredFile,
    'clean-up': async () => {
      await cleanUpAuth()
      await cleanUpUploads()
      await cleanUpNotices()
      await cleanUpRequests()
    },
  })
  closers.add('the queue', stopJobs, 12)
  await recoverUploads()
  await openEvents()
  const port = await serve(config, closers)
  announce(withPort(config, port))
})

/**
 * The database named by DATABASE_URL, or the embedded one; migrated, and connected to as the role that owns nothing.
 * @returns the owner's connection string
 */
async function openDatabase(config: Config, secret: string, closers: Closers): Promise<string> {
  let ownerUrl = config.databaseUrl
  if (!ownerUrl) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log })
    closers.add('the database', embedded.stop, 30)
    ownerUrl = embedded.url
  }
  connect(await prepareDatabase(ownerUrl, secret))
  closers.add('the database connections', disconnect)
  return ownerUrl
}

/** Listens. On the way out: no new requests, streams end, running requests and uploads get ten seconds. */
async function serve(config: Config, closers: Closers): Promise<number> {
  let listener: RequestListener
  const server = createServer((request, response) => listener(request, response))
  if (development) {
    const { createDevelopment } = await import('./dev-server.ts')
    listener = await createDevelopment({ config, project, server, closers })
  } else {
    const build = await import(`${project}build/server/index.js`)
    const pages = build.entry.module.createPages(build, 'production') as Pages
    listener = getRequestListener(
      createHttp({ config, clientFolder: `${project}build/client`, pages, development }).fetch,
      { overrideGlobalObjects: false },
    )
  }
  // Node's default would cut off an upload over a slow line after five minutes.
  server.requestTimeout = 0
  server.headersTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  closers.add('running requests', async () => {
    const closed = new Promise(resolve => server.close(resolve))
    await closeEvents()
    server.closeIdleConnections()
    await Promise.all([closed, closeUploads()])
  })
  return (server.address() as AddressInfo).port
}

/** Tells whoever started it where things are. */
function announce(config: Config): void {
  log.info(`${development ? 'Development site' : 'Site'} at ${config.origin}`)
  if (config.smtpUrl) log.info('Mail goes to the server in SMTP_URL')
  else
    log.info(`Mail goes to ${outboxFolder(config)}${showsOutbox(config) ? `, shown at ${config.origin}/outbox` : ''}`)
  if (demo) {
    for (const { email, is_admin } of people) log.info(`Sign in as ${email}${is_admin ? ', the administrator' : ''}`)
  }
  // The demo has a folder of its own, where the command does not look by itself.
  const there = demo ? `DATA_DIR='${config.dataDir}' ` : ''
  log.info(`To make somebody an administrator: ${there}npm run admin -- grant EMAIL`)
  if (config.testLogin) {
    log.warn('TEST_LOGIN_EMAIL and TEST_LOGIN_CODE are set: that pair signs in without mail')
  }
}
