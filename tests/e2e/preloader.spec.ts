import { expect, visit } from './fixtures.ts'
import { answerWidgets, embeds, test } from './widget-site.ts'

/** Milliseconds, far less than any step of the preloader takes. */
const little = 10

test('widgets are loaded behind a page one after another, at their times, and nobody meets them', async ({
  visitor,
}) => {
  const page = await visitor()
  const asked = await answerWidgets(page)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/about', { waitUntil: 'load' })
  const preloader = page.locator('[data-preload]')
  // The page's scripts come by timers, too, and the clock stands: it goes on by little until the preloader is there.
  await expect(async () => {
    await page.clock.runFor(little)
    expect(await preloader.count()).toBe(1)
  }).toPass({ intervals: [little], timeout: 20_000 })
  const steps = [
    { step: 'waiting', lasts: 500, asks: undefined },
    { step: 'script', lasts: 1000, asks: embeds.formScript },
    { step: 'email form', lasts: 2000, asks: embeds.emailForm },
    { step: 'video booking', lasts: 2000, asks: embeds.videoBooking },
    { step: 'phone booking', lasts: 2000, asks: embeds.phoneBooking },
  ]
  const expected: string[] = []
  for (const { step, lasts, asks } of steps) {
    if (asks) expected.push(asks)
    await expect(preloader).toHaveAttribute('data-preload', step)
    await expect.poll(() => asked).toEqual(expected)
    await page.clock.runFor(lasts - 4 * little)
    await expect(preloader).toHaveAttribute('data-preload', step)
    expect(asked).toEqual(expected)
    await page.clock.runFor(4 * little)
  }
  await expect(preloader).toHaveAttribute('data-preload', 'complete')
  const frames = preloader.locator('iframe')
  await expect(frames).toHaveCount(3)
  for (const frame of await frames.all()) {
    await expect(frame).toBeHidden()
    await expect(frame).toHaveAttribute('tabindex', '-1')
  }
  await page.clock.runFor(60_000)
  expect(asked).toEqual(expected)
})

test('a script that is there already is not added again', async ({ visitor }) => {
  const page = await visitor()
  const asked = await answerWidgets(page)
  // Pages that show the form load it, and the preloader begins on the next one.
  await visit(page, '/email-contact')
  await expect.poll(() => asked).toContain(embeds.formScript)
  await expect(page.locator('[data-preload]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('main').locator('iframe')).toBeAttached()
  await expect(page.locator('[data-preload]')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.locator('[data-preload]')).toHaveAttribute('data-preload', 'complete')
  expect(asked.filter(address => address === embeds.formScript)).toHaveLength(1)
  await expect(page.locator(`script[src="${embeds.formScript}"]`)).toHaveCount(1)
})

test('their script does not come along to what is private, nor does their absence come back from there', async ({
  visitor,
}) => {
  const page = await visitor()
  await answerWidgets(page)
  const script = page.locator(`script[src="${embeds.formScript}"]`)
  const loadedAt = () =>
    page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)
  await visit(page, '/about')
  await expect(script).toBeAttached()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(loadedAt).toBe('/login')
  await expect(script).toHaveCount(0)

  // Where nobody else may come in, other pages are drawn in place, without any of it.
  await visit(page, '/call')
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  expect(await loadedAt()).toBe('/call')
  await expect(page.locator('[data-preload]')).toHaveCount(0)
  // A page with a widget is loaded for it.
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.frameLocator('main iframe').getByText('A form')).toBeVisible()
  expect(await loadedAt()).toBe('/contact')
})

test('nobody else is let in where one signs in, and a widget that fails holds nothing up', async ({ visitor }) => {
  const page = await visitor()
  const asked = await answerWidgets(page)
  await page.clock.install()
  await visit(page, '/login')
  // Hydrated: it waits for an address.
  await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled()
  await page.clock.runFor(9_000)
  expect(asked).toEqual([])

  const other = await visitor()
  await other.route(/\.invalid\//, route => route.abort())
  await other.clock.install()
  await visit(other, '/about')
  await expect(other.locator('[data-preload]')).toBeAttached()
  await other.clock.runFor(9_000)
  await expect(other.locator('[data-preload]')).toHaveAttribute('data-preload', 'complete')
})
