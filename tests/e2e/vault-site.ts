import { randomBytes } from 'node:crypto'
import { patience } from '../helpers/lane.ts'
import type { Site } from '../helpers/server.ts'
import { startSite } from './start-site.ts'

type WorkerSite = [
  (fixtures: object, use: (site: Site) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

/**
 * A site that can keep account numbers, for the stories of one file:
 * `base.extend<object, { site: Site }>({ site: vaultSite() })`. Playwright shares what one function makes among files.
 */
export const vaultSite = (): WorkerSite => [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  async ({}, use) => {
    const site = await startSite({ VAULT_KEY: randomBytes(32).toString('base64') })
    await use(site)
    await site.dispose()
  },
  { scope: 'worker', timeout: 4 * patience },
]
