import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyProject } from '../helpers/project-copy.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { test as base } from './fixtures.ts'

/** Other companies' widgets, at addresses that lead nowhere. */
export const embeds = {
  formScript: 'https://widgets.invalid/form.js',
  emailForm: 'https://widgets.invalid/form',
  bookingScript: 'https://widgets.invalid/booking.js',
  videoBooking: 'https://booking.invalid/video',
  phoneBooking: 'https://booking.invalid/phone',
  founderCalendar: 'https://calendar.invalid/founder',
}

/**
 * Stories on a site of their own, which differs from the others' in what a whole site is set up with: its fund has
 * widgets, which stand in the built pages, and its operator shows the pages for developers (`DEV_PAGES=1`). It takes a
 * build, so these stories share it in one worker (`playwright.config.ts`).
 */
export const test = base.extend<object, { site: TestServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      await using copy = await copyProject()
      await writeFile(join(copy.folder, 'content/embeds.ts'), `export const embeds = ${JSON.stringify(embeds)}\n`)
      await copy.build()
      const site = await startServer({ DEV_PAGES: '1' }, { folder: copy.folder })
      await use(site)
      await site.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Stands in for the widgets' companies, and keeps what they were asked for, in order. */
export async function answerWidgets(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(/\.invalid\//, route => {
    asked.push(route.request().url())
    const script = route.request().url().endsWith('.js')
    return route.fulfill({ contentType: script ? 'text/javascript' : 'text/html', body: script ? '' : 'A form' })
  })
  return asked
}
