import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { createLog } from '../../server/platform/log.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { collectingSettings, findWholeTableReads, startCollecting } from './plans.ts'
import { startPostgres } from './postgres-server.ts'
import { copyWithOwners, siteDataVariable } from './site-data.ts'

/** The secret of every test portal. */
export const testSecret = 'a secret for tests, thirty-two or more'
/** Name of the database that each test file copies. */
export const template = 'portal_template'

/**
 * Settings of the tests' shared PostgreSQL that differ from a site's own. It needs no durability, because tests that
 * kill a database start a whole site with its own (server.ts). Several portals share its connections, and each of them
 * may take half of the 100 that a site's own database offers.
 */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  ...collectingSettings,
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's connection string for the template database. */
    clusterUrl: string
    /** Connection string of the same database through a pooler, if the portals use one (TEST_POOLER). */
    poolerUrl: string | undefined
  }
}

/**
 * Starts one real PostgreSQL for the whole run and creates the database that each test file copies: the embedded one,
 * or the programs in the folder TEST_POSTGRES. With TEST_POOLER, the portals use it through PgBouncer, which has that
 * many connections for each of their logins.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const stack = new AsyncDisposableStack()
  try {
    const { TEST_POSTGRES: programs, TEST_POOLER: poolSize } = process.env
    const url = await (programs ? startOther(programs, stack) : startOwn(stack))
    await prepareDatabase(url, testSecret)
    await startCollecting(url)
    const pooler = poolSize ? stack.use(await startPooler(url, Number(poolSize))) : undefined
    provide('clusterUrl', url)
    provide('poolerUrl', pooler?.url(template))
    return async () => {
      try {
        const reads = await findWholeTableReads(url)
        // Other versions choose different plans.
        if (reads.length === 0 || programs) return
        process.exitCode = 1
        console.error(`\n${[planAdvice, ...reads].join('\n\n')}`)
      } finally {
        await stack.disposeAsync()
      }
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/**
 * Starts the embedded PostgreSQL. Before that, its data folder is that of a site started once: a copy saves each test
 * server (server.ts) its first start.
 * @returns connection string of an empty database
 */
async function startOwn(stack: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-test-'))
  const siteData = await mkdtemp(join(tmpdir(), 'promissory-site-'))
  stack.defer(() => removeAll([dataDir, siteData]))
  const log = createLog({ write: () => {} })
  const first = await startEmbedded({ dataDir, log })
  try {
    await writeFile(join(dataDir, 'auth-secret'), testSecret, { mode: 0o600 })
    await prepareDatabase(first.url, testSecret)
  } finally {
    await first.stop()
  }
  await copyWithOwners([join(dataDir, 'database'), join(dataDir, 'auth-secret')], siteData)
  process.env[siteDataVariable] = siteData
  const lines = Object.entries(settings).map(setting => `${setting.join(' = ')}\n`)
  await appendFile(join(dataDir, 'database/postgresql.conf'), lines.join(''))
  const embedded = await startEmbedded({ dataDir, log })
  stack.defer(() => embedded.stop())
  await createTemplate(embedded.url, 'promissory')
  return embedded.url.replace(/\/promissory(?=\?|$)/, `/${template}`)
}

async function startOther(programs: string, stack: AsyncDisposableStack): Promise<string> {
  const server = stack.use(await startPostgres({ programs, settings }))
  await createTemplate(server.url('postgres'), 'template1')
  return server.url(template)
}

async function createTemplate(url: string, from: string): Promise<void> {
  const owner = new pg.Client(settingsOf(url))
  await owner.connect()
  await owner.query(`create database ${template} template ${from}`)
  await owner.end()
}

function startPooler(url: string, poolSize: number): Promise<PgBouncer> {
  const { host = '', port = 0 } = settingsOf(url)
  return startPgBouncer({ host, port }, poolSize)
}

async function removeAll(folders: string[]): Promise<void> {
  await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true })))
}

const planAdvice = `Some statements read all of a table that grows with the fund. Add an index that the statement can use as its
role, under row-level security: only leakproof conditions can; others belong in a function, such as app.page_documents.
If it is right that it reads everything, say why in tests/helpers/plans.ts.`
