import { fileURLToPath } from 'node:url'
import { publicPages as listed } from '../../content/pages.ts'
import { admin, documentOpen, settings } from './addresses.ts'
import { expect, expectNoAxeViolationsByDayAndNight, newAddress, signIn, test, visit } from './fixtures.ts'

const files = fileURLToPath(new URL('../fixtures/files/', import.meta.url))
const publicPages = [
  ...listed.map(({ path }) => path),
  '/documents?view=onepager',
  '/login',
  '/login?mode=create',
  '/no-such-page',
]
const portalPages = ['/profile', settings, admin.people, documentOpen('00000000-0000-4000-8000-000000000000')]

test('axe finds nothing on any public page', async ({ visitor }) => {
  test.setTimeout(300_000)
  const page = await visitor()
  for (const path of publicPages) {
    await visit(page, path)
    await expectNoAxeViolationsByDayAndNight(page)
  }
})

test('axe finds nothing on any page of the portal', async ({ administrator }) => {
  test.setTimeout(180_000)
  const { page } = await administrator()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles([`${files}statement.pdf`, `${files}chart.png`])
  await expect(page.getByRole('link', { name: 'View chart.png' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View statement.pdf' })).toBeVisible()
  for (const path of portalPages) {
    await visit(page, path)
    await expectNoAxeViolationsByDayAndNight(page)
  }
  await visit(page, '/profile')
  await page.getByRole('link', { name: 'View chart.png' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectNoAxeViolationsByDayAndNight(page)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  await expectNoAxeViolationsByDayAndNight(page)
})

test('no page scrolls sideways at 320 pixels', async ({ visitor, site }) => {
  const page = await visitor({ viewport: { width: 320, height: 640 } })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const path of publicPages) {
    await visit(page, path)
    expect(await overflow(), path).toBeLessThanOrEqual(0)
  }
  await signIn(page, site, newAddress('narrow'))
  for (const path of ['/profile', settings]) {
    await visit(page, path)
    expect(await overflow(), path).toBeLessThanOrEqual(0)
  }
})

test('no page asks another host for anything, breaks its own policy, or sets a cookie before signing in', async ({
  visitor,
  site,
}) => {
  const page = await visitor()
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) problems.push(request.url())
  })
  for (const path of publicPages) await page.goto(path, { waitUntil: 'networkidle' })
  expect(problems).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

test('every page carries the headers that keep it safe', async ({ visitor }) => {
  const page = await visitor()
  for (const path of [...publicPages, '/healthz', '/assets/none.js', '/files/none', '/api/session']) {
    const headers = (await page.request.get(path)).headers()
    // What is downloaded arrives in a frame of the site's own, which reads why it was refused.
    const framed = path.startsWith('/files/')
    expect(headers['content-security-policy'], path).toContain(`frame-ancestors '${framed ? 'self' : 'none'}'`)
    expect(headers['content-security-policy'], path).not.toContain("'unsafe-inline'")
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-frame-options'], path).toBe(framed ? 'SAMEORIGIN' : 'DENY')
    expect(headers['x-request-id'], path).toMatch(/^[0-9a-f]{16}$/)
  }
})

test('an address that leads nowhere says so with a way on, and status 404', async ({ visitor }) => {
  const page = await visitor()
  const answer = await visit(page, '/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
})

test('the header slides in on home only after scrolling, and the mark goes back to the top', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1, name: 'The Power of Certainty' })).toBeVisible()
  const about = page.getByRole('banner').getByRole('link', { name: 'About' })
  await expect(about).toBeHidden()
  await page.mouse.wheel(0, 900)
  await expect(about).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Larkstone/ })
    .click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a tablet that is turned while its menu is open shows a page that can be used', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 800, height: 1200 } })
  await visit(page, '/about')
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
})

test('the phone’s menu opens, keeps focus, leads on and closes', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  await visit(page, '/')
  await page.getByRole('button', { name: /menu/i }).first().click()
  const menu = page.getByRole('dialog')
  for (const name of ['Home', 'Investor Info', 'About', 'FAQ', 'Contact', 'Sign In']) {
    await expect(menu.getByRole('link', { name })).toBeVisible()
  }
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: /menu/i }).first().click()
  await menu.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('what is sent where a form belongs and is none is refused, and is no fault of the site', async ({
  administrator,
}) => {
  const { page } = await administrator()
  const origin = new URL(page.url()).origin
  const id = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    '/login',
    '/contact',
    '/email-contact',
    '/phone-call-booking',
    '/call',
    '/report',
    '/profile/settings',
    '/profile/settings/mail',
    '/profile/invitations',
    `/profile/people/${id}`,
    `/profile/requests/message/${id}`,
    `/profile/documents/${id}`,
  ]) {
    for (const type of ['application/json', 'multipart/form-data']) {
      const headers = { 'Content-Type': type, Origin: origin }
      const answer = await page.request.post(path, { data: Buffer.from('{}'), headers, maxRedirects: 0 })
      expect(answer.status(), `${path} as ${type}`).toBeLessThan(500)
    }
  }
})
