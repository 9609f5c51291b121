import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { createLog } from '../../server/platform/log.ts'
import { collectingSettings, findWholeTableReads, startCollecting } from './plans.ts'
import { copyWithOwners, siteDataVariable } from './site-data.ts'

/** The secret of every test portal. */
export const testSecret = 'a secret for tests, thirty-two or more'
/** Name of the database that each test file's database is copied from. */
export const template = 'portal_template'

/**
 * Settings of the tests' shared PostgreSQL that differ from a site's own. It needs no durability, because tests that kill
 * a database start a whole site with its own (server.ts). Several portals share its connections, and each of them may
 * take half of the 100 that a site's own database offers.
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
  }
}

/**
 * Starts one real PostgreSQL for the whole run and makes the database that each test file copies. Before that, its data
 * folder is a site's that has been started once: a copy of it saves each test server (server.ts) its first start.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-test-'))
  const siteData = await mkdtemp(join(tmpdir(), 'promissory-site-'))
  const log = createLog({ write: () => {} })
  let embedded = await startEmbedded({ dataDir, log })
  const stop = async () => {
    await embedded.stop()
    await Promise.all([dataDir, siteData].map(folder => rm(folder, { recursive: true, force: true })))
  }
  const url = embedded.url.replace(/\/promissory(?=\?|$)/, `/${template}`)
  try {
    await writeFile(join(dataDir, 'auth-secret'), testSecret, { mode: 0o600 })
    await prepareDatabase(embedded.url, testSecret)
    await embedded.stop()
    await copyWithOwners([join(dataDir, 'database'), join(dataDir, 'auth-secret')], siteData)
    const lines = Object.entries(settings).map(setting => `${setting.join(' = ')}\n`)
    await appendFile(join(dataDir, 'database/postgresql.conf'), lines.join(''))
    embedded = await startEmbedded({ dataDir, log })
    const owner = new pg.Client(settingsOf(embedded.url))
    await owner.connect()
    await owner.query(`create database ${template} template promissory`)
    await owner.end()
    await prepareDatabase(url, testSecret)
    await startCollecting(url)
  } catch (error) {
    await stop()
    throw error
  }
  provide('clusterUrl', url)
  process.env[siteDataVariable] = siteData
  return async () => {
    try {
      const reads = await findWholeTableReads(url)
      if (reads.length === 0) return
      process.exitCode = 1
      console.error(`\n${[planAdvice, ...reads].join('\n\n')}`)
    } finally {
      await stop()
    }
  }
}

const planAdvice = `Some statements read all of a table that grows with the fund. Add an index that the statement can use as its
role, under row-level security: only leakproof conditions can; others belong in a function, such as app.page_documents.
If it is right that it reads everything, say why in tests/helpers/plans.ts.`
