import { randomBytes } from 'node:crypto'
import { patience } from '../helpers/lane.ts'
import type { Site } from '../helpers/server.ts'
import { test as base } from './fixtures.ts'
import { startSite } from './start-site.ts'

/** Stories on a site that can keep account numbers. */
export const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const site = await startSite({ VAULT_KEY: randomBytes(32).toString('base64') })
      await use(site)
      await site.dispose()
    },
    { scope: 'worker', timeout: 4 * patience },
  ],
})
