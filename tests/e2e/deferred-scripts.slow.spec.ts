import type { Page } from '@playwright/test'
import { expect, test, visit } from './fixtures.ts'

test('a prerendered page paints before any script or style sheet is requested, and hydrates afterwards', async ({
  visitor,
}) => {
  const page = await visitor()
  const requested: string[] = []
  const painted = Promise.withResolvers<void>()
  await page.exposeFunction('hasPainted', () => painted.resolve())
  await page.addInitScript(() => {
    new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length) {
        ;(window as unknown as { hasPainted: () => void }).hasPainted()
      }
    }).observe({ type: 'paint', buffered: true })
  })
  // Held back until first paint: a page that waited for these would never paint.
  await page.route(/\/assets\/.*\.(js|css)$/, async route => {
    requested.push(route.request().url())
    await painted.promise
    await route.continue()
  })
  await page.goto('/faq', { waitUntil: 'domcontentloaded' })
  await painted.promise
  const question = page.locator('summary').first()
  await expect(question).toBeVisible()
  await expect.poll(() => requested.length).toBeGreaterThan(0)
  await expect(page.locator('template[data-deferred]')).toHaveCount(0)
  await page.locator('html[data-ready]').waitFor()
  expect(requested.filter(url => url.endsWith('.css'))).toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

test('a page hydrates without creating number and date formatters, which takes 80 ms on a phone', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.addInitScript(() => {
    const used: string[] = []
    Object.assign(window, { used })
    for (const of of [Number.prototype, Date.prototype]) {
      of.toLocaleString = () => String(used.push('toLocaleString'))
    }
    for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules'] as const) {
      Object.assign(Intl, {
        [name]: class {
          constructor() {
            used.push(name)
          }
        },
      })
    }
  })
  for (const path of ['/', '/investor-info', '/faq', '/documents']) {
    await visit(page, path)
    await page.locator('html[data-ready]').waitFor()
    expect(await page.evaluate('window.used'), path).toEqual([])
  }
})

test('nothing shifts as a page hydrates, and a reload keeps the scroll position', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  await visit(page, '/')
  await page.locator('html[data-ready]').waitFor()
  const shift = await page.evaluate(async () => {
    let sum = 0
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return sum
  })
  expect(shift).toBeLessThan(0.01)

  const heading = page.getByRole('heading', { name: 'Leadership', exact: true })
  await heading.evaluate(element => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 200))
  const place = async () => Math.round((await heading.boundingBox())?.y ?? Number.NaN)
  await expect.poll(place).toBe(200)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  await expect.poll(async () => Math.abs((await place()) - 200)).toBeLessThan(3)
})

test('a page that is reached by a link looks as it does when it is loaded itself', async ({ visitor }) => {
  const placeOfHeading = async (page: Page) => {
    const { x, y, width } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
    return { x, y, width }
  }
  const loaded = await visitor()
  await visit(loaded, '/faq')
  const reached = await visitor()
  await visit(reached, '/')
  await reached.getByRole('link', { name: 'FAQ' }).last().click()
  await expect(reached).toHaveURL('/faq')
  await reached.evaluate(() => document.fonts.ready)
  await expect.poll(() => placeOfHeading(reached)).toEqual(await placeOfHeading(loaded))
})
