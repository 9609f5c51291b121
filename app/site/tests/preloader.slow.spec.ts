import { expect, visit } from '../../../tests/e2e/fixtures.ts'
import { embeds, mockWidgets, test } from './widget-site.ts'

/** Milliseconds, far less than any step of the preloader takes. */
const tick = 10

test('widgets are preloaded one after another, on schedule, hidden and out of tab order', async ({ visitor }) => {
  const page = await visitor()
  const requested = await mockWidgets(page)
  await page.clock.install({ time: 0 })
  // The page is still empty: nothing in it waits for the minute that is skipped.
  await page.clock.pauseAt(60_000)
  await page.goto('/about', { waitUntil: 'load' })
  const preloader = page.locator('[data-preload]')
  // The page's scripts load on timers too, and the clock is stopped: it is advanced by a tick until the preloader starts.
  await expect(async () => {
    await page.clock.runFor(tick)
    expect(await preloader.count()).toBe(1)
  }).toPass({ intervals: [tick], timeout: 20_000 })
  const steps = [
    { step: 'waiting', duration: 500, request: undefined },
    { step: 'script', duration: 1000, request: embeds.formScript },
    { step: 'email form', duration: 2000, request: embeds.emailForm },
    { step: 'video booking', duration: 2000, request: embeds.videoBooking },
    { step: 'phone booking', duration: 2000, request: embeds.phoneBooking },
  ]
  const expected: string[] = []
  for (const { step, duration, request } of steps) {
    if (request) expected.push(request)
    await expect(preloader).toHaveAttribute('data-preload', step)
    await expect.poll(() => requested).toEqual(expected)
    await page.clock.runFor(duration - 4 * tick)
    await expect(preloader).toHaveAttribute('data-preload', step)
    expect(requested).toEqual(expected)
    await page.clock.runFor(4 * tick)
  }
  await expect(preloader).toHaveAttribute('data-preload', 'complete')
  const frames = preloader.locator('iframe')
  await expect(frames).toHaveCount(3)
  for (const frame of await frames.all()) {
    await expect(frame).toBeHidden()
    await expect(frame).toHaveAttribute('tabindex', '-1')
  }
  await page.clock.runFor(60_000)
  expect(requested).toEqual(expected)
})

test('a script that is already loaded is not added again', async ({ visitor }) => {
  const page = await visitor()
  const requested = await mockWidgets(page)
  // A page that shows the form loads its script, and the preloader starts on the next page.
  await visit(page, '/email-contact')
  await expect.poll(() => requested).toContain(embeds.formScript)
  await expect(page.locator('[data-preload]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('main').locator('iframe')).toBeAttached()
  await expect(page.locator('[data-preload]')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.locator('[data-preload]')).toHaveAttribute('data-preload', 'complete')
  expect(requested.filter(address => address === embeds.formScript)).toHaveLength(1)
  await expect(page.locator(`script[src="${embeds.formScript}"]`)).toHaveCount(1)
})

test('a private page is loaded without the widgets’ script, and a widget page is reloaded to get it', async ({
  visitor,
}) => {
  const page = await visitor()
  await mockWidgets(page)
  const script = page.locator(`script[src="${embeds.formScript}"]`)
  const loadedAt = () =>
    page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)
  await visit(page, '/about')
  await expect(script).toBeAttached()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(loadedAt).toBe('/login')
  await expect(script).toHaveCount(0)

  // From a page that allows no widgets, other pages open without a reload and without widgets.
  await visit(page, '/call')
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  expect(await loadedAt()).toBe('/call')
  await expect(page.locator('[data-preload]')).toHaveCount(0)
  // A page with a widget is reloaded to allow it.
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.frameLocator('main iframe').getByText('A form')).toBeVisible()
  expect(await loadedAt()).toBe('/contact')
})

test('the sign-in page loads no widgets, and a widget that fails delays nothing', async ({ visitor }) => {
  const page = await visitor()
  const requested = await mockWidgets(page)
  await page.clock.install()
  await visit(page, '/login')
  // Hydrated: the button is disabled until an address is entered.
  await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled()
  await page.clock.runFor(9_000)
  expect(requested).toEqual([])

  const other = await visitor()
  await other.route(/\.invalid\//, route => route.abort())
  await other.clock.install()
  await visit(other, '/about')
  await expect(other.locator('[data-preload]')).toBeAttached()
  await other.clock.runFor(9_000)
  await expect(other.locator('[data-preload]')).toHaveAttribute('data-preload', 'complete')
})
