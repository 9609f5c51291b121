import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base } from '../../../tests/e2e/fixtures.ts'
import { startSite } from '../../../tests/e2e/start-site.ts'
import { patience } from '../../../tests/helpers/lane.ts'
import { copyProject } from '../../../tests/helpers/project-copy.ts'
import type { Site } from '../../../tests/helpers/server.ts'

/** Third-party widgets, at addresses that don't resolve. */
export const embeds = {
  formScript: 'https://widgets.invalid/form.js',
  emailForm: 'https://widgets.invalid/form',
  bookingScript: 'https://widgets.invalid/booking.js',
  videoBooking: 'https://booking.invalid/video',
  phoneBooking: 'https://booking.invalid/phone',
  founderCalendar: 'https://calendar.invalid/founder',
}

/**
 * `test` on a site with a different configuration: its fund has widgets, which are part of the built pages, and it shows
 * the developer pages (`DEV_PAGES=1`). That takes a build, so these tests share the site in one worker
 * (`playwright.config.ts`).
 */
export const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      await using copy = await copyProject()
      await writeFile(join(copy.folder, 'content/embeds.ts'), `export const embeds = ${JSON.stringify(embeds)}\n`)
      await copy.build()
      const site = await startSite({ DEV_PAGES: '1' }, { folder: copy.folder })
      await use(site)
      await site.dispose()
    },
    { scope: 'worker', timeout: 4 * patience },
  ],
})

/** Responds for the widgets' hosts. @returns the URLs requested from them, in order, added to as they are requested */
export async function mockWidgets(page: Page): Promise<string[]> {
  const requested: string[] = []
  await page.route(/\.invalid\//, route => {
    requested.push(route.request().url())
    const script = route.request().url().endsWith('.js')
    return route.fulfill({ contentType: script ? 'text/javascript' : 'text/html', body: script ? '' : 'A form' })
  })
  return requested
}
