import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { publicPages } from '../../content/pages.ts'
import { someOf } from '../helpers/lane.ts'
import { expect, expectNoAxeViolationsInLightAndDark, test, visitUntilIdle } from './fixtures.ts'
import { expectedTabStops, upwardSteps, walkTabStops } from './keyboard-walk.ts'
import { measureLayout } from './measure-layout.ts'

/**
 * Checks for every page that needs no sign-in; in `npm test`, for one of each kind. Loading takes longest, so one visit
 * covers all checks.
 */

const all = [
  ...publicPages.map(({ path }) => path),
  '/documents?view=onepager',
  '/call',
  '/login',
  '/login?mode=create',
  '/no-such-page',
]
const paths = someOf(['/', '/login', '/call'], all)

/** Bytes of scripts on one public page, gzipped. React, its router and the list of routes take about 120 KB. */
const scriptBudget = 150 * 1024

const isSignIn = (path: string) => path.startsWith('/login')

for (const path of paths) {
  test(`${path} is light, contacts no other host, works by keyboard, is accessible in light and dark, and fits small windows`, async ({
    visitor,
    site,
  }) => {
    const page = await visitor()
    const problems = problemsOf(page, site.url)
    const scripts = scriptsOf(page)
    await visitUntilIdle(page, path)
    // It appears once its script has loaded.
    if (isSignIn(path)) await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()

    await test.step('it loads at most 150 KB of scripts', () => {
      expect(scripts.size).toBeGreaterThan(0)
      expect([...scripts].reduce((sum, script) => sum + gzippedSize(script), 0)).toBeLessThanOrEqual(scriptBudget)
    })
    await test.step('Tab reaches everything, and focus is visible', () => checkKeyboard(page, path))
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      scrollTo(0, 0)
    })
    await test.step('axe finds nothing, in light and dark', () => expectNoAxeViolationsInLightAndDark(page))
    await test.step('it does not scroll sideways at 320 pixels', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      const { sideways } = await page.evaluate(measureLayout)
      expect(sideways).toBeLessThanOrEqual(0)
    })
    await test.step('at 200% it fits, no text is cut off, and the header leaves room to read', async () => {
      // A window of 1280 by 720 then has half as many CSS pixels.
      await page.setViewportSize({ width: 640, height: 360 })
      await page.evaluate(() => document.fonts.ready)
      const { sideways, cut, outside, header, headingTop } = await page.evaluate(measureLayout)
      expect(sideways).toBeLessThanOrEqual(0)
      expect(cut).toEqual([])
      expect(outside).toEqual([])
      // A fixed header takes a quarter of the window at most, and covers no heading.
      expect(header).toBeLessThanOrEqual(90)
      expect(headingTop).toBeGreaterThanOrEqual(header)
    })
    await test.step('it contacted no other host, broke no content security policy and set no cookie', async () => {
      expect(problems).toEqual([])
      const cookies = await page.context().cookies()
      // The sign-in page binds a passkey's answer to the browser that asks.
      expect(cookies.filter(({ name }) => !isSignIn(path) || name !== 'promissory.challenge')).toEqual([])
    })
  })
}

/** Collects requests to other hosts, errors and policy violations of a page from now on. */
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

/** Collects the paths of the scripts that a page requests from now on. */
function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

const sizes = new Map<string, number>()

/** @param script its path on the site */
function gzippedSize(script: string): number {
  const size = sizes.get(script) ?? gzipSync(readFileSync(`build/client${script}`), { level: 9 }).length
  sizes.set(script, size)
  return size
}

async function checkKeyboard(page: Page, path: string): Promise<void> {
  // Listed before the first Tab: home's header appears only after scrolling, behind the keyboard focus.
  const all = await expectedTabStops(page)
  const stops = await walkTabStops(page)
  expect(stops.filter(({ ring }) => !ring)).toEqual([])
  expect(stops.filter(({ seen }) => !seen)).toEqual([])
  // Everything once, in document order: nothing is skipped, nothing traps the focus.
  expect(stops.map(({ what }) => what)).toEqual(all)
  expect(stops[0]?.what).toContain('Skip to')
  expect(upwardSteps(stops.filter(({ part }) => part === 'main'))).toEqual([])
  // The sign-in page has no header and footer (specification section 2).
  if (isSignIn(path)) return
  const parts = [...new Set(stops.map(({ part }) => part))].filter(part => part !== 'body')
  expect(parts).toEqual(path === '/' ? ['main', 'footer'] : ['header', 'main', 'footer'])
}
