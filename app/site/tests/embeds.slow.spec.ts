import { expect, pauseClock, visit } from '../../../tests/e2e/fixtures.ts'
import { test } from './widget-site.ts'

const pages = [
  { path: '/email-contact', src: 'https://widgets.invalid/form', most: 2000, least: 700, extra: 120 },
  { path: '/video-call-booking', src: 'https://booking.invalid/video', most: 5000, least: 700, extra: 0 },
  { path: '/phone-call-booking', src: 'https://booking.invalid/phone', most: 5000, least: 700, extra: 0 },
  { path: '/founder', src: 'https://calendar.invalid/founder', most: 2000, least: 900, extra: 300 },
]

for (const { path, src, most, least, extra } of pages) {
  test(`a widget that never responds delays ${path} by ${most / 1000} s at most`, async ({ visitor }) => {
    const page = await visitor()
    // Neither a response nor an error: the slowest that a widget can be.
    await page.route(/\.invalid\//, () => {})
    await page.clock.install()
    await page.goto(path, { waitUntil: 'commit' })
    const frame = page.getByRole('main').locator('iframe')
    await expect(frame).toHaveAttribute('src', new RegExp(`^${src}`))
    const overlay = page.getByRole('main').getByText('Loading...')
    await expect(overlay).toBeVisible()
    await page.clock.runFor(most + 50)
    await expect(overlay).toBeHidden()
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /555-0142/ })
        .last(),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
    const { height } = (await frame.boundingBox()) ?? { height: 0 }
    expect(Math.round(height)).toBe(Math.max(least, 900 - 160 + extra))
  })
}

test('a widget that loads before the site’s own scripts is visible at once', async ({ visitor }) => {
  const page = await visitor()
  await page.route(/\.invalid\//, route => route.fulfill({ contentType: 'text/html', body: 'Pick a time' }))
  let releaseScripts = () => {}
  const released = new Promise<void>(resolve => {
    releaseScripts = resolve
  })
  await page.route(/\/assets\/.*\.js$/, route => released.then(() => route.continue()))
  await page.clock.install()
  await page.goto('/video-call-booking', { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
  const widget = page.frameLocator('main iframe').getByText('Pick a time')
  if ((await page.locator('main iframe').count()) > 0) await expect(widget).toBeVisible()
  await pauseClock(page)
  releaseScripts()
  // The clock runs only until the page has hydrated, so that the overlay never times out.
  await expect(async () => {
    await page.clock.runFor(50)
    expect(await page.locator('html[data-ready]').count()).toBe(1)
  }).toPass()
  await expect(widget).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading...')).toBeHidden()
})

test('a script that fails to load is logged and delays nothing', async ({ visitor }) => {
  const page = await visitor()
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  await page.route(/\.invalid\//, route => (route.request().url().endsWith('.js') ? route.abort() : undefined))
  await page.goto('/video-call-booking', { waitUntil: 'commit' })
  await expect.poll(() => warnings).toContain("A widget's script did not load: https://widgets.invalid/booking.js")
  await expect(page.getByRole('main').getByText('Loading...')).toBeHidden()
})

test('the phone widget is requested again each time', async ({ visitor }) => {
  const page = await visitor()
  await page.route(/\.invalid\//, route => route.fulfill({ contentType: 'text/html', body: 'Pick a time' }))
  const addresses: (string | null)[] = []
  for (let i = 0; i < 2; i++) {
    await visit(page, '/phone-call-booking')
    await expect(page.frameLocator('main iframe').getByText('Pick a time')).toBeVisible()
    addresses.push(await page.locator('main iframe').getAttribute('src'))
  }
  expect(addresses[0]).toMatch(/\?t=\d{13}$/)
  expect(addresses[1]).not.toBe(addresses[0])
  // But not while it is in use: a sign-in in another tab makes the page reload its data.
  const read = page.waitForResponse(/\/phone-call-booking\.data/)
  await page.evaluate(() => {
    const tab = new BroadcastChannel('promissory.session')
    tab.postMessage({ event: 'SIGNED_OUT', answer: { profile: null } })
  })
  await (await read).finished()
  await expect(page.locator('main iframe')).toHaveAttribute('src', addresses[1] ?? '')
})

test('the content security policy allows exactly the hosts of the fund’s widgets', async ({ visitor }) => {
  const page = await visitor()
  const policy = (await page.request.get('/contact')).headers()['content-security-policy'] ?? ''
  const allowed = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ')
  expect(allowed('frame-src')).toEqual([
    "'self'",
    'https://widgets.invalid',
    'https://booking.invalid',
    'https://calendar.invalid',
  ])
  expect(allowed('script-src')?.filter(source => source.startsWith('http'))).toEqual(['https://widgets.invalid'])
  expect(allowed('style-src')).toEqual(["'self'"])
})

test('private pages allow none of them', async ({ visitor }) => {
  const { request } = await visitor()
  for (const path of ['/login', '/profile', '/report', '/stop', '/call', '/outbox', '/no-such-page', '/api/session']) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.headers()['content-security-policy'], path).not.toContain('.invalid')
  }
  const about = await request.get('/about')
  expect(about.headers()['content-security-policy']).toContain('https://widgets.invalid')
})
