import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { createLog } from '../../server/platform/log.ts'

/** The secret of every test portal. */
export const testSecret = 'a secret for tests, thirty-two or more'
/** The database that each test file's own one is copied from. */
export const template = 'portal_template'

/**
 * What the tests' shared PostgreSQL is run with, unlike a site's own: nobody pulls its plug or kills it, so that nothing
 * waits for the disk (tests that kill a database start a whole site with its own, by server.ts); and several portals
 * share its connections, of which each alone may take half of what a site's own offers (100).
 */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's connection string of the tests' PostgreSQL, its database being the template. */
    clusterUrl: string
  }
}

/** Starts one real PostgreSQL for the whole run and makes the database that each test file copies. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-test-'))
  const log = createLog({ write: () => {} })
  let embedded = await startEmbedded({ dataDir, log })
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const url = embedded.url.replace(/\/promissory(?=\?|$)/, `/${template}`)
  try {
    const owner = new pg.Client(settingsOf(embedded.url))
    await owner.connect()
    await owner.query(`create database ${template}`)
    for (const [name, value] of Object.entries(settings)) await owner.query(`alter system set ${name} = ${value}`)
    await owner.end()
    await embedded.stop()
    embedded = await startEmbedded({ dataDir, log })
    await prepareDatabase(url, testSecret)
  } catch (error) {
    await stop()
    throw error
  }
  provide('clusterUrl', url)
  return stop
}
