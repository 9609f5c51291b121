import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clockDifference, clockWeakness } from '../app/system/server/clocks.ts'
import { weaknesses } from '../app/system/server/known-vulnerabilities.ts'
import { missingSettings } from '../app/system/server/missing-settings.ts'
import { plainConnections } from '../app/system/server/plain-connections.ts'
import { closeServer, createSiteServer } from './http/site-server.ts'
import { mailDestination } from './mail/outbox.ts'
import type { Closers } from './platform/closers.ts'
import { type Config, withPort } from './platform/config.ts'
import { projectFolder } from './platform/data-folder.ts'
import { log } from './platform/log.ts'
import { openPortal, type Portal } from './portal.ts'
import type { Pages } from './request-context.ts'

interface ServeOptions {
  /** Connection string of the database's owner, once it runs. */
  database: Promise<string>
  /** Whether Vite renders the pages from the sources. */
  development: boolean
  /** Whether the site is the sample fund's. */
  demo: boolean
  /** Whether no other process of this machine has started the site before. */
  isFirst: boolean
  closers: Closers
}

/** Opens the portal, listens for requests, and prints where everything is for the operator. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  const port = await (options.development ? serveDevelopment : serveBuild)(config, options)
  if (!options.isFirst) return
  const clocks = clockWeakness(await clockDifference())
  await logAddresses(withPort(config, port), options)
  if (clocks) log.warn(`${clocks.what} ${clocks.act}`)
}

/**
 * Serves the built pages.
 * @returns the port
 */
async function serveBuild(config: Config, { database, demo, isFirst, closers }: ServeOptions): Promise<number> {
  const build = await import(`${projectFolder}/build/server/index.js`)
  const pages = build.entry.module.createPageHandler(build, 'production') as Pages
  const clientFolder = `${projectFolder}/build/client`
  const fill = demo && isFirst ? (ownerUrl: string) => fillWithSample(ownerUrl, config) : undefined
  const portal = await openPortal(config, { pages, clientFolder, database, fill, closers })
  const server = createSiteServer(config, portal.listener)
  return listen(server, config, portal, closers)
}

/**
 * Serves pages that Vite renders from the current sources, with hot reload.
 * @returns the port
 */
async function serveDevelopment(config: Config, { database, demo, closers }: ServeOptions): Promise<number> {
  const { openVite } = await import('./dev-server.ts')
  const server = createSiteServer(config)
  const { pages, withVite } = await openVite({ project: projectFolder, server, closers })
  const fill = demo ? (ownerUrl: string) => fillWithSample(ownerUrl, config) : undefined
  const portal = await openPortal(config, { pages, database, development: true, fill, closers })
  server.on('request', withVite(portal.listener))
  return listen(server, config, portal, closers)
}

/** Loaded when it is needed: other funds' sites don't hold the sample, nor what draws its papers. */
async function fillWithSample(ownerUrl: string, config: Config): Promise<void> {
  const [{ seedDemo }, { fillOutbox }] = await Promise.all([import('./demo/seed.ts'), import('./demo/sample-mails.ts')])
  await seedDemo(ownerUrl)
  await fillOutbox(config)
}

/** Milliseconds for a proxy to notice that it should use another process. */
const proxyIdleMs = 1500

/** Whether a proxy may have other processes, on other machines, to send requests to. */
const isBehindOthers = ({ databaseUrl, trustProxy }: Config) => databaseUrl !== undefined && trustProxy > 0

/**
 * Starts listening. When it ends: no new requests, streams end, running requests and uploads get ten seconds.
 * @returns the port
 */
async function listen(server: Server, config: Config, portal: Portal, closers: Closers): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const keepIdleMs = isBehindOthers(config) ? proxyIdleMs : 0
  closers.add('running requests', () => Promise.all([closeServer(server, keepIdleMs), portal.endStreams()]))
  return (server.address() as AddressInfo).port
}

/** Prints where everything is for the operator. */
async function logAddresses(config: Config, { development, demo }: ServeOptions): Promise<void> {
  log.info(`${development ? 'Development site' : 'Site'} at ${config.origin}`)
  log.info(mailDestination(config))
  for (const { what, setting, host, act } of plainConnections(config))
    log.warn(`${what}: ${setting} leaves what goes to or from ${host} unencrypted. ${act}`)
  const toChange = development || demo ? [] : [...missingSettings(config), ...weaknesses(config)]
  for (const { what, act } of toChange) log.warn(`${what} ${act}`)
  if (demo) {
    const { people } = await import('./demo/people.ts')
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
