import type { Page } from '@playwright/test'
import { publicPages } from '../../content/pages.ts'
import { expect, expectNoAxeViolationsByDayAndNight, test, visit } from './fixtures.ts'
import { tabStops, upwards, walk } from './keyboard-walk.ts'
import { look } from './measure-layout.ts'

/** What holds for every page that needs no signing in. One visit looks at all of it: loading a page takes longest. */

const paths = [
  ...publicPages.map(({ path }) => path),
  '/documents?view=onepager',
  '/call',
  '/login',
  '/login?mode=create',
  '/no-such-page',
]

for (const path of paths) {
  test(`${path} keeps to itself, is gone through by keyboard, read by day and night, and fits small windows`, async ({
    visitor,
    site,
  }) => {
    const page = await visitor()
    const problems = problemsOf(page, site.url)
    await visit(page, path)

    await test.step('the keyboard alone goes through all of it, and one sees where it is', () => byKeyboard(page, path))
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      scrollTo(0, 0)
    })
    await test.step('axe finds nothing, by day and by night', () => expectNoAxeViolationsByDayAndNight(page))
    await test.step('it does not scroll sideways at 320 pixels', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      const { sideways } = await page.evaluate(look)
      expect(sideways).toBeLessThanOrEqual(0)
    })
    await test.step('at 200 % it fits, nothing written is cut off, and the header leaves room to read', async () => {
      // A window of 1280 by 720 has half as many pixels of a page's own then.
      await page.setViewportSize({ width: 640, height: 360 })
      await page.evaluate(() => document.fonts.ready)
      const { sideways, cut, away, header, headingTop } = await page.evaluate(look)
      expect(sideways).toBeLessThanOrEqual(0)
      expect(cut).toEqual([])
      expect(away).toEqual([])
      // A header that stays takes a quarter of the window at most, and covers no heading.
      expect(header).toBeLessThanOrEqual(90)
      expect(headingTop).toBeGreaterThanOrEqual(header)
    })
    await test.step('it asked no other host for anything, broke no policy and set no cookie', async () => {
      expect(problems).toEqual([])
      expect(await page.context().cookies()).toEqual([])
    })
  })
}

/** Collects what a page does that it must not, from now on: requests to other hosts, errors, breaches of its policy. */
function problemsOf(page: Page, origin: string): string[] {
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) problems.push(request.url())
  })
  return problems
}

async function byKeyboard(page: Page, path: string): Promise<void> {
  // Before the first step: home's header comes only once one has scrolled, and is behind by then.
  const all = await tabStops(page)
  const stops = await walk(page)
  expect(stops.filter(({ ring }) => !ring)).toEqual([])
  expect(stops.filter(({ seen }) => !seen)).toEqual([])
  // Everything once, in the order it is written: nothing is left out, nothing holds the keyboard.
  expect(stops.map(({ what }) => what)).toEqual(all)
  expect(stops[0]?.what).toContain('Skip to')
  expect(upwards(stops.filter(({ part }) => part === 'main'))).toEqual([])
  // Signing in hides header and footer (specification section 2).
  if (path.startsWith('/login')) return
  const parts = [...new Set(stops.map(({ part }) => part))].filter(part => part !== 'body')
  expect(parts).toEqual(path === '/' ? ['main', 'footer'] : ['header', 'main', 'footer'])
}
