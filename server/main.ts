import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { people } from './demo/people.ts'
import { seedDemo } from './demo/seed.ts'
import { createSiteServer } from './http/site-server.ts'
import { outboxFolder } from './mail/mailer.ts'
import { canShowOutbox } from './mail/outbox.ts'
import type { Closers } from './platform/closers.ts'
import { type Config, readConfig, withPort } from './platform/config.ts'
import { defaultDataDir } from './platform/data-folder.ts'
import { run } from './platform/lifecycle.ts'
import { captureConsole, log } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { openPortal, type Portal } from './portal.ts'
import type { Pages } from './request-context.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const development = process.argv.includes('--dev')
/** A sample fund, in its own data folder. */
const demo = process.argv.includes('--demo')
const fill = demo ? seedDemo : undefined

captureConsole()
await run(async closers => {
  const config = readConfig(process.env, () => defaultDataDir() + (demo ? '-demo' : ''))
  if (demo && config.databaseUrl) {
    throw new StartError('The demo uses its own database. Unset DATABASE_URL, or use npm start.')
  }
  const port = development ? await serveDevelopment(config, closers) : await serveBuild(config, closers)
  logAddresses(withPort(config, port))
})

/**
 * Serves the built pages.
 * @returns the port
 */
async function serveBuild(config: Config, closers: Closers): Promise<number> {
  const build = await import(`${project}build/server/index.js`)
  const pages = build.entry.module.createPageHandler(build, 'production') as Pages
  const portal = await openPortal(config, { pages, clientFolder: `${project}build/client`, fill, closers })
  const server = createSiteServer(config, portal.listener)
  return listen(server, config, portal, closers)
}

/**
 * Serves pages that Vite renders from the current sources, with hot reload.
 * @returns the port
 */
async function serveDevelopment(config: Config, closers: Closers): Promise<number> {
  const { openVite } = await import('./dev-server.ts')
  const server = createSiteServer(config)
  const { pages, withVite } = await openVite({ project, server, closers })
  const portal = await openPortal(config, { pages, development: true, fill, closers })
  server.on('request', withVite(portal.listener))
  return listen(server, config, portal, closers)
}

/**
 * Starts listening. When it ends: no new requests, streams end, running requests and uploads get ten seconds.
 * @returns the port
 */
async function listen(server: Server, config: Config, portal: Portal, closers: Closers): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  closers.add('running requests', async () => {
    const closed = new Promise(resolve => server.close(resolve))
    const ended = portal.endStreams()
    server.closeIdleConnections()
    await Promise.all([closed, ended])
  })
  return (server.address() as AddressInfo).port
}

/** Tells the operator where everything is. */
function logAddresses(config: Config): void {
  log.info(`${development ? 'Development site' : 'Site'} at ${config.origin}`)
  if (config.smtpUrl) log.info('E-mail is sent through the server in SMTP_URL')
  if (config.smtpUrl?.includes('insecure=1')) log.warn('SMTP_URL lets e-mail leave this machine unencrypted')
  else
    log.info(
      `E-mail is saved in ${outboxFolder(config)}${canShowOutbox(config) ? `; read it at ${config.origin}/outbox` : ''}`,
    )
  if (demo) {
    for (const { email, is_admin } of people) log.info(`Sign in as ${email}${is_admin ? ', the administrator' : ''}`)
  }
  // The demo has its own data folder, which the command doesn't know.
  const dataDir = demo ? `DATA_DIR='${config.dataDir}' ` : ''
  log.info(`To make someone an administrator: ${dataDir}npm run admin -- grant EMAIL`)
  if (config.testLogin) {
    const { expires } = config.testLogin
    log.warn(
      `TEST_LOGIN_EMAIL and TEST_LOGIN_CODE are set, so that pair signs in without e-mail${expires ? ` until ${expires.toISOString()}` : ''}`,
    )
  }
}
